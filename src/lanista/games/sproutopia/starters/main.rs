//! A farmer for Sproutopia: walks small squares to claim new land. Change `Bot::choose`.

mod lanista;

use lanista::{list, number};
use serde_json::Value;
use std::collections::VecDeque;

const UP: usize = 1;
const DOWN: usize = 2;
const LEFT: usize = 3;
const RIGHT: usize = 4;
const NAMES: [&str; 5] = ["IDLE", "UP", "DOWN", "LEFT", "RIGHT"];
const REVERSE: [usize; 5] = [0, DOWN, UP, RIGHT, LEFT];
const STEP: [(i64, i64); 5] = [(0, 0), (0, -1), (0, 1), (-1, 0), (1, 0)];
const WAYS: [usize; 4] = [UP, RIGHT, DOWN, LEFT];
const OUTSIDE: i64 = 254;

/// Remembers the rest of its loop.
struct Bot {
    land: i64,
    trail: i64,
    plan: VecDeque<usize>,
    expected: (i64, i64),
}

impl Bot {
    /// The command for one tick.
    fn choose(&mut self, view: &Value) -> String {
        let here = (number(view, "x"), number(view, "y"));
        if here != self.expected || self.plan.is_empty() {
            self.plan = if code(view, 0, 0) == self.land { self.find_loop(view) } else { self.home(view) };
        }
        let mut step = self.plan.pop_front().unwrap_or(0);
        if !self.is_safe(view, step) {
            self.plan.clear();
            step = WAYS.into_iter().find(|way| self.is_safe(view, *way)).unwrap_or(0);
        }
        self.expected = (here.0 + STEP[step].0, here.1 + STEP[step].1);
        NAMES[step].into()
    }

    /// Whether a step stays on the map, off this farmer's trail, and does not double back.
    fn is_safe(&self, view: &Value, way: usize) -> bool {
        let ahead = code(view, STEP[way].0, STEP[way].1);
        way != 0
            && REVERSE[way] as i64 != number(view, "directionState")
            && ahead != OUTSIDE
            && ahead != self.trail
    }

    /// The square that claims most; straight on if none claims anything.
    fn find_loop(&self, view: &Value) -> VecDeque<usize> {
        let size = (list(view, "heroWindow").len() / 2).min(4);
        let mut best = 0;
        let mut plan = VecDeque::from([number(view, "directionState") as usize]);
        for way in WAYS {
            for side in if way <= DOWN { [LEFT, RIGHT] } else { [UP, DOWN] } {
                let gain = self.gain(view, STEP[way], STEP[side], size as i64);
                if gain > best && self.is_safe(view, way) {
                    best = gain;
                    let legs = [way, side, REVERSE[way], REVERSE[side]];
                    plan = legs.iter().flat_map(|leg| vec![*leg; size]).collect();
                }
            }
        }
        plan
    }

    /// How many cells a square would claim; 0 if it cannot be walked.
    fn gain(&self, view: &Value, a: (i64, i64), b: (i64, i64), size: i64) -> usize {
        let spots = (0..=size).flat_map(|i| (0..=size).map(move |j| (i * a.0 + j * b.0, i * a.1 + j * b.1)));
        let codes: Vec<i64> = spots.map(|(x, y)| code(view, x, y)).collect();
        if codes.contains(&OUTSIDE) || codes.contains(&self.trail) {
            return 0;
        }
        codes.iter().filter(|code| **code != self.land).count()
    }

    /// One step towards the nearest visible land of this farmer.
    fn home(&self, view: &Value) -> VecDeque<usize> {
        let far = list(view, "heroWindow").len() as i64 / 2;
        let spots = (-far..=far).flat_map(|x| (-far..=far).map(move |y| (x, y)));
        let own = spots.filter(|(x, y)| code(view, *x, *y) == self.land);
        let (x, y) = own.min_by_key(|(x, y)| x.abs() + y.abs()).unwrap_or((0, 0));
        let across = if x > 0 {
            RIGHT
        } else if x < 0 {
            LEFT
        } else {
            0
        };
        let along = if y > 0 {
            DOWN
        } else if y < 0 {
            UP
        } else {
            0
        };
        [across, along].into_iter().filter(|way| self.is_safe(view, *way)).take(1).collect()
    }
}

/// The code of the cell at an offset from the farmer.
fn code(view: &Value, dx: i64, dy: i64) -> i64 {
    let middle = list(view, "heroWindow").len() as i64 / 2;
    view["heroWindow"][(middle + dx) as usize][(middle + dy) as usize].as_i64().expect("a cell is a number")
}

fn main() {
    lanista::run(|start| {
        let land = number(start, "seat");
        let mut bot = Bot { land, trail: 4 + land, plan: VecDeque::new(), expected: (-1, -1) };
        move |view: &Value| bot.choose(view)
    });
}
