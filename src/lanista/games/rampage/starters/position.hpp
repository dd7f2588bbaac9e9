// From the views of Rampage to states of its rules, whose fields rules/rampage.h lists.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "lanista.hpp"
#include "rules/rampage.h"

struct Position {
    using json = lanista::json;
    inline static const std::vector<std::string> WAYS{"UP", "DOWN", "LEFT", "RIGHT"};
    inline static const std::vector<std::string> KINDS{"laser", "shield", "teleport"};
    inline static const std::vector<std::string> WORDS{
        "FACE_UP", "FACE_DOWN", "FACE_LEFT", "FACE_RIGHT", "NONE", "SHOOT", "FORWARD", "SHIELD", "LASER",
        "TELEPORT_0", "TELEPORT_1", "TELEPORT_2", "TELEPORT_3", "TELEPORT_4", "TELEPORT_5"};
    static constexpr int WALL = 1, TURRET = 2;  // on the board; the second turret is 3, and so on
    static constexpr int HIT = 750;             // points that a lost hit point is worth

    int seat;
    rampage_const fixed{};
    rampage_state state{};

    explicit Position(const json& start) : seat(start.at("seat")) {
        put_settings(start.at("config"));
        put_map(start.at("map"));
    }

    // What a state is worth.
    double value(const rampage_state& after) const {
        if (rampage_is_over(&after, &fixed)) return 1000.0 * rampage_reward(&after, &fixed, seat);
        const auto worth = [&](int one) { return after.players[one].points + HIT * after.players[one].hp; };
        return worth(seat) - worth(1 - seat);
    }

    // A move as the referee reads it.
    std::string text(const rampage_move& move) const { return WORDS.at(move.word); }

    // Set the state to what a view shows.
    void set(const json& view) {
        state = {};
        state.turn = view.at("turn").get<int>() - 1;
        for (int i = 0; i < 2; ++i) put_player(state.players[i], view.at("players").at(i));
        int turrets = 0;
        for (const json& seen : view.at("turrets")) {
            rampage_turret& turret = state.turrets[turrets++];
            turret.alive = seen.at("alive").get<bool>();
            turret.phase = seen.at("phase");
        }
        for (const json& seen : view.at("items")) {
            std::string kind = seen.at("kind");
            std::transform(kind.begin(), kind.end(), kind.begin(), ::tolower);
            put_item(square(seen), number(KINDS, kind));
        }
        for (const json& seen : view.at("bullets")) {
            const int flight = square(seen) * 4 + number(WAYS, seen.at("dir"));
            state.bullets[state.n_bullets++] = flight * 2 + seen.at("owner").get<int>() - 1;
        }
    }

private:
    int square(const json& spot) const { return spot.at("y").get<int>() * fixed.width + spot.at("x").get<int>(); }

    static int number(const std::vector<std::string>& names, const std::string& name) {
        return std::find(names.begin(), names.end(), name) - names.begin();
    }

    void put_player(rampage_player& player, const json& seen) const {
        player.square = square(seen);
        player.facing = number(WAYS, seen.at("facing"));
        player.hp = seen.at("hp");
        player.points = seen.at("points");
        player.shield_left = seen.at("shield_left");
        player.laser = seen.at("items").at("laser");
        player.shield = seen.at("items").at("shield");
        player.teleport = seen.at("items").at("teleport");
    }

    // The first item of a kind on a square that is not yet known to lie there.
    void put_item(int where, int kind) {
        for (int i = 0; i < fixed.n_items; ++i) {
            if (fixed.item_square[i] != where || fixed.item_kind[i] != kind || state.lies[i]) continue;
            state.lies[i] = 1;
            return;
        }
    }

    // Settings have the names of their fields.
    void put_settings(const json& config) {
#define SETTING(name) fixed.name = config.at(#name);
        SETTING(max_turns) SETTING(initial_hp) SETTING(laser_range) SETTING(shield_turns) SETTING(turret_beams_hit_turrets)
        SETTING(any_size) SETTING(damage) SETTING(points_hit) SETTING(points_reflection) SETTING(points_turret)
        SETTING(points_turret_shared) SETTING(points_item) SETTING(points_travel) SETTING(points_win)
        SETTING(points_turn_left) SETTING(points_tie) SETTING(d1_extra_turn) SETTING(d2_winner_by_score)
        SETTING(d9_tele_fail_point) SETTING(d15_cross_shield_pays) SETTING(d15_cross_unlogged) SETTING(d16_stale_refund)
        SETTING(d20_late_reflect) SETTING(d21_first_last_split) SETTING(d23_own_reflection_listed)
#undef SETTING
    }

    // The map, and tables made from it.
    void put_map(const json& map) {
        fixed.seats = 2;
        fixed.width = map.at("width");
        fixed.height = map.at("height");
        if (!fixed.max_turns) fixed.max_turns = map.at("maxTurns");
        if (!fixed.initial_hp) fixed.initial_hp = map.at("initialHP");
        for (int i = 0; i < 2; ++i) {
            const std::string player = "player" + std::to_string(i + 1);
            fixed.start[i] = map.at(player + "Y").get<int>() * fixed.width + map.at(player + "X").get<int>();
            fixed.start_facing[i] = number(WAYS, map.at(player + "Direction"));
        }
        for (const json& pad : map.at("teleportPad")) fixed.pads[fixed.n_pads++] = square(pad);
        for (const json& wall : map.at("walls")) fixed.board[square(wall)] = WALL;
        for (const json& turret : map.at("turrets")) fixed.board[square(turret)] = TURRET + fixed.n_turrets++;
        put_items(map);
        put_neighbours();
        for (int i = 0; i < fixed.n_turrets; ++i) put_turret(fixed.places[i], map.at("turrets").at(i));
    }

    // Items on the same square form a list.
    void put_items(const json& map) {
        for (int kind = 0; kind < 3; ++kind)
            for (const json& item : map.at(KINDS[kind])) {
                fixed.item_kind[fixed.n_items] = kind;
                fixed.item_square[fixed.n_items++] = square(item);
            }
        for (int i = fixed.n_items - 1; i >= 0; --i) {
            fixed.item_next[i] = fixed.item_at[fixed.item_square[i]];
            fixed.item_at[fixed.item_square[i]] = i + 1;
        }
    }

    void put_neighbours() {
        constexpr int dx[] = {0, 0, -1, 1}, dy[] = {-1, 1, 0, 0};
        const int width = fixed.width, height = fixed.height;
        for (int at = 0; at < width * height; ++at) {
            fixed.column[at] = at % width;
            fixed.row[at] = at / width;
            for (int way = 0; way < 4; ++way)
                fixed.ahead[4 * at + way] =
                    (at / width + dy[way] + height) % height * width + (at % width + dx[way] + width) % width;
        }
        for (int at = 0; at < 4 * width * height; ++at) fixed.reach[at] = reach(at / 4, at % 4);
    }

    // The number of squares that a beam covers if no robot is in the way.
    int reach(int origin, int way) const {
        int at = origin;
        for (int covered = 0; covered < fixed.laser_range; ++covered) {
            at = fixed.ahead[4 * at + way];
            if (fixed.board[at] == WALL) return covered;
            if (fixed.board[at] != 0 || at == origin) return covered + 1;
        }
        return fixed.laser_range;
    }

    void put_turret(rampage_turret_site& site, const json& turret) const {
        site.square = square(turret);
        site.column = turret.at("x");
        site.row = turret.at("y");
        site.fire = turret.at("fireTime");
        site.cool = turret.at("cooldownTime");
        for (int way = 0; way < 4; ++way) {
            int at = site.square;
            site.reach[way] = fixed.reach[4 * at + way];
            for (int i = 0; i < site.reach[way]; ++i) at = fixed.ahead[4 * at + way];
            site.sees[way] = site.reach[way] && fixed.board[at] >= TURRET ? fixed.board[at] - TURRET + 1 : 0;
        }
    }
};
