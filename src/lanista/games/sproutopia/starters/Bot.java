import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.List;

/** A farmer for Sproutopia: walks small squares to claim new land. Change `move`. */
final class Bot {
    // What this bot uses of its view; see `lanista schema sproutopia` for the rest.
    record View(int directionState, int[][] heroWindow, int x, int y) {
        int far() {
            return heroWindow.length / 2;
        }

        /** The code of the cell at an offset from the farmer. */
        int code(int dx, int dy) {
            return heroWindow[far() + dx][far() + dy];
        }
    }

    private static final int UP = 1;
    private static final int DOWN = 2;
    private static final int LEFT = 3;
    private static final int RIGHT = 4;
    private static final int OUTSIDE = 254;
    private static final String[] NAMES = {"IDLE", "UP", "DOWN", "LEFT", "RIGHT"};
    private static final int[] REVERSE = {0, DOWN, UP, RIGHT, LEFT};
    private static final int[] DX = {0, 0, 0, -1, 1};
    private static final int[] DY = {0, -1, 1, 0, 0};
    private static final int[] WAYS = {UP, RIGHT, DOWN, LEFT};

    private final int land;
    private final int trail;
    private Deque<Integer> plan = new ArrayDeque<>(); // the rest of the loop
    private int expectedX = -1;
    private int expectedY = -1;

    Bot(int seat) {
        land = seat;
        trail = 4 + seat;
    }

    /** The command for one tick. */
    String move(View view) {
        if (view.x() != expectedX || view.y() != expectedY || plan.isEmpty()) {
            plan = view.code(0, 0) == land ? loop(view) : home(view);
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

    /** Whether a step stays on the map, off this farmer's trail, and does not double back. */
    private boolean isSafe(View view, int way) {
        int ahead = view.code(DX[way], DY[way]);
        return way != 0 && REVERSE[way] != view.directionState() && ahead != OUTSIDE && ahead != trail;
    }

    /** The square that claims most; straight on if none claims anything. */
    private Deque<Integer> loop(View view) {
        int size = Math.min(4, view.far());
        int best = 0;
        var found = new ArrayDeque<>(List.of(view.directionState()));
        for (int way : WAYS) {
            for (int side : way <= DOWN ? new int[] {LEFT, RIGHT} : new int[] {UP, DOWN}) {
                int gain = gain(view, way, side, size);
                if (gain > best && isSafe(view, way)) {
                    best = gain;
                    found.clear();
                    for (int leg : new int[] {way, side, REVERSE[way], REVERSE[side]}) {
                        found.addAll(Collections.nCopies(size, leg));
                    }
                }
            }
        }
        return found;
    }

    /** How many cells a square would claim; 0 if it cannot be walked. */
    private int gain(View view, int way, int side, int size) {
        int gain = 0;
        for (int i = 0; i <= size; i++) {
            for (int j = 0; j <= size; j++) {
                int code = view.code(i * DX[way] + j * DX[side], i * DY[way] + j * DY[side]);
                if (code == OUTSIDE || code == trail) {
                    return 0;
                }
                gain += code != land ? 1 : 0;
            }
        }
        return gain;
    }

    /** One step towards the nearest visible land of this farmer. */
    private Deque<Integer> home(View view) {
        int x = 0;
        int y = 0;
        int least = Integer.MAX_VALUE;
        for (int dx = -view.far(); dx <= view.far(); dx++) {
            for (int dy = -view.far(); dy <= view.far(); dy++) {
                if (view.code(dx, dy) == land && Math.abs(dx) + Math.abs(dy) < least) {
                    least = Math.abs(dx) + Math.abs(dy);
                    x = dx;
                    y = dy;
                }
            }
        }
        int across = x == 0 ? 0 : x > 0 ? RIGHT : LEFT;
        int along = y == 0 ? 0 : y > 0 ? DOWN : UP;
        var ways = List.of(across, along).stream().filter(way -> isSafe(view, way)).limit(1).toList();
        return new ArrayDeque<>(ways);
    }

    public static void main(String[] args) throws IOException {
        Lanista.run(View.class, start -> new Bot(start.seat())::move);
    }
}
