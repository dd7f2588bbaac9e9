// A tank for Tanks: scans, fires at the nearest tank in sight, drives across open fields. Change `move`.
package main

import (
	"fmt"
	"strings"
)

// The parts of the view that this bot uses; see `lanista schema tanks` for the rest.
type Spot struct{ X, Y int }

type View struct {
	PlayerID    int `json:"player_id"`
	Mobile      bool
	Position    Spot
	Orientation string
	Scan        *struct {
		Rows  []string
		Tanks []struct {
			Row, Col, ID int
			Alive        bool
		}
	}
}

var ways = map[string]Spot{
	"North": {0, -1}, "North-East": {1, -1}, "East": {1, 0}, "South-East": {1, 1},
	"South": {0, 1}, "South-West": {-1, 1}, "West": {-1, 0}, "North-West": {-1, -1},
}

// move returns the action for one turn: scan every other turn, and act on the result in between.
func move(view View) string {
	if view.Scan == nil {
		return "SCAN OMNI"
	}
	middle, step := len(view.Scan.Rows)/2, ways[view.Orientation]
	isFree := view.Scan.Rows[middle+step.Y][middle+step.X] == '.'
	var target *Spot
	for _, tank := range view.Scan.Tanks {
		spot := Spot{tank.Col - middle, tank.Row - middle}
		isFree = isFree && spot != step
		if tank.Alive && tank.ID != view.PlayerID && (target == nil || distance(spot) < distance(*target)) {
			target = &spot
		}
	}
	if target != nil {
		return fire(view, *target)
	}
	if !view.Mobile {
		return "SCAN OMNI"
	}
	if isFree {
		return "MOVE FORWARD"
	}
	return "ROTATE CLOCKWISE"
}

// distance is how far away a cell is, in moves.
func distance(spot Spot) int {
	return max(spot.X, -spot.X, spot.Y, -spot.Y)
}

// fire returns a shot at a tank at an offset: cardinal if it is in line, otherwise positional.
func fire(view View, spot Spot) string {
	for name, step := range ways {
		if step.X*distance(spot) == spot.X && step.Y*distance(spot) == spot.Y {
			return "FIRE CARDINAL " + strings.ReplaceAll(strings.ToUpper(name), "-", "_")
		}
	}
	return fmt.Sprintf("FIRE POSITIONAL %d %d", view.Position.X+spot.X, view.Position.Y+spot.Y)
}

func main() {
	Run(func(Start) func(View) string { return move })
}
