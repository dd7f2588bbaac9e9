// A farmer for Sproutopia: walks small squares to claim new land. Change `move`.
package main

// View is what this bot uses of its view; see `lanista schema sproutopia` for the rest.
type View struct {
	DirectionState int
	HeroWindow     [][]int
	X, Y           int
}

const up, down, left, right, outside = 1, 2, 3, 4, 254

var names = []string{"IDLE", "UP", "DOWN", "LEFT", "RIGHT"}
var reverse = []int{0, down, up, right, left}
var steps = [][2]int{{0, 0}, {0, -1}, {0, 1}, {-1, 0}, {1, 0}}
var sides = [][]int{{}, {left, right}, {left, right}, {up, down}, {up, down}}
var ways = []int{up, right, down, left}

// Bot remembers the rest of its loop.
type Bot struct {
	land, trail int
	plan        []int
	expected    [2]int
}

// move returns the command for one tick.
func (bot *Bot) move(view View) string {
	if [2]int{view.X, view.Y} != bot.expected || len(bot.plan) == 0 {
		if view.code(0, 0) == bot.land {
			bot.plan = bot.loop(view)
		} else {
			bot.plan = bot.home(view)
		}
	}
	step := 0
	if len(bot.plan) > 0 {
		step, bot.plan = bot.plan[0], bot.plan[1:]
	}
	if !bot.isSafe(view, step) {
		step, bot.plan = 0, nil
		for i := 0; i < len(ways) && step == 0; i++ {
			if bot.isSafe(view, ways[i]) {
				step = ways[i]
			}
		}
	}
	bot.expected = [2]int{view.X + steps[step][0], view.Y + steps[step][1]}
	return names[step]
}

// code returns the code of the cell at an offset from the farmer.
func (view View) code(dx, dy int) int {
	middle := len(view.HeroWindow) / 2
	return view.HeroWindow[middle+dx][middle+dy]
}

// isSafe reports whether a step stays on the map, off this farmer's trail, and does not double back.
func (bot *Bot) isSafe(view View, way int) bool {
	code := view.code(steps[way][0], steps[way][1])
	return way != 0 && reverse[way] != view.DirectionState && code != outside && code != bot.trail
}

// loop returns the square that claims most; straight on if none claims anything.
func (bot *Bot) loop(view View) []int {
	size := min(4, len(view.HeroWindow)/2)
	best, plan := 0, []int{view.DirectionState}
	for _, way := range ways {
		for _, side := range sides[way] {
			gain := bot.gain(view, steps[way], steps[side], size)
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
func (bot *Bot) gain(view View, a, b [2]int, size int) int {
	gain := 0
	for i := 0; i <= size; i++ {
		for j := 0; j <= size; j++ {
			code := view.code(i*a[0]+j*b[0], i*a[1]+j*b[1])
			if code == outside || code == bot.trail {
				return 0
			}
			if code != bot.land {
				gain++
			}
		}
	}
	return gain
}

// home returns one step towards the nearest visible land of this farmer.
func (bot *Bot) home(view View) []int {
	far := len(view.HeroWindow) / 2
	x, y, least := 0, 0, 1<<30
	for dx := -far; dx <= far; dx++ {
		for dy := -far; dy <= far; dy++ {
			if distance := max(dx, -dx) + max(dy, -dy); view.code(dx, dy) == bot.land && distance < least {
				x, y, least = dx, dy, distance
			}
		}
	}
	if x > 0 && bot.isSafe(view, right) {
		return []int{right}
	}
	if x < 0 && bot.isSafe(view, left) {
		return []int{left}
	}
	if y > 0 && bot.isSafe(view, down) {
		return []int{down}
	}
	if y < 0 && bot.isSafe(view, up) {
		return []int{up}
	}
	return nil
}

func main() {
	Run(func(start Start) func(View) string {
		return (&Bot{land: start.Seat, trail: 4 + start.Seat, expected: [2]int{-1, -1}}).move
	})
}
