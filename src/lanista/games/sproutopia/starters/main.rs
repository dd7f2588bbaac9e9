//! A farmer for Sproutopia: walks to the edge of its land and claims more in small squares. Change `Bot::choose`.

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
const SIZE: usize = 4; // steps per side of a square
const MIN_GAIN: usize = 8; // cells without which a square is not worth the way
const BLOCKED: i64 = 254; // outside the map, or a weed

/// Remembers the rest of its square.
struct Bot {
    land: i64,
    trail: i64,
    plan: VecDeque<usize>,
    expected: (i64, i64),
    was_home: bool,
}

impl Bot {
    /// The command for one tick.
    fn choose(&mut self, view: &Value) -> String {
        let here = (number(view, "x"), number(view, "y"));
        let is_home = code(view, 0, 0) == self.land;
        let has_returned = is_home && !self.was_home;
        self.was_home = is_home;
        if here != self.expected || self.plan.is_empty() || has_returned {
            self.plan = if is_home { self.square(view) } else { self.towards(view, true) };
        }
        let mut step = self.plan.pop_front().unwrap_or(0);
        if !self.is_safe(view, step) {
            self.plan.clear();
            step = WAYS.into_iter().find(|way| self.is_safe(view, *way)).unwrap_or(0);
        }
        self.expected = (here.0 + STEP[step].0, here.1 + STEP[step].1);
        NAMES[step].into()
    }

    /// Whether the farmer can stand there: neither blocked nor on its trail.
    fn is_free(&self, view: &Value, dx: i64, dy: i64) -> bool {
        ![BLOCKED, self.trail].contains(&code(view, dx, dy))
    }

    /// Whether a step leads to a free cell, does not double back, and can be followed by another one.
    fn is_safe(&self, view: &Value, way: usize) -> bool {
        if way == 0 || REVERSE[way] as i64 == number(view, "directionState") {
            return false;
        }
        let (x, y) = STEP[way];
        let mut onward = WAYS.into_iter().filter(|next| *next != REVERSE[way]).map(|next| STEP[next]);
        self.is_free(view, x, y) && onward.any(|(dx, dy)| self.is_free(view, x + dx, y + dy))
    }

    /// The square that claims most; a step towards other land if none claims enough.
    fn square(&self, view: &Value) -> VecDeque<usize> {
        let mut best = MIN_GAIN;
        let mut plan = self.towards(view, false);
        for way in WAYS {
            for side in if way <= DOWN { [LEFT, RIGHT] } else { [UP, DOWN] } {
                let gain = self.gain(view, STEP[way], STEP[side]);
                if gain > best && self.is_safe(view, way) {
                    best = gain;
                    let legs = [way, side, REVERSE[way], REVERSE[side]];
                    plan = legs.iter().flat_map(|leg| vec![*leg; SIZE]).collect();
                }
            }
        }
        plan
    }

    /// How many cells a square would claim; 0 if it cannot be walked.
    fn gain(&self, view: &Value, a: (i64, i64), b: (i64, i64)) -> usize {
        let side = 0..=SIZE as i64;
        let spots = side.clone().flat_map(|i| side.clone().map(move |j| (i * a.0 + j * b.0, i * a.1 + j * b.1)));
        let cells: Vec<(i64, i64)> = spots.collect();
        if cells.iter().any(|(x, y)| !self.is_free(view, *x, *y)) {
            return 0;
        }
        cells.iter().filter(|(x, y)| code(view, *x, *y) != self.land).count()
    }

    /// A step towards the nearest visible land of this farmer, or of others; straight on if there is none.
    fn towards(&self, view: &Value, own: bool) -> VecDeque<usize> {
        let far = list(view, "heroWindow").len() as i64 / 2;
        let spots = (-far..=far).flat_map(|x| (-far..=far).map(move |y| (x, y)));
        let wanted = spots.filter(|(x, y)| match code(view, *x, *y) == self.land {
            true => own,
            false => !own && self.is_free(view, *x, *y),
        });
        let ways = match wanted.min_by_key(|(x, y)| x.abs() + y.abs()) {
            None => [number(view, "directionState") as usize, 0],
            Some((x, y)) => [[LEFT, 0, RIGHT][(x.signum() + 1) as usize], [UP, 0, DOWN][(y.signum() + 1) as usize]],
        };
        ways.into_iter().filter(|way| self.is_safe(view, *way)).take(1).collect()
    }
}

/// The code of the cell at an offset from the farmer.
fn code(view: &Value, dx: i64, dy: i64) -> i64 {
    let middle = list(view, "heroWindow").len() as i64 / 2;
    let (x, y) = ((middle + dx) as usize, (middle + dy) as usize);
    if view["weeds"][x][y] == true {
        return BLOCKED;
    }
    view["heroWindow"][x][y].as_i64().expect("a cell is a number")
}

fn main() {
    lanista::run(|start| {
        let land = number(start, "seat");
        let mut bot = Bot { land, trail: 4 + land, plan: VecDeque::new(), expected: (-1, -1), was_home: true };
        move |view: &Value| bot.choose(view)
    });
}
