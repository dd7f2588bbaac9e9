//! Asks the forward model: a process with the game's rules, which the bot may start. Do not change this file.

use serde_json::{json, Value};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

const NOT_ALLOWED: &str =
    "the forward model is not allowed in this match, for there is no LANISTA_MODEL: a bot asks \
    for it with `model = true` in lanista.toml, and a league allows it with --forward-model";

/// The model's process; requests and answers are in the manual, on the page about the forward model.
pub struct Model {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Model {
    /// Starts the process.
    pub fn start() -> Model {
        let command = std::env::var("LANISTA_MODEL").expect(NOT_ALLOWED);
        let mut shell = Command::new("sh");
        shell.args(["-c", &format!("exec {command}")]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = shell.spawn().expect("the forward model starts");
        let input = process.stdin.take().expect("its input is a pipe");
        let output = BufReader::new(process.stdout.take().expect("its output is a pipe"));
        Model { process, input, output }
    }

    /// The answer to a request, such as `ask("clone", json!({"states": [3], "count": 8}))["states"]`.
    pub fn ask(&mut self, what: &str, mut request: Value) -> Value {
        request["do"] = json!(what);
        writeln!(self.input, "{request}").expect("the forward model reads");
        let mut line = String::new();
        self.output.read_line(&mut line).expect("the forward model answers");
        assert!(!line.is_empty(), "the forward model has ended; the bot's log says why");
        let answer: Value = serde_json::from_str(&line).expect("an answer is a JSON object");
        assert!(answer["error"].is_null(), "the forward model refuses \"{what}\": {}", answer["error"]);
        answer
    }
}

impl Drop for Model {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
