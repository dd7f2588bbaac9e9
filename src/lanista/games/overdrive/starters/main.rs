//! A bot for Overdrive: repairs, boosts on a clear lane, dodges obstacles. Change `choose`.

mod lanista;

use lanista::{list, number};
use serde_json::Value;

const LANES: i64 = 4;

/// The command for one round.
fn choose(view: &Value) -> String {
    let (car, other) = (&view["player"], &view["opponent"]["position"]);
    let (lane, block) = (number(&car["position"], "y"), number(&car["position"], "x"));
    let speed = number(car, "speed");
    let holds = |powerup: &str| list(car, "powerups").iter().any(|held| held == powerup);
    if number(car, "damage") >= 2 {
        return "FIX".into();
    }
    if holds("BOOST") && car["boosting"] == false && cost(view, lane, block + 1, block + 15) == 0 {
        return "USE_BOOST".into();
    }
    let ahead = cost(view, lane, block + 1, block + faster(speed));
    if ahead > 0 && speed > 0 {
        let left = cost(view, lane - 1, block, block + speed - 1);
        let right = cost(view, lane + 1, block, block + speed - 1);
        if left.min(right) < ahead {
            return if left <= right { "TURN_LEFT" } else { "TURN_RIGHT" }.into();
        }
        if holds("LIZARD") {
            return "USE_LIZARD".into();
        }
    }
    let is_near = (number(other, "y") - lane).abs() <= 1 && number(other, "x") > block;
    if holds("EMP") && is_near { "USE_EMP" } else { "ACCELERATE" }.into()
}

/// The speed after ACCELERATE.
fn faster(speed: i64) -> i64 {
    match speed {
        0 => 3,
        3 | 5 => 6,
        6 => 8,
        8 | 9 => 9,
        boost => boost,
    }
}

/// The cost of driving over these blocks; a lane off the track costs most.
fn cost(view: &Value, lane: i64, first: i64, last: i64) -> i64 {
    if !(1..=LANES).contains(&lane) {
        return 99;
    }
    let blocks = view["worldMap"][lane as usize - 1].as_array().expect("a lane is a list");
    let seen = blocks.iter().filter(|block| (first..=last).contains(&number(&block["position"], "x")));
    seen.map(block_cost).sum()
}

/// Mud and oil spills cost 1, walls and trucks 2.
fn block_cost(block: &Value) -> i64 {
    let truck = if block["isOccupiedByCyberTruck"] == true { 2 } else { 0 };
    truck
        + match number(block, "surfaceObject") {
            1 | 2 => 1,
            6 => 2,
            _ => 0,
        }
}

fn main() {
    lanista::run(|_start| choose);
}
