//! A bot for {{title}} that looks ahead with the forward model. Change `choose`.
//! It imagines what it cannot see, tries the moves that the game proposes in several such worlds, lets all sides
//! play on by a policy of the rules, and takes the move that ends best. From time to time it drops the weaker half.

mod lanista;
mod lanista_model;

use lanista::{list, number};
use lanista_model::Model;
use serde_json::{json, Value};
use std::cell::RefCell;
use std::time::{Duration, Instant};

const WIDTH: usize = 16; // moves that are tried
const PLAYOUTS: (usize, usize, usize) = (4, 24, 100); // of a move in a world, turns, random ones of 1000 moves
const ROUNDS: usize = 2; // in which every move is tried once, before the weaker half is dropped
const SHARE: f64 = 0.3; // of the time for a turn, of which at most a second counts

/// A move, what is sent to play it (a plan is sent turn by turn), and the sum of its results.
struct Option {
    text: Value,
    sent: Value,
    total: f64,
}

/// The match that is played.
struct Match {
    seat: usize,
    seats: usize,
    worlds: i64,
    budget: Duration,
}

impl Match {
    fn begin(model: &mut Model, start: &Value) -> Match {
        let about = model.ask("begin", json!({ "start": start }));
        let turn_ms = start["limits"]["turn_ms"].as_f64().unwrap_or(1000.0).min(1000.0);
        Match {
            seat: number(start, "seat") as usize,
            seats: number(start, "seats") as usize,
            worlds: number(&about, "worlds"),
            budget: Duration::from_secs_f64(SHARE * turn_ms / 1000.0),
        }
    }

    /// Tries moves until the time is up; the one with the best mean.
    fn choose(&self, model: &mut Model, view: &Value) -> String {
        let deadline = Instant::now() + self.budget;
        let loaded = model.ask("load", json!({"view": view, "count": self.worlds}));
        let worlds = list(&loaded, "states");
        let proposed = model.ask("propose", json!({"state": worlds[0], "seat": self.seat, "count": WIDTH}));
        let pairs = list(&proposed, "moves").iter().zip(list(&proposed, "sent"));
        let options = pairs.map(|(text, sent)| Option { text: text.clone(), sent: sent.clone(), total: 0.0 });
        let mut options: Vec<Option> = options.collect();
        let (mut tried, mut took) = (0, Duration::ZERO);
        while options.len() > 1 && Instant::now() + took < deadline {
            let began = Instant::now();
            self.try_out(model, &worlds[tried % worlds.len()], &mut options);
            tried += 1;
            if tried % (ROUNDS * worlds.len()) == 0 {
                options.sort_by(|a, b| b.total.total_cmp(&a.total));
                options.truncate((options.len() / 2).max(2));
            }
            took = began.elapsed();
        }
        options.sort_by(|a, b| b.total.total_cmp(&a.total));
        model.ask("free", json!({}));
        options[0].sent.as_str().expect("a move is a text").into()
    }

    /// Adds what each move leads to in one world, from -1 (lost) to 1 (won).
    fn try_out(&self, model: &mut Model, world: &Value, options: &mut [Option]) {
        let clones = model.ask("clone", json!({"states": [world], "count": options.len()}));
        let states = &clones["states"];
        let moves: Vec<Value> = options.iter().map(|option| json!([self.all_seats(&option.text)])).collect();
        model.ask("step", json!({"states": states, "moves": moves}));
        let (count, turns, wild) = PLAYOUTS;
        let request = json!({"states": states, "count": count, "turns": turns, "wild": wild});
        let played = model.ask("playouts", request);
        for (option, mean) in options.iter_mut().zip(list(&played, "means")) {
            option.total += mean[self.seat].as_f64().expect("a mean is a number");
        }
        model.ask("free", json!({ "states": states }));
    }

    /// Our move, and null for those that the policy chooses.
    fn all_seats(&self, ours: &Value) -> Vec<Value> {
        (0..self.seats).map(|seat| if seat == self.seat { ours.clone() } else { Value::Null }).collect()
    }
}

fn main() {
    let model = RefCell::new(Model::start()); // one process for all matches
    lanista::run(|start| {
        let game = Match::begin(&mut model.borrow_mut(), start);
        let model = &model;
        move |view: &Value| game.choose(&mut model.borrow_mut(), view)
    });
}
