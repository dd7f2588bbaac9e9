// A farmer for Sproutopia: walks to the edge of its land and claims more in small squares. Change `Bot::choose`.
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
const int SIZE = 4, MIN_GAIN = 8;  // of a square: steps per side, and cells without which it is not worth the way
const int BLOCKED = 254;           // outside the map, or a weed

// The code of the cell at an offset from the farmer.
int code(const json& view, int dx, int dy) {
    const json& window = view.at("heroWindow");
    const int x = window.size() / 2 + dx, y = window.size() / 2 + dy;
    return view.at("weeds").at(x).at(y) ? BLOCKED : window.at(x).at(y).get<int>();
}

// Remembers the rest of its square.
struct Bot {
    int land, trail;
    std::deque<Way> plan{};
    int expected_x = -1, expected_y = -1;
    bool was_home = true;

    // The command for one tick.
    std::string choose(const json& view) {
        const int x = view.at("x"), y = view.at("y");
        const bool is_home = code(view, 0, 0) == land, has_returned = is_home && !was_home;
        was_home = is_home;
        if (x != expected_x || y != expected_y || plan.empty() || has_returned)
            plan = is_home ? square(view) : towards(view, true);
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

    // Whether the farmer can stand there: neither blocked nor on its trail.
    bool is_free(const json& view, int dx, int dy) const {
        const int cell = code(view, dx, dy);
        return cell != BLOCKED && cell != trail;
    }

    // Whether a step leads to a free cell, does not double back, and can be followed by another one.
    bool is_safe(const json& view, Way way) const {
        if (way == IDLE || REVERSE[way] == view.at("directionState") || !is_free(view, DX[way], DY[way])) return false;
        return std::any_of(WAYS.begin(), WAYS.end(), [&](Way next) {
            return next != REVERSE[way] && is_free(view, DX[way] + DX[next], DY[way] + DY[next]);
        });
    }

    // The square that claims most; a step towards other land if none claims enough.
    std::deque<Way> square(const json& view) const {
        int best = MIN_GAIN;
        std::deque<Way> found = towards(view, false);
        for (Way way : WAYS)
            for (Way side : way <= DOWN ? std::array<Way, 2>{LEFT, RIGHT} : std::array<Way, 2>{UP, DOWN}) {
                const int gained = gain(view, way, side);
                if (gained <= best || !is_safe(view, way)) continue;
                best = gained;
                found.clear();
                for (Way leg : {way, side, REVERSE[way], REVERSE[side]}) found.insert(found.end(), SIZE, leg);
            }
        return found;
    }

    // How many cells a square would claim; 0 if it cannot be walked.
    int gain(const json& view, Way way, Way side) const {
        int gained = 0;
        for (int i = 0; i <= SIZE; ++i)
            for (int j = 0; j <= SIZE; ++j) {
                const int x = i * DX[way] + j * DX[side], y = i * DY[way] + j * DY[side];
                if (!is_free(view, x, y)) return 0;
                gained += code(view, x, y) != land;
            }
        return gained;
    }

    // A step towards the nearest visible land of this farmer, or of others; straight on if there is none.
    std::deque<Way> towards(const json& view, bool own) const {
        const int far = view.at("heroWindow").size() / 2;
        int x = 0, y = 0, least = INT_MAX;
        for (int dx = -far; dx <= far; ++dx)
            for (int dy = -far; dy <= far; ++dy) {
                const bool is_mine = code(view, dx, dy) == land;
                const bool is_wanted = own ? is_mine : !is_mine && is_free(view, dx, dy);
                if (!is_wanted || std::abs(dx) + std::abs(dy) >= least) continue;
                least = std::abs(dx) + std::abs(dy);
                x = dx;
                y = dy;
            }
        Way across = x > 0 ? RIGHT : x < 0 ? LEFT : IDLE, along = y > 0 ? DOWN : y < 0 ? UP : IDLE;
        if (least == INT_MAX) across = static_cast<Way>(view.at("directionState").get<int>());
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
