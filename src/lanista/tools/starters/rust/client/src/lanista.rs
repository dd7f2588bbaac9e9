//! Speaks Lanista's lines protocol: one JSON object per line. There is no need to change this file.

use serde_json::{json, Value};
use std::io::{stdin, stdout, BufRead, Write};

/// Plays match after match: `begin` gets each start message and returns what answers that match's views with moves.
/// Write logs with `eprintln!`; standard output belongs to the protocol.
pub fn run<Move: FnMut(&Value) -> String>(mut begin: impl FnMut(&Value) -> Move) {
    let mut choose = None;
    for line in stdin().lock().lines() {
        let message = parse(&line.expect("standard input is read"));
        match (message["type"].as_str(), &mut choose) {
            (Some("start"), _) => {
                choose = Some(begin(&message));
                send(&json!({"type": "ready", "again": true}));
            }
            (Some("turn"), Some(choose)) => {
                send(&json!({"turn": message["turn"], "move": choose(&message["view"])}));
            }
            _ => (),
        }
    }
}

fn parse(line: &str) -> Value {
    serde_json::from_str(line).expect("every line is a JSON object")
}

fn send(message: &Value) {
    let mut out = stdout().lock();
    writeln!(out, "{message}").and_then(|()| out.flush()).expect("the referee reads the answer");
}

/// A member that is a whole number.
pub fn number(value: &Value, member: &str) -> i64 {
    value[member].as_i64().unwrap_or_else(|| panic!("expected a number `{member}` in {value}"))
}

/// A member that is a list.
pub fn list<'a>(value: &'a Value, member: &str) -> &'a [Value] {
    value[member].as_array().unwrap_or_else(|| panic!("expected a list `{member}` in {value}"))
}
