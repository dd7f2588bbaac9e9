// A tank for Tanks: scans, fires at the nearest tank in sight, drives across open fields. Change `choose`.
#include <algorithm>
#include <climits>
#include <cstdlib>
#include <map>
#include <string>
#include <utility>

#include "lanista.hpp"

using lanista::json;
using Spot = std::pair<int, int>;

const std::map<std::string, Spot> WAYS{{"North", {0, -1}}, {"North-East", {1, -1}}, {"East", {1, 0}},
                                       {"South-East", {1, 1}}, {"South", {0, 1}}, {"South-West", {-1, 1}},
                                       {"West", {-1, 0}}, {"North-West", {-1, -1}}};

// How far away a cell is, in moves.
int distance(const Spot& spot) { return std::max(std::abs(spot.first), std::abs(spot.second)); }

// A shot at a tank at an offset: cardinal if it is in line, otherwise positional.
std::string fire(const json& view, const Spot& spot) {
    const int far = distance(spot);
    for (const auto& [name, step] : WAYS) {
        if (step.first * far != spot.first || step.second * far != spot.second) continue;
        std::string way = name;
        for (char& letter : way) letter = letter == '-' ? '_' : static_cast<char>(std::toupper(letter));
        return "FIRE CARDINAL " + way;
    }
    const int x = view.at("position").at("x"), y = view.at("position").at("y");
    return "FIRE POSITIONAL " + std::to_string(x + spot.first) + " " + std::to_string(y + spot.second);
}

// The action for one turn: scan every other turn, and act on the result in between.
std::string choose(const json& view) {
    const json& scan = view.at("scan");
    if (scan.is_null()) return "SCAN OMNI";
    const int middle = scan.at("rows").size() / 2;
    const Spot step = WAYS.at(view.at("orientation"));
    bool is_free = scan.at("rows").at(middle + step.second).get<std::string>().at(middle + step.first) == '.';
    Spot target{INT_MAX, 0};
    for (const json& tank : scan.at("tanks")) {
        const Spot spot{tank.at("col").get<int>() - middle, tank.at("row").get<int>() - middle};
        is_free = is_free && spot != step;
        const bool is_enemy = tank.at("alive") && tank.at("id") != view.at("player_id");
        if (is_enemy && distance(spot) < distance(target)) target = spot;
    }
    if (target.first != INT_MAX) return fire(view, target);
    if (!view.at("mobile")) return "SCAN OMNI";
    return is_free ? "MOVE FORWARD" : "ROTATE CLOCKWISE";
}

int main() {
    lanista::run([](const json&) { return choose; });
}
