import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.stream.IntStream;

/** A farmer for Sproutopia: walks to the edge of its land and claims more in small squares. Change `move`. */
final class Bot {
    // What this bot uses of its view; see `lanista schema sproutopia` for the rest.
    record View(int directionState, int[][] heroWindow, boolean[][] weeds, int x, int y) {
        int far() {
            return heroWindow.length / 2;
        }

        /** The code of the cell at an offset from the farmer. */
        int code(int dx, int dy) {
            return weeds[far() + dx][far() + dy] ? BLOCKED : heroWindow[far() + dx][far() + dy];
        }
    }

    private static final int UP = 1;
    private static final int DOWN = 2;
    private static final int LEFT = 3;
    private static final int RIGHT = 4;
    private static final int SIZE = 4; // steps per side of a square
    private static final int MIN_GAIN = 8; // cells without which a square is not worth the way
    private static final int BLOCKED = 254; // outside the map, or a weed
    private static final String[] NAMES = {"IDLE", "UP", "DOWN", "LEFT", "RIGHT"};
    private static final int[] REVERSE = {0, DOWN, UP, RIGHT, LEFT};
    private static final int[] DX = {0, 0, 0, -1, 1};
    private static final int[] DY = {0, -1, 1, 0, 0};
    private static final int[] WAYS = {UP, RIGHT, DOWN, LEFT};

    private final int land;
    private final int trail;
    private Deque<Integer> plan = new ArrayDeque<>(); // the rest of the square
    private int expectedX = -1;
    private int expectedY = -1;
    private boolean wasHome = true;

    Bot(int seat) {
        land = seat;
        trail = 4 + seat;
    }

    /** The command for one tick. */
    String move(View view) {
        boolean isHome = view.code(0, 0) == land;
        boolean hasReturned = isHome && !wasHome;
        wasHome = isHome;
        if (view.x() != expectedX || view.y() != expectedY || plan.isEmpty() || hasReturned) {
            plan = isHome ? square(view) : towards(view, true);
        }
        int step = plan.isEmpty() ? 0 : plan.pop();
        if (!isSafe(view, step)) {
            plan.clear();
            step = 0;
            for (int way : WAYS) {
                step = step == 0 && isSafe(view, way) ? way : step;
            }
        }
        expectedX = view.x() + DX[step];
        expectedY = view.y() + DY[step];
        return NAMES[step];
    }

    /** Whether the farmer can stand there: neither blocked nor on its trail. */
    private boolean isFree(View view, int dx, int dy) {
        int code = view.code(dx, dy);
        return code != BLOCKED && code != trail;
    }

    /** Whether a step leads to a free cell, does not double back, and can be followed by another one. */
    private boolean isSafe(View view, int way) {
        if (way == 0 || REVERSE[way] == view.directionState() || !isFree(view, DX[way], DY[way])) {
            return false;
        }
        return IntStream.of(WAYS)
                .anyMatch(next -> next != REVERSE[way] && isFree(view, DX[way] + DX[next], DY[way] + DY[next]));
    }

    /** The square that claims most; a step towards other land if none claims enough. */
    private Deque<Integer> square(View view) {
        int best = MIN_GAIN;
        var found = towards(view, false);
        for (int way : WAYS) {
            for (int side : way <= DOWN ? new int[] {LEFT, RIGHT} : new int[] {UP, DOWN}) {
                int gain = gain(view, way, side);
                if (gain > best && isSafe(view, way)) {
                    best = gain;
                    found.clear();
                    for (int leg : new int[] {way, side, REVERSE[way], REVERSE[side]}) {
                        found.addAll(Collections.nCopies(SIZE, leg));
                    }
                }
            }
        }
        return found;
    }

    /** How many cells a square would claim; 0 if it cannot be walked. */
    private int gain(View view, int way, int side) {
        int gain = 0;
        for (int i = 0; i <= SIZE; i++) {
            for (int j = 0; j <= SIZE; j++) {
                int x = i * DX[way] + j * DX[side];
                int y = i * DY[way] + j * DY[side];
                if (!isFree(view, x, y)) {
                    return 0;
                }
                gain += view.code(x, y) != land ? 1 : 0;
            }
        }
        return gain;
    }

    /** A step towards the nearest visible land of this farmer, or of others; straight on if there is none. */
    private Deque<Integer> towards(View view, boolean own) {
        int x = 0;
        int y = 0;
        int least = Integer.MAX_VALUE;
        for (int dx = -view.far(); dx <= view.far(); dx++) {
            for (int dy = -view.far(); dy <= view.far(); dy++) {
                boolean isMine = view.code(dx, dy) == land;
                boolean isWanted = own ? isMine : !isMine && isFree(view, dx, dy);
                if (isWanted && Math.abs(dx) + Math.abs(dy) < least) {
                    least = Math.abs(dx) + Math.abs(dy);
                    x = dx;
                    y = dy;
                }
            }
        }
        int across = x == 0 ? 0 : x > 0 ? RIGHT : LEFT;
        int along = y == 0 ? 0 : y > 0 ? DOWN : UP;
        var ways = x == 0 && y == 0 ? List.of(view.directionState()) : List.of(across, along);
        return new ArrayDeque<>(ways.stream().filter(way -> isSafe(view, way)).limit(1).toList());
    }

    public static void main(String[] args) throws IOException {
        Lanista.run(View.class, start -> new Bot(start.seat())::move);
    }
}
