// A bot for {{title}} that looks ahead with the game's own rules. It tries every move, lets both sides play on by a
// policy of the rules, and takes the move that ends best. Change `choose`, or `value` in position.hpp.
#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include "lanista.hpp"
#include "position.hpp"

using lanista::json;
using Clock = std::chrono::steady_clock;

constexpr int SEATS = 2;
constexpr int DEPTH = 30;       // turns
constexpr double SHARE = 0.3;   // of the time for a turn, of which at most a second counts
constexpr int MAX_ROUNDS = 20;

{{game}}_work work;

struct Memories {  // what the policy remembers of the turns that are tried out
    alignas(8) char of[SEATS][{{GAME}}_MEMORY] = {};
};

// The move of a policy of the rules: how both sides are thought to play on.
{{game}}_move planned(const {{game}}_state& state, const {{game}}_const& fixed, int seat, {{game}}_generator& generator, Memories& memories) {
    {{game}}_move move;
    {{game}}_policy_{{policy}}(&state, &fixed, seat, &generator, &move, &work, memories.of[seat]);
    return move;
}

// What a move is worth, if both sides play on by the policy.
double try_out(const Position& position, const {{game}}_move& first, uint64_t seed) {
    {{game}}_state state = position.state;
    {{game}}_generator generator;
    {{game}}_seed(&generator, seed);
    Memories memories;
    for (int turn = 0; turn < DEPTH && !{{game}}_is_over(&state, &position.fixed); ++turn) {
        {{game}}_move moves[SEATS];
        for (int seat = 0; seat < SEATS; ++seat) moves[seat] = planned(state, position.fixed, seat, generator, memories);
        if (turn == 0) moves[position.seat] = first;
        {{game}}_step(&state, moves, SEATS, &position.fixed, &work);
    }
    return position.value(state);
}

// Every move that can be chosen; that of the policy comes first.
std::vector<{{game}}_move> moves_of(const Position& position) {
    {{game}}_generator generator;
    {{game}}_seed(&generator, 1);
    Memories memories;
    std::vector<{{game}}_move> moves{planned(position.state, position.fixed, position.seat, generator, memories)};
    std::vector<int32_t> actions({{GAME}}_ACTIONS);
    actions.resize({{game}}_legal_actions(&position.state, &position.fixed, position.seat, actions.data()));
    for (int32_t action : actions) {
        moves.emplace_back();
        {{game}}_decode(&position.state, &position.fixed, position.seat, action, &moves.back());
    }
    return moves;
}

// The best move for one turn.
std::string choose(Position& position, const json& view, double budget_ms) {
    const auto deadline = Clock::now() + std::chrono::duration<double, std::milli>(SHARE * std::min(budget_ms, 1000.0));
    position.set(view);
    const std::vector<{{game}}_move> moves = moves_of(position);
    std::vector<double> totals(moves.size()), found(moves.size());
    for (int round = 1; round <= MAX_ROUNDS; ++round) {
        for (size_t i = 0; i < moves.size() && Clock::now() < deadline; ++i) found[i] = try_out(position, moves[i], round);
        if (Clock::now() >= deadline) break;  // rounds count only if every move was tried
        for (size_t i = 0; i < moves.size(); ++i) totals[i] += found[i];
    }
    if (const char* fault = {{game}}_fault()) std::cerr << "a fault in " << fault << std::endl;
    return position.text(moves[std::max_element(totals.begin(), totals.end()) - totals.begin()]);
}

int main() {
    lanista::run([](const json& start) {
        const json& turn_ms = start.at("limits").at("turn_ms");
        const double budget = turn_ms.is_number() ? turn_ms.get<double>() : 1000.0;
        return [position = Position(start), budget](const json& view) mutable { return choose(position, view, budget); };
    });
}
