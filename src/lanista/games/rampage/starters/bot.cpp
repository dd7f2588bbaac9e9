// A robot for Rampage: collects items, shoots at the opponent, avoids turrets. Change `Bot::choose`.
#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "lanista.hpp"

using lanista::json;
using Spot = std::pair<int, int>;
using Spots = std::set<Spot>;

const std::vector<std::pair<std::string, Spot>> WAYS{
    {"UP", {0, -1}}, {"DOWN", {0, 1}}, {"LEFT", {-1, 0}}, {"RIGHT", {1, 0}}};

Spot spot_of(const json& value) { return {value.at("x"), value.at("y")}; }

// Knows the map.
struct Bot {
    int seat, range, width, height;
    std::vector<Spot> turrets{};
    Spots solid{};

    explicit Bot(const json& start)
        : seat(start.at("seat")), range(start.at("config").at("laser_range")),
          width(start.at("map").at("width")), height(start.at("map").at("height")) {
        for (const json& turret : start.at("map").at("turrets")) turrets.push_back(spot_of(turret));
        for (const json& wall : start.at("map").at("walls")) solid.insert(spot_of(wall));
        solid.insert(turrets.begin(), turrets.end());
    }

    // The move for one turn.
    std::string choose(const json& view) const {
        const json& me = view.at("players").at(seat);
        const Spot here = spot_of(me), there = spot_of(view.at("players").at(1 - seat));
        const Spots covered = beams(view, "alive"), danger = beams(view, "fires_next");
        const std::string facing = me.at("facing");
        const auto sees = [&](const Spot& step, int reach) {
            const std::vector<Spot> squares = line(here, step, reach);
            return std::find(squares.begin(), squares.end(), there) != squares.end();
        };
        if (danger.count(here) && me.at("items").at("shield") > 0 && me.at("shield_left") == 0) return "SHIELD";
        Spot ahead;
        for (const auto& [name, step] : WAYS) {
            if (me.at("items").at("laser") > 0 && sees(step, range)) return "LASER";
            if (name == facing) ahead = step;
        }
        if (sees(ahead, 6)) return "SHOOT";
        Spots goals;
        for (const json& item : view.at("items")) goals.insert(spot_of(item));
        if (goals.empty()) goals.insert(there);
        std::string way = direction_to(here, goals, covered);
        if (way.empty()) way = direction_to(here, goals, {});
        if (!way.empty() && way != facing) return "FACE_" + way;
        return !way.empty() && !danger.count(next(here, ahead)) ? "FORWARD" : "NONE";
    }

    // The squares within reach of the turrets for which a member of the view is true.
    Spots beams(const json& view, const char* what) const {
        Spots found;
        for (size_t i = 0; i < turrets.size(); ++i)
            if (view.at("turrets").at(i).at(what))
                for (const auto& [name, step] : WAYS)
                    for (const Spot& spot : line(turrets[i], step, range)) found.insert(spot);
        return found;
    }

    // The neighbouring square in a direction; the edges of the board wrap around.
    Spot next(const Spot& spot, const Spot& step) const {
        return {(spot.first + step.first + width) % width, (spot.second + step.second + height) % height};
    }

    // The squares in a direction up to the first wall or turret.
    std::vector<Spot> line(Spot spot, const Spot& step, int reach) const {
        std::vector<Spot> squares;
        for (spot = next(spot, step); reach-- > 0 && !solid.count(spot); spot = next(spot, step))
            squares.push_back(spot);
        return squares;
    }

    // The direction of a shortest path to the nearest goal that avoids some squares; empty if there is none.
    std::string direction_to(const Spot& here, const Spots& goals, const Spots& avoid) const {
        std::map<Spot, std::string> first{{here, ""}};
        for (std::deque<Spot> waiting{here}; !waiting.empty(); waiting.pop_front()) {
            const Spot spot = waiting.front();
            if (goals.count(spot)) return first[spot];
            for (const auto& [name, step] : WAYS) {
                const Spot beyond = next(spot, step);
                if (first.count(beyond) || solid.count(beyond) || avoid.count(beyond)) continue;
                first[beyond] = first[spot].empty() ? name : first[spot];
                waiting.push_back(beyond);
            }
        }
        return "";
    }
};

int main() {
    lanista::run([](const json& start) {
        return [bot = Bot(start)](const json& view) { return bot.choose(view); };
    });
}
