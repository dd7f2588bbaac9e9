//! A robot for Rampage: collects items, shoots at the opponent, avoids turrets. Change `Bot::choose`.

mod lanista;

use lanista::{list, number};
use serde_json::Value;
use std::collections::{HashMap, HashSet, VecDeque};

type Spot = (i64, i64);
const WAYS: [(&str, Spot); 4] = [("UP", (0, -1)), ("DOWN", (0, 1)), ("LEFT", (-1, 0)), ("RIGHT", (1, 0))];

/// Knows the map.
struct Bot {
    seat: usize,
    range: usize,
    size: Spot,
    turrets: Vec<Spot>,
    solid: HashSet<Spot>,
}

impl Bot {
    /// The move for one turn.
    fn choose(&self, view: &Value) -> String {
        let (me, there) = (&view["players"][self.seat], spot(&view["players"][1 - self.seat]));
        let (here, facing) = (spot(me), me["facing"].as_str().expect("a robot faces somewhere"));
        let covered = self.beams(view, "alive");
        let danger = self.beams(view, "fires_next");
        let holds = |item: &str| number(&me["items"], item) > 0;
        if danger.contains(&here) && holds("shield") && number(me, "shield_left") == 0 {
            return "SHIELD".into();
        }
        if holds("laser") && WAYS.iter().any(|(_, step)| self.line(here, *step, self.range).contains(&there)) {
            return "LASER".into();
        }
        let ahead = WAYS.iter().find(|(name, _)| *name == facing).expect("a known direction").1;
        if self.line(here, ahead, 6).contains(&there) {
            return "SHOOT".into();
        }
        let items: HashSet<Spot> = list(view, "items").iter().map(spot).collect();
        let goals = if items.is_empty() { HashSet::from([there]) } else { items };
        let way =
            self.direction_to(here, &goals, &covered).or_else(|| self.direction_to(here, &goals, &HashSet::new()));
        match way {
            Some(way) if way != facing => format!("FACE_{way}"),
            Some(_) if !danger.contains(&self.next(here, ahead)) => "FORWARD".into(),
            _ => "NONE".into(),
        }
    }

    /// The squares within reach of the turrets for which a member of the view is true.
    fn beams(&self, view: &Value, what: &str) -> HashSet<Spot> {
        let chosen = self.turrets.iter().zip(list(view, "turrets")).filter(|(_, now)| now[what] == true);
        chosen
            .flat_map(|(spot, _)| WAYS.iter().flat_map(|(_, step)| self.line(*spot, *step, self.range)))
            .collect()
    }

    /// The neighbouring square in a direction; the edges of the board wrap around.
    fn next(&self, spot: Spot, step: Spot) -> Spot {
        ((spot.0 + step.0).rem_euclid(self.size.0), (spot.1 + step.1).rem_euclid(self.size.1))
    }

    /// The squares in a direction up to the first wall or turret.
    fn line(&self, from: Spot, step: Spot, reach: usize) -> Vec<Spot> {
        let squares = std::iter::successors(Some(self.next(from, step)), |spot| Some(self.next(*spot, step)));
        squares.take(reach).take_while(|spot| !self.solid.contains(spot)).collect()
    }

    /// The direction of a shortest path to the nearest goal that avoids some squares.
    fn direction_to(&self, here: Spot, goals: &HashSet<Spot>, avoid: &HashSet<Spot>) -> Option<&'static str> {
        let mut first: HashMap<Spot, Option<&'static str>> = HashMap::from([(here, None)]);
        let mut waiting = VecDeque::from([here]);
        while let Some(spot) = waiting.pop_front() {
            if goals.contains(&spot) {
                return first[&spot];
            }
            for (name, step) in WAYS {
                let beyond = self.next(spot, step);
                if !first.contains_key(&beyond) && !self.solid.contains(&beyond) && !avoid.contains(&beyond) {
                    first.insert(beyond, first[&spot].or(Some(name)));
                    waiting.push_back(beyond);
                }
            }
        }
        None
    }
}

fn spot(value: &Value) -> Spot {
    (number(value, "x"), number(value, "y"))
}

fn main() {
    lanista::run(|start| {
        let map = &start["map"];
        let turrets: Vec<Spot> = list(map, "turrets").iter().map(spot).collect();
        let bot = Bot {
            seat: number(start, "seat") as usize,
            range: number(&start["config"], "laser_range") as usize,
            size: (number(map, "width"), number(map, "height")),
            solid: list(map, "walls").iter().map(spot).chain(turrets.clone()).collect(),
            turrets,
        };
        move |view: &Value| bot.choose(view)
    });
}
