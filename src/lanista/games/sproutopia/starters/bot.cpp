// A farmer for Sproutopia: walks small squares to claim new land. Change `Bot::choose`.
#include <algorithm>
#include <array>
#include <climits>
#include <cstdlib>
#include <deque>
#include <memory>
#include <string>

#include "lanista.hpp"

using lanista::json;

enum Way { IDLE, UP, DOWN, LEFT, RIGHT };
const std::array<const char*, 5> NAMES{"IDLE", "UP", "DOWN", "LEFT", "RIGHT"};
const std::array<Way, 5> REVERSE{IDLE, DOWN, UP, RIGHT, LEFT};
const std::array<int, 5> DX{0, 0, 0, -1, 1}, DY{0, -1, 1, 0, 0};
const std::array<Way, 4> WAYS{UP, RIGHT, DOWN, LEFT};
const int OUTSIDE = 254;

// The code of the cell at an offset from the farmer.
int code(const json& view, int dx, int dy) {
    const json& window = view.at("heroWindow");
    const int middle = window.size() / 2;
    return window.at(middle + dx).at(middle + dy);
}

// Remembers the rest of its loop.
struct Bot {
    int land, trail;
    std::deque<Way> plan{};
    int expected_x = -1, expected_y = -1;

    // The command for one tick.
    std::string choose(const json& view) {
        const int x = view.at("x"), y = view.at("y");
        if (x != expected_x || y != expected_y || plan.empty())
            plan = code(view, 0, 0) == land ? loop(view) : home(view);
        Way step = IDLE;
        if (!plan.empty()) {
            step = plan.front();
            plan.pop_front();
        }
        if (!is_safe(view, step)) {
            plan.clear();
            const auto found = std::find_if(WAYS.begin(), WAYS.end(), [&](Way way) { return is_safe(view, way); });
            step = found == WAYS.end() ? IDLE : *found;
        }
        expected_x = x + DX[step];
        expected_y = y + DY[step];
        return NAMES[step];
    }

    // Whether a step stays on the map, off this farmer's trail, and does not double back.
    bool is_safe(const json& view, Way way) const {
        const int ahead = code(view, DX[way], DY[way]);
        return way != IDLE && REVERSE[way] != view.at("directionState") && ahead != OUTSIDE && ahead != trail;
    }

    // The square that claims most; straight on if none claims anything.
    std::deque<Way> loop(const json& view) const {
        const int size = std::min<int>(4, view.at("heroWindow").size() / 2);
        int best = 0;
        std::deque<Way> found{static_cast<Way>(view.at("directionState").get<int>())};
        for (Way way : WAYS)
            for (Way side : way <= DOWN ? std::array<Way, 2>{LEFT, RIGHT} : std::array<Way, 2>{UP, DOWN}) {
                const int gained = gain(view, way, side, size);
                if (gained <= best || !is_safe(view, way)) continue;
                best = gained;
                found.clear();
                for (Way leg : {way, side, REVERSE[way], REVERSE[side]}) found.insert(found.end(), size, leg);
            }
        return found;
    }

    // How many cells a square would claim; 0 if it cannot be walked.
    int gain(const json& view, Way way, Way side, int size) const {
        int gained = 0;
        for (int i = 0; i <= size; ++i)
            for (int j = 0; j <= size; ++j) {
                const int cell = code(view, i * DX[way] + j * DX[side], i * DY[way] + j * DY[side]);
                if (cell == OUTSIDE || cell == trail) return 0;
                gained += cell != land;
            }
        return gained;
    }

    // One step towards the nearest visible land of this farmer.
    std::deque<Way> home(const json& view) const {
        const int far = view.at("heroWindow").size() / 2;
        int x = 0, y = 0, least = INT_MAX;
        for (int dx = -far; dx <= far; ++dx)
            for (int dy = -far; dy <= far; ++dy)
                if (code(view, dx, dy) == land && std::abs(dx) + std::abs(dy) < least) {
                    least = std::abs(dx) + std::abs(dy);
                    x = dx;
                    y = dy;
                }
        const Way across = x > 0 ? RIGHT : x < 0 ? LEFT : IDLE, along = y > 0 ? DOWN : y < 0 ? UP : IDLE;
        for (Way way : {across, along})
            if (is_safe(view, way)) return {way};
        return {};
    }
};

int main() {
    lanista::run([](const json& start) {
        const int land = start.at("seat");
        auto bot = std::make_shared<Bot>(Bot{land, 4 + land});
        return [bot](const json& view) { return bot->choose(view); };
    });
}
