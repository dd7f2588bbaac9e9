// A bot for Overdrive: repairs, boosts on a clear lane, dodges obstacles. Change `move`.
package main

import "slices"

// The parts of the view that this bot uses; `lanista schema overdrive` shows all of it.
type Position struct{ X, Y int }

type Block struct {
	Position               Position
	SurfaceObject          int
	IsOccupiedByCyberTruck bool
}

type View struct {
	Player struct {
		Position      Position
		Speed, Damage int
		Powerups      []string
		Boosting      bool
	}
	Opponent struct{ Position Position }
	WorldMap [][]Block
}

const lanes, truck = 4, 2

var costs = map[int]int{1: 1, 2: 1, 6: 2}                            // mud, oil spill, wall
var faster = map[int]int{0: 3, 3: 6, 5: 6, 6: 8, 8: 9, 9: 9, 15: 15} // the speed after ACCELERATE

// move returns the command for one round.
func move(view View) string {
	car, other := view.Player, view.Opponent.Position
	lane, block, speed := car.Position.Y, car.Position.X, car.Speed
	if car.Damage >= 2 {
		return "FIX"
	}
	if slices.Contains(car.Powerups, "BOOST") && !car.Boosting && cost(view, lane, block+1, block+15) == 0 {
		return "USE_BOOST"
	}
	ahead := cost(view, lane, block+1, block+faster[speed])
	if ahead > 0 && speed > 0 {
		left, right := cost(view, lane-1, block, block+speed-1), cost(view, lane+1, block, block+speed-1)
		if left < ahead && left <= right {
			return "TURN_LEFT"
		}
		if right < ahead {
			return "TURN_RIGHT"
		}
		if slices.Contains(car.Powerups, "LIZARD") {
			return "USE_LIZARD"
		}
	}
	isNear := other.Y-lane <= 1 && lane-other.Y <= 1 && other.X > block
	if slices.Contains(car.Powerups, "EMP") && isNear {
		return "USE_EMP"
	}
	return "ACCELERATE"
}

// cost returns the cost of driving over these blocks; a lane off the track costs most.
func cost(view View, lane, first, last int) int {
	if lane < 1 || lane > lanes {
		return 99
	}
	sum := 0
	for _, block := range view.WorldMap[lane-1] {
		if block.Position.X < first || block.Position.X > last {
			continue
		}
		sum += costs[block.SurfaceObject]
		if block.IsOccupiedByCyberTruck {
			sum += truck
		}
	}
	return sum
}

func main() {
	Run(func(Start) func(View) string { return move })
}
