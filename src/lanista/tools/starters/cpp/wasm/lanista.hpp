// Speaks Lanista's lines protocol, as a WebAssembly module. There is no need to change this file.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace lanista {

[[noreturn]] inline void fail(const std::string& why) {
    std::cerr << why << std::endl;
    std::abort();
}

// A JSON value, read only: null, a boolean, a number, a text, an array or an object.
class json {
  public:
    static json parse(const std::string& text) {
        const char* at = text.c_str();
        return read(at);
    }

    const json& at(const std::string& name) const {
        for (size_t i = 0; i < names.size(); ++i)
            if (names[i] == name) return values[i];
        fail("there is no member " + name);
    }
    const json& at(const char* name) const { return at(std::string(name)); }
    template <class Index, class = std::enable_if_t<std::is_integral_v<Index>>>
    const json& at(Index index) const {
        if (static_cast<size_t>(index) >= values.size()) fail("there is no item " + std::to_string(index));
        return values[index];
    }

    bool is_null() const { return kind == 'n'; }
    bool contains(const std::string& name) const {
        for (const std::string& other : names)
            if (other == name) return true;
        return false;
    }
    size_t size() const { return values.size(); }
    bool empty() const { return values.empty(); }
    std::vector<json>::const_iterator begin() const { return values.begin(); }
    std::vector<json>::const_iterator end() const { return values.end(); }

    template <class T>
    T get() const {
        if constexpr (std::is_same_v<T, std::string>) return text;
        else return static_cast<T>(number);
    }
    template <class T, class = std::enable_if_t<std::is_arithmetic_v<T> || std::is_same_v<T, std::string>>>
    operator T() const { return get<T>(); }

    // The value as JSON.
    std::string dump() const {
        if (kind == '"') return quoted(text);
        if (kind == '[' || kind == '{') {
            std::string all(1, kind);
            for (size_t i = 0; i < values.size(); ++i)
                all += (i ? "," : "") + (kind == '{' ? quoted(names[i]) + ":" : "") + values[i].dump();
            return all + (kind == '[' ? "]" : "}");
        }
        return text;
    }

    static std::string quoted(const std::string& text) {
        static const char* digits = "0123456789abcdef";
        std::string all = "\"";
        for (const char letter : text) {
            const auto code = static_cast<unsigned char>(letter);
            if (letter == '"' || letter == '\\') all += std::string("\\") + letter;
            else if (code < 32) all += std::string("\\u00") + digits[code / 16] + digits[code % 16];
            else all += letter;
        }
        return all + "\"";
    }

  private:
    char kind = 'n';   // n, t, f, 0 for a number, ", [ or {
    double number = 0;
    std::string text;  // of a text; otherwise as it was written
    std::vector<std::string> names;
    std::vector<json> values;

    static void skip(const char*& at) {
        while (*at == ' ' || *at == '\t' || *at == '\n' || *at == '\r') ++at;
    }

    static json read(const char*& at) {
        skip(at);
        json value;
        const char first = *at;
        if (first == '{' || first == '[') {
            value.kind = first;
            read_items(value, ++at, first == '{' ? '}' : ']');
        } else if (first == '"') {
            value.kind = first;
            value.text = read_text(at);
        } else {
            const char* begin = at;
            while (*at && *at != ',' && *at != ']' && *at != '}' && *at != ' ') ++at;
            value.text.assign(begin, at);
            value.kind = first == 't' || first == 'f' || first == 'n' ? first : '0';
            value.number = first == 't' ? 1 : value.kind == '0' ? std::strtod(begin, nullptr) : 0;
        }
        return value;
    }

    static void read_items(json& value, const char*& at, char end) {
        for (skip(at); *at && *at != end; skip(at)) {
            if (*at == ',') skip(++at);
            if (end == '}') {
                value.names.push_back(read_text(at));
                skip(at);
                ++at;  // the colon
            }
            value.values.push_back(read(at));
        }
        if (*at) ++at;
    }

    static std::string read_text(const char*& at) {
        std::string text;
        for (++at; *at && *at != '"'; ++at) {
            if (*at != '\\') {
                text += *at;
            } else if (*++at == 'u') {
                append(text, std::strtoul(std::string(at + 1, 4).c_str(), nullptr, 16));
                at += 4;
            } else {
                text += *at == 'n' ? '\n' : *at == 't' ? '\t' : *at == 'r' ? '\r' : *at;
            }
        }
        if (*at) ++at;
        return text;
    }

    // Append a character as UTF-8; halves of pairs stay apart.
    static void append(std::string& text, unsigned long code) {
        if (code < 0x80) {
            text += static_cast<char>(code);
        } else if (code < 0x800) {
            text += static_cast<char>(0xC0 | code >> 6);
            text += static_cast<char>(0x80 | (code & 63));
        } else {
            text += static_cast<char>(0xE0 | code >> 12);
            text += static_cast<char>(0x80 | (code >> 6 & 63));
            text += static_cast<char>(0x80 | (code & 63));
        }
    }
};

template <class T, class = std::enable_if_t<std::is_arithmetic_v<T> || std::is_enum_v<T>>>
bool operator==(const json& value, T other) { return value.get<double>() == static_cast<double>(other); }
template <class T, class = std::enable_if_t<std::is_arithmetic_v<T> || std::is_enum_v<T>>>
bool operator==(T other, const json& value) { return value == other; }
template <class T, class = std::enable_if_t<std::is_arithmetic_v<T>>>
bool operator<(const json& value, T other) { return value.get<double>() < other; }
template <class T, class = std::enable_if_t<std::is_arithmetic_v<T>>>
bool operator>(const json& value, T other) { return value.get<double>() > other; }
template <class T, class = std::enable_if_t<std::is_arithmetic_v<T>>>
bool operator<=(const json& value, T other) { return value.get<double>() <= other; }
template <class T, class = std::enable_if_t<std::is_arithmetic_v<T>>>
bool operator>=(const json& value, T other) { return value.get<double>() >= other; }
inline bool operator==(const json& value, const char* other) { return value.get<std::string>() == other; }
inline bool operator==(const json& value, const std::string& other) { return value.get<std::string>() == other; }
inline bool operator==(const json& value, const json& other) { return value.dump() == other.dump(); }
inline bool operator!=(const json& value, const json& other) { return !(value == other); }
inline bool operator<(const json& value, const json& other) { return value.get<double>() < other.get<double>(); }
inline bool operator>(const json& value, const json& other) { return other < value; }

using Move = std::function<std::string(const json& view)>;

inline std::function<Move(const json& start)> begin_match;  // set by `run`, which `main` calls
inline Move move;
inline std::string line, reply;  // a message, and the answer until the next one

// `begin` gets each start message and returns the function that answers that match's views.
// Write logs to std::cerr.
inline void run(const std::function<Move(const json& start)>& begin) { begin_match = begin; }

}  // namespace lanista

int main();

extern "C" __attribute__((export_name("alloc"))) inline char* lanista_alloc(std::uint32_t size) {
    lanista::line.assign(size, ' ');
    return lanista::line.data();
}

extern "C" __attribute__((export_name("turn"))) inline std::uint64_t lanista_turn(const char*, std::uint32_t) {
    using namespace lanista;
    if (!begin_match) main();
    const json message = json::parse(line);
    reply.clear();
    if (message.at("type") == "start") {
        move = begin_match(message);
        reply = "{\"type\":\"ready\",\"again\":true}";
    } else if (message.at("type") == "turn") {
        const std::string chosen = move(message.at("view"));
        reply = "{\"turn\":" + message.at("turn").dump() + ",\"move\":" + json::quoted(chosen) + "}";
    }
    return static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(reply.data())) << 32 | reply.size();
}
