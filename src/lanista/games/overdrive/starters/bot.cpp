// A bot for Overdrive: repairs, boosts on a clear lane, dodges obstacles. Change `choose`.
#include <algorithm>
#include <cstdlib>
#include <map>
#include <string>

#include "lanista.hpp"

using lanista::json;

const int LANES = 4, TRUCK = 2;
const std::map<int, int> COSTS{{1, 1}, {2, 1}, {6, 2}};                                          // mud, oil, wall
const std::map<int, int> FASTER{{0, 3}, {3, 6}, {5, 6}, {6, 8}, {8, 9}, {9, 9}, {15, 15}};  // after ACCELERATE

// The cost of driving over these blocks; a lane off the track costs most.
int cost(const json& view, int lane, int first, int last) {
    if (lane < 1 || lane > LANES) return 99;
    int sum = 0;
    for (const json& block : view.at("worldMap").at(lane - 1)) {
        const int x = block.at("position").at("x");
        if (x < first || x > last) continue;
        const auto found = COSTS.find(block.at("surfaceObject"));
        sum += found == COSTS.end() ? 0 : found->second;
        if (block.at("isOccupiedByCyberTruck")) sum += TRUCK;
    }
    return sum;
}

// The command for one round.
std::string choose(const json& view) {
    const json &car = view.at("player"), &other = view.at("opponent").at("position");
    const int lane = car.at("position").at("y"), block = car.at("position").at("x"), speed = car.at("speed");
    const auto holds = [&](const char* powerup) {
        return std::count(car.at("powerups").begin(), car.at("powerups").end(), powerup) > 0;
    };
    if (car.at("damage") >= 2) return "FIX";
    if (holds("BOOST") && !car.at("boosting") && cost(view, lane, block + 1, block + 15) == 0) return "USE_BOOST";
    const int ahead = cost(view, lane, block + 1, block + FASTER.at(speed));
    if (ahead > 0 && speed > 0) {
        const int left = cost(view, lane - 1, block, block + speed - 1);
        const int right = cost(view, lane + 1, block, block + speed - 1);
        if (std::min(left, right) < ahead) return left <= right ? "TURN_LEFT" : "TURN_RIGHT";
        if (holds("LIZARD")) return "USE_LIZARD";
    }
    const bool is_near = std::abs(other.at("y").get<int>() - lane) <= 1 && other.at("x") > block;
    return holds("EMP") && is_near ? "USE_EMP" : "ACCELERATE";
}

int main() {
    lanista::run([](const json&) { return choose; });
}
