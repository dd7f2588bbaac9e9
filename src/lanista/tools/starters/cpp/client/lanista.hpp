// Speaks Lanista's lines protocol: one JSON object per line. There is no need to change this file.
#pragma once

#include <functional>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

namespace lanista {

using nlohmann::json;
using Move = std::function<std::string(const json& view)>;

inline void send(const json& message) { std::cout << message.dump() << std::endl; }

// Plays match after match: `begin` gets each start message and returns the function that answers that match's views.
// Write logs to std::cerr; standard output belongs to the protocol.
inline void run(const std::function<Move(const json& start)>& begin) {
    std::ios::sync_with_stdio(false);
    Move move;
    for (std::string line; std::getline(std::cin, line);) {
        const json message = json::parse(line);
        if (message.at("type") == "start") {
            move = begin(message);
            send({{"type", "ready"}, {"again", true}});
        } else if (message.at("type") == "turn") {
            send({{"turn", message.at("turn")}, {"move", move(message.at("view"))}});
        }
    }
}

}  // namespace lanista
