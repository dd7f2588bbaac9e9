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

// Plays one match: `begin` gets the start message and returns the function that answers views.
// Write logs to std::cerr; standard output belongs to the protocol.
inline void run(const std::function<Move(const json& start)>& begin) {
    std::ios::sync_with_stdio(false);
    std::string line;
    if (!std::getline(std::cin, line)) return;
    Move move = begin(json::parse(line));
    send({{"type", "ready"}});
    while (std::getline(std::cin, line)) {
        const json message = json::parse(line);
        if (message.at("type") == "end") return;
        send({{"turn", message.at("turn")}, {"move", move(message.at("view"))}});
    }
}

}  // namespace lanista
