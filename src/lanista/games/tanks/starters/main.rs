//! A tank for Tanks: scans, fires at the nearest tank in sight, drives across open fields. Change `choose`.

mod lanista;

use lanista::{list, number};
use serde_json::Value;

const WAYS: [(&str, (i64, i64)); 8] = [
    ("North", (0, -1)),
    ("North-East", (1, -1)),
    ("East", (1, 0)),
    ("South-East", (1, 1)),
    ("South", (0, 1)),
    ("South-West", (-1, 1)),
    ("West", (-1, 0)),
    ("North-West", (-1, -1)),
];

/// The action for one turn: scan every other turn, and act on the result in between.
fn choose(view: &Value) -> String {
    let scan = &view["scan"];
    if scan.is_null() {
        return "SCAN OMNI".into();
    }
    let rows = list(scan, "rows");
    let middle = rows.len() as i64 / 2;
    let offset = |tank: &Value| (number(tank, "col") - middle, number(tank, "row") - middle);
    let tanks = list(scan, "tanks");
    let targets = tanks.iter().filter(|tank| tank["alive"] == true && tank["id"] != view["player_id"]);
    if let Some(target) = targets.map(offset).min_by_key(|(x, y)| x.abs().max(y.abs())) {
        return fire(view, target);
    }
    let step = WAYS.iter().find(|(name, _)| view["orientation"] == *name).expect("a known orientation").1;
    let row = rows[(middle + step.1) as usize].as_str().expect("a row is a text");
    let is_free =
        row.as_bytes()[(middle + step.0) as usize] == b'.' && !tanks.iter().any(|tank| offset(tank) == step);
    match (view["mobile"] == true, is_free) {
        (false, _) => "SCAN OMNI",
        (true, true) => "MOVE FORWARD",
        (true, false) => "ROTATE CLOCKWISE",
    }
    .into()
}

/// A shot at a tank at an offset: cardinal if it is in line, otherwise positional.
fn fire(view: &Value, (dx, dy): (i64, i64)) -> String {
    if dx == 0 || dy == 0 || dx.abs() == dy.abs() {
        let step = (dx.signum(), dy.signum());
        let way = WAYS.iter().find(|(_, way)| *way == step).expect("a known way").0;
        return format!("FIRE CARDINAL {}", way.to_uppercase().replace('-', "_"));
    }
    let position = &view["position"];
    format!("FIRE POSITIONAL {} {}", number(position, "x") + dx, number(position, "y") + dy)
}

fn main() {
    lanista::run(|_start| choose);
}
