// A robot for Rampage: collects items, shoots at the opponent, avoids turrets. Change `move`.
package main

import "slices"

// The parts of the view and the map that this bot uses; see `lanista schema rampage` for the rest.
type Spot struct{ X, Y int }

type Robot struct {
	Spot
	Facing     string
	Items      map[string]int
	ShieldLeft int `json:"shield_left"`
}

type View struct {
	Players []Robot
	Turrets []struct {
		Alive     bool
		FiresNext bool `json:"fires_next"`
	}
	Items []Spot
}

type Map struct {
	Width, Height  int
	Walls, Turrets []Spot
}

// Bot knows the map.
type Bot struct {
	seat, reach int
	board       Map
	solid       map[Spot]bool
}

var ways = []string{"UP", "DOWN", "LEFT", "RIGHT"}
var steps = map[string]Spot{"UP": {0, -1}, "DOWN": {0, 1}, "LEFT": {-1, 0}, "RIGHT": {1, 0}}

// move returns the move for one turn.
func (bot *Bot) move(view View) string {
	me, there := view.Players[bot.seat], view.Players[1-bot.seat].Spot
	covered, danger := map[Spot]bool{}, map[Spot]bool{}
	isInBeam := false
	for _, way := range ways {
		for i, turret := range bot.board.Turrets {
			for _, spot := range bot.line(turret, way, bot.reach) {
				covered[spot] = covered[spot] || view.Turrets[i].Alive
				danger[spot] = danger[spot] || view.Turrets[i].FiresNext
			}
		}
		isInBeam = isInBeam || slices.Contains(bot.line(me.Spot, way, bot.reach), there)
	}
	if danger[me.Spot] && me.Items["shield"] > 0 && me.ShieldLeft == 0 {
		return "SHIELD"
	}
	if me.Items["laser"] > 0 && isInBeam {
		return "LASER"
	}
	if slices.Contains(bot.line(me.Spot, me.Facing, 6), there) {
		return "SHOOT"
	}
	goals := view.Items
	if len(goals) == 0 {
		goals = []Spot{there}
	}
	way := bot.directionTo(me.Spot, goals, covered)
	if way == "" {
		way = bot.directionTo(me.Spot, goals, nil)
	}
	if way != "" && way != me.Facing {
		return "FACE_" + way
	}
	if way != "" && !danger[bot.next(me.Spot, way)] {
		return "FORWARD"
	}
	return "NONE"
}

// next is the neighbouring square in a direction; the edges of the board wrap around.
func (bot *Bot) next(spot Spot, way string) Spot {
	width, height, step := bot.board.Width, bot.board.Height, steps[way]
	return Spot{(spot.X + step.X + width) % width, (spot.Y + step.Y + height) % height}
}

// line lists the squares in a direction up to the first wall or turret.
func (bot *Bot) line(spot Spot, way string, reach int) []Spot {
	squares := []Spot{}
	for spot = bot.next(spot, way); len(squares) < reach && !bot.solid[spot]; spot = bot.next(spot, way) {
		squares = append(squares, spot)
	}
	return squares
}

// directionTo is the direction of a shortest path to the nearest goal that avoids some squares; empty if there is none.
func (bot *Bot) directionTo(here Spot, goals []Spot, avoid map[Spot]bool) string {
	first, waiting := map[Spot]string{here: ""}, []Spot{here}
	for i := 0; i < len(waiting); i++ {
		spot := waiting[i]
		if slices.Contains(goals, spot) {
			return first[spot]
		}
		for _, way := range ways {
			beyond := bot.next(spot, way)
			if _, known := first[beyond]; known || bot.solid[beyond] || avoid[beyond] {
				continue
			}
			first[beyond] = first[spot]
			if first[spot] == "" {
				first[beyond] = way
			}
			waiting = append(waiting, beyond)
		}
	}
	return ""
}

func main() {
	Run(func(start Start) func(View) string {
		bot := Bot{seat: start.Seat, reach: start.Config["laser_range"], solid: map[Spot]bool{}}
		decode(start.Map, &bot.board)
		for _, spot := range append(slices.Clone(bot.board.Walls), bot.board.Turrets...) {
			bot.solid[spot] = true
		}
		return bot.move
	})
}
