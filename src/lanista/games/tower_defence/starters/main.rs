//! A bot for Tower Defence: a generator in every row, then turrets where most are missing. Change `choose`.

mod lanista;

use lanista::{list, number};
use serde_json::Value;

/// The order for one round: x,y,type, or an empty text for no order.
fn choose(view: &Value) -> String {
    let half = number(&view["gameDetails"], "mapWidth") as usize / 2;
    let height = list(view, "gameMap").len();
    let generators = |y| count(view, y, "A", "ENERGY");
    if (0..height).map(generators).sum::<i64>() < height as i64 {
        return build(view, "ENERGY", (0..half).collect(), generators);
    }
    let need = |y| 2 * count(view, y, "A", "ATTACK") - count(view, y, "B", "");
    build(view, "ATTACK", (0..half).rev().collect(), need)
}

/// The number of a player's buildings of a kind, or of any kind, in a row.
fn count(view: &Value, y: usize, player: &str, kind: &str) -> i64 {
    let cells = view["gameMap"][y].as_array().expect("a row is a list");
    let buildings = cells.iter().flat_map(|cell| list(cell, "buildings"));
    let fits = |b: &&Value| b["playerType"] == player && (kind.is_empty() || b["buildingType"] == kind);
    buildings.filter(fits).count() as i64
}

/// The order to build on a free cell of the row with the lowest worth, if it is affordable.
fn build(view: &Value, kind: &str, columns: Vec<usize>, worth: impl Fn(usize) -> i64) -> String {
    let me = list(view, "players").iter().find(|player| player["playerType"] == "A").expect("A plays");
    if number(me, "energy") < number(&view["gameDetails"]["buildingPrices"], kind) {
        return String::new();
    }
    let order = ["DEFENSE", "ATTACK", "ENERGY"].iter().position(|name| *name == kind).expect("a known kind");
    let is_free = |x: &&usize, y: usize| list(&view["gameMap"][y][**x], "buildings").is_empty();
    let mut rows: Vec<usize> = (0..list(view, "gameMap").len()).collect();
    rows.sort_by_key(|y| worth(*y));
    for y in rows {
        if let Some(x) = columns.iter().find(|x| is_free(x, y)) {
            return format!("{x},{y},{order}");
        }
    }
    String::new()
}

fn main() {
    lanista::run(|_start| choose);
}
