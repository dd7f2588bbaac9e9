// A farmer for Sproutopia: walks to the edge of its land and claims more in small squares. Change `move`.
package main

import (
	"cmp"
	"slices"
)

// View is what this bot uses of its view; see `lanista schema sproutopia` for the rest.
type View struct {
	DirectionState int
	HeroWindow     [][]int
	Weeds          [][]bool
	X, Y           int
}

const up, down, left, right = 1, 2, 3, 4
const size, minGain = 4, 8 // of a square: steps per side, and cells without which it is not worth the way
const blocked = 254        // outside the map, or a weed

var names = []string{"IDLE", "UP", "DOWN", "LEFT", "RIGHT"}
var reverse = []int{0, down, up, right, left}
var steps = [][2]int{{0, 0}, {0, -1}, {0, 1}, {-1, 0}, {1, 0}}
var sides = [][]int{{}, {left, right}, {left, right}, {up, down}, {up, down}}
var ways = []int{up, right, down, left}

// Bot remembers the rest of its square.
type Bot struct {
	land, trail int
	plan        []int
	expected    [2]int
	wasHome     bool
}

// move returns the command for one tick.
func (bot *Bot) move(view View) string {
	wasHome, isHome := bot.wasHome, view.code(0, 0) == bot.land
	bot.wasHome = isHome
	if [2]int{view.X, view.Y} != bot.expected || len(bot.plan) == 0 || isHome && !wasHome {
		if isHome {
			bot.plan = bot.square(view)
		} else {
			bot.plan = bot.towards(view, true)
		}
	}
	step := 0
	if len(bot.plan) > 0 {
		step, bot.plan = bot.plan[0], bot.plan[1:]
	}
	if !bot.isSafe(view, step) {
		step, bot.plan = 0, nil
		if i := slices.IndexFunc(ways, func(way int) bool { return bot.isSafe(view, way) }); i >= 0 {
			step = ways[i]
		}
	}
	bot.expected = [2]int{view.X + steps[step][0], view.Y + steps[step][1]}
	return names[step]
}

// code returns the code of the cell at an offset from the farmer.
func (view View) code(dx, dy int) int {
	x, y := len(view.HeroWindow)/2+dx, len(view.HeroWindow)/2+dy
	if view.Weeds[x][y] {
		return blocked
	}
	return view.HeroWindow[x][y]
}

// isFree reports whether the farmer can stand there: neither blocked nor on its trail.
func (bot *Bot) isFree(view View, dx, dy int) bool {
	code := view.code(dx, dy)
	return code != blocked && code != bot.trail
}

// isSafe reports whether a step leads to a free cell, does not double back, and can be followed by another one.
func (bot *Bot) isSafe(view View, way int) bool {
	x, y := steps[way][0], steps[way][1]
	if way == 0 || reverse[way] == view.DirectionState || !bot.isFree(view, x, y) {
		return false
	}
	return slices.ContainsFunc(ways, func(next int) bool {
		return next != reverse[way] && bot.isFree(view, x+steps[next][0], y+steps[next][1])
	})
}

// square returns the square that claims most; a step towards other land if none claims enough.
func (bot *Bot) square(view View) []int {
	best, plan := minGain, bot.towards(view, false)
	for _, way := range ways {
		for _, side := range sides[way] {
			gain := bot.gain(view, steps[way], steps[side])
			if gain <= best || !bot.isSafe(view, way) {
				continue
			}
			best, plan = gain, nil
			for _, leg := range []int{way, side, reverse[way], reverse[side]} {
				for i := 0; i < size; i++ {
					plan = append(plan, leg)
				}
			}
		}
	}
	return plan
}

// gain returns how many cells a square would claim; 0 if it cannot be walked.
func (bot *Bot) gain(view View, a, b [2]int) int {
	gain := 0
	for i := 0; i <= size; i++ {
		for j := 0; j <= size; j++ {
			x, y := i*a[0]+j*b[0], i*a[1]+j*b[1]
			if !bot.isFree(view, x, y) {
				return 0
			}
			if view.code(x, y) != bot.land {
				gain++
			}
		}
	}
	return gain
}

// towards returns a step to the nearest visible land of this farmer, or of others; straight on if there is none.
func (bot *Bot) towards(view View, own bool) []int {
	far := len(view.HeroWindow) / 2
	x, y, least := 0, 0, 1<<30
	for dx := -far; dx <= far; dx++ {
		for dy := -far; dy <= far; dy++ {
			isMine := view.code(dx, dy) == bot.land
			isWanted := isMine == own && (own || bot.isFree(view, dx, dy))
			if distance := max(dx, -dx) + max(dy, -dy); isWanted && distance < least {
				x, y, least = dx, dy, distance
			}
		}
	}
	options := []int{[]int{left, 0, right}[cmp.Compare(x, 0)+1], []int{up, 0, down}[cmp.Compare(y, 0)+1]}
	if x == 0 && y == 0 {
		options = []int{view.DirectionState}
	}
	i := slices.IndexFunc(options, func(way int) bool { return bot.isSafe(view, way) })
	return options[max(i, 0) : i+1]
}

func main() {
	Run(func(start Start) func(View) string {
		return (&Bot{land: start.Seat, trail: 4 + start.Seat, expected: [2]int{-1, -1}, wasHome: true}).move
	})
}
