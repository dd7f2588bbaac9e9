// From the views of Tower Defence to states of its rules, whose fields rules/tower_defence.h lists. You are always A, on the left.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "lanista.hpp"
#include "rules/tower_defence.h"

struct Position {
    using json = lanista::json;
    static constexpr int WIDTH = 16, CELLS = 128;  // of the largest board, by which cells are numbered
    inline static const std::vector<std::string> BUILDINGS{"NONE", "DEFENSE", "ATTACK", "ENERGY", "TESLA"};
    static constexpr int NOTHING = -1;

    int seat = 0;
    tower_defence_const fixed{};
    tower_defence_state state{};

    explicit Position(const json& start) { put_settings(start.at("config")); }

    // What a state is worth.
    double value(const tower_defence_state& after) const {
        if (tower_defence_is_over(&after, &fixed)) return 1000.0 * tower_defence_reward(&after, &fixed, 0);
        const auto worth = [&](const tower_defence_player& one) {
            return 30 * one.health + one.energy + 60 * one.generators;
        };
        double turrets = 0;
        for (int i = 0; i < after.n_turrets; ++i) turrets += after.turrets[i] % WIDTH < fixed.width / 2 ? 1 : -1;
        return worth(after.players[0]) - worth(after.players[1]) + 60 * turrets;
    }

    // A move as the referee reads it.
    std::string text(const tower_defence_move& move) const {
        if (move.type == NOTHING) return "";
        return std::to_string(move.x) + "," + std::to_string(move.y) + "," + std::to_string(move.type);
    }

    // Set the state to what a view shows.
    void set(const json& view) {
        state = {};
        state.round = view.at("gameDetails").at("round");
        for (const json& seen : view.at("players")) put_player(state.players[owner(seen)], seen);
        std::vector<json> buildings;
        for (const json& row : view.at("gameMap"))
            for (const json& cell : row) {
                for (const json& building : cell.at("buildings")) buildings.push_back(building);
                for (const json& missile : cell.at("missiles"))
                    state.missiles[state.n_missiles++] = cell_of(missile) + CELLS * owner(missile);
            }
        std::stable_sort(buildings.begin(), buildings.end(), [](const json& a, const json& b) {  // the oldest first
            return a.at("constructionTimeLeft") < b.at("constructionTimeLeft");
        });
        for (const json& building : buildings) put_building(building);
    }

private:
    static int owner(const json& seen) { return seen.at("playerType") == "B"; }
    static int cell_of(const json& seen) { return seen.at("y").get<int>() * WIDTH + seen.at("x").get<int>(); }

    static void put_player(tower_defence_player& player, const json& seen) {
        player.energy = seen.at("energy");
        player.health = seen.at("health");
        player.hits_taken = seen.at("hitsTaken");
        player.score = seen.at("score");
        player.curtain_available = seen.value("ironCurtainAvailable", false);
        player.curtain_left = seen.value("activeIronCurtainLifetime", -1);
    }

    // Put a building on its cell and into the lists.
    void put_building(const json& seen) {
        const int cell = cell_of(seen), left = seen.at("constructionTimeLeft");
        const std::string kind = seen.at("buildingType");
        const bool is_finished = left < 0;
        state.building[cell] = std::find(BUILDINGS.begin(), BUILDINGS.end(), kind) - BUILDINGS.begin();
        state.health[cell] = seen.at("health");
        state.ready[cell] = state.round + left;
        if (is_finished && (kind == "ATTACK" || kind == "TESLA"))
            state.due[cell] = state.round + seen.at("weaponCooldownTimeLeft").get<int>();
        if (kind == "TESLA") state.teslas[state.n_teslas++] = cell;
        if (!is_finished) state.sites[state.n_sites++] = cell;
        else if (kind == "ATTACK") state.turrets[state.n_turrets++] = cell;
        else if (kind == "ENERGY") state.players[owner(seen)].generators += 1;
    }

    // Settings have the names of their fields, except rows with an entry for each kind of building.
    void put_settings(const json& config) {
        fixed.seats = 2;
#define SETTING(name) fixed.name = config.at(#name);
        SETTING(width) SETTING(height) SETTING(max_rounds) SETTING(start_energy) SETTING(round_income) SETTING(start_health)
        SETTING(health_score_multiplier) SETTING(energy_score_multiplier) SETTING(attack_damage) SETTING(attack_speed)
        SETTING(attack_cooldown) SETTING(energy_income) SETTING(tesla_limit) SETTING(tesla_damage) SETTING(tesla_cooldown)
        SETTING(tesla_shot_price) SETTING(tesla_range) SETTING(deconstruction) SETTING(deconstruction_refund)
        SETTING(iron_curtain) SETTING(curtain_price) SETTING(curtain_rounds) SETTING(curtain_period) SETTING(curtain_score)
        SETTING(max_do_nothings) SETTING(d1_missiles_pass_unfinished) SETTING(d2_everything_scores)
        SETTING(d4_one_extra_round) SETTING(d7_dead_still_stops) SETTING(d8_own_crossing_scores)
        SETTING(d9_health_may_be_negative) SETTING(d10_extra_fields_are_ignored) SETTING(d16_cooldown_hidden_from_b)
        SETTING(d24_short_state) SETTING(counter_stops) SETTING(hits_score_damage) SETTING(removal_scores)
        SETTING(base_hits_score) SETTING(final_health_scores)
#undef SETTING
        const char* names[] = {"", "defense", "attack", "energy", "tesla"};
        for (int kind = 1; kind < 5; ++kind) {
            const auto setting = [&](const char* name) { return config.at(std::string(names[kind]) + "_" + name); };
            fixed.price[kind] = setting("price");
            fixed.full_health[kind] = setting("full_health");
            fixed.construction_time[kind] = setting("construction_time");
            fixed.destroy_multiplier[kind] = setting("destroy_multiplier");
            fixed.construction_score[kind] = setting("construction_score");
            fixed.value[kind] = setting("value");
        }
    }
};
