// A bot for Tower Defence: a generator in every row, then turrets where most are missing. Change `choose`.
#include <climits>
#include <functional>
#include <map>
#include <string>

#include "lanista.hpp"

using lanista::json;

const std::map<std::string, int> ORDERS{{"DEFENSE", 0}, {"ATTACK", 1}, {"ENERGY", 2}};

// The number of a player's buildings of a kind, or of any kind, in a row.
int count(const json& row, const std::string& player, const std::string& kind = "") {
    int found = 0;
    for (const json& cell : row)
        for (const json& building : cell.at("buildings"))
            found += building.at("playerType") == player && (kind.empty() || building.at("buildingType") == kind);
    return found;
}

// The order to build in the row with the lowest worth, from column `first` on, if it is affordable.
std::string build(const json& view, const std::string& kind, int first, int end, int step,
                  const std::function<int(const json& row)>& worth) {
    for (const json& player : view.at("players"))
        if (player.at("playerType") == "A" && player.at("energy") < view.at("gameDetails").at("buildingPrices").at(kind))
            return "";
    int best = INT_MAX, y = 0;
    std::string order;
    for (const json& row : view.at("gameMap")) {
        int x = first;
        while (x != end && !row.at(x).at("buildings").empty()) x += step;
        if (x != end && worth(row) < best) {
            best = worth(row);
            order = std::to_string(x) + "," + std::to_string(y) + "," + std::to_string(ORDERS.at(kind));
        }
        ++y;
    }
    return order;
}

// The order for one round: x,y,type, or an empty text for no order.
std::string choose(const json& view) {
    const json& details = view.at("gameDetails");
    const int half = details.at("mapWidth").get<int>() / 2, height = details.at("mapHeight");
    const auto generators = [](const json& row) { return count(row, "A", "ENERGY"); };
    int total = 0;
    for (const json& row : view.at("gameMap")) total += generators(row);
    if (total < height) return build(view, "ENERGY", 0, half, 1, generators);
    const auto need = [](const json& row) { return 2 * count(row, "A", "ATTACK") - count(row, "B"); };
    return build(view, "ATTACK", half - 1, -1, -1, need);
}

int main() {
    lanista::run([](const json&) { return choose; });
}
