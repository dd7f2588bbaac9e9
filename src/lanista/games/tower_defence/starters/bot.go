// A bot for Tower Defence: a generator in every row, then turrets where most are missing. Change `move`.
package main

import "fmt"

// The parts of the view that this bot uses; `lanista schema tower_defence` shows all of it.
type Building struct{ BuildingType, PlayerType string }

type Cell struct{ Buildings []Building }

type View struct {
	GameDetails struct {
		MapWidth, MapHeight int
		BuildingPrices      map[string]int
	}
	Players []struct {
		PlayerType string
		Energy     int
	}
	GameMap [][]Cell
}

var orders = map[string]int{"DEFENSE": 0, "ATTACK": 1, "ENERGY": 2}

// move returns the order for one round: x,y,type, or an empty text for no order.
func move(view View) string {
	half, height := view.GameDetails.MapWidth/2, view.GameDetails.MapHeight
	generators, total := func(y int) int { return count(view, y, "A", "ENERGY") }, 0
	for y := range view.GameMap {
		total += generators(y)
	}
	if total < height {
		return build(view, "ENERGY", 0, half, 1, generators)
	}
	need := func(y int) int { return 2*count(view, y, "A", "ATTACK") - count(view, y, "B", "") }
	return build(view, "ATTACK", half-1, -1, -1, need)
}

// count returns the number of a player's buildings of a kind, or of any kind, in a row.
func count(view View, y int, player, kind string) int {
	found := 0
	for _, cell := range view.GameMap[y] {
		for _, building := range cell.Buildings {
			if building.PlayerType == player && (kind == "" || building.BuildingType == kind) {
				found++
			}
		}
	}
	return found
}

// build orders a building in the row with the lowest worth, from column `first` on, if it is affordable.
func build(view View, kind string, first, end, step int, worth func(int) int) string {
	for _, player := range view.Players {
		if player.PlayerType == "A" && player.Energy < view.GameDetails.BuildingPrices[kind] {
			return ""
		}
	}
	best, order := 1<<30, ""
	for y, row := range view.GameMap {
		for x := first; x != end; x += step {
			if len(row[x].Buildings) == 0 {
				if worth(y) < best {
					best, order = worth(y), fmt.Sprintf("%d,%d,%d", x, y, orders[kind])
				}
				break
			}
		}
	}
	return order
}

func main() {
	Run(func(Start) func(View) string { return move })
}
