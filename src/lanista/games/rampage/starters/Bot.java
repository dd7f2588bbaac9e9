import com.google.gson.annotations.SerializedName;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A robot for Rampage: collects items, shoots at the opponent, avoids turrets. Change `move`. */
final class Bot {
    // The parts of the view and the map that this bot uses; see `lanista schema rampage` for the rest.
    record Spot(int x, int y) {}

    record Robot(int x, int y, String facing, Map<String, Integer> items, @SerializedName("shield_left") int shieldLeft) {
        Spot spot() {
            return new Spot(x, y);
        }
    }

    record Turret(boolean alive, @SerializedName("fires_next") boolean firesNext) {}

    record View(List<Robot> players, List<Turret> turrets, List<Spot> items) {}

    record Board(int width, int height, List<Spot> walls, List<Spot> turrets) {}

    private enum Way {
        UP(0, -1), DOWN(0, 1), LEFT(-1, 0), RIGHT(1, 0);

        final int dx;
        final int dy;

        Way(int dx, int dy) {
            this.dx = dx;
            this.dy = dy;
        }
    }

    private final int seat;
    private final int range;
    private final Board board;
    private final Set<Spot> solid = new HashSet<>();

    Bot(Lanista.Start start) {
        seat = start.seat();
        range = start.config().get("laser_range");
        board = start.mapAs(Board.class);
        solid.addAll(board.walls());
        solid.addAll(board.turrets());
    }

    /** The move for one turn. */
    String move(View view) {
        var me = view.players().get(seat);
        var here = me.spot();
        var there = view.players().get(1 - seat).spot();
        var facing = Way.valueOf(me.facing());
        var covered = new HashSet<Spot>();
        var danger = new HashSet<Spot>();
        boolean isInBeam = false;
        for (Way way : Way.values()) {
            for (int i = 0; i < board.turrets().size(); i++) {
                var beam = line(board.turrets().get(i), way, range);
                covered.addAll(view.turrets().get(i).alive() ? beam : List.of());
                danger.addAll(view.turrets().get(i).firesNext() ? beam : List.of());
            }
            isInBeam |= line(here, way, range).contains(there);
        }
        if (danger.contains(here) && me.items().get("shield") > 0 && me.shieldLeft() == 0) {
            return "SHIELD";
        }
        if (me.items().get("laser") > 0 && isInBeam) {
            return "LASER";
        }
        if (line(here, facing, 6).contains(there)) {
            return "SHOOT";
        }
        var goals = view.items().isEmpty() ? Set.of(there) : new HashSet<>(view.items());
        var safe = directionTo(here, goals, covered);
        var way = safe != null ? safe : directionTo(here, goals, Set.of());
        if (way != null && way != facing) {
            return "FACE_" + way;
        }
        return way != null && !danger.contains(next(here, way)) ? "FORWARD" : "NONE";
    }

    /** The neighbouring square in a direction; the edges of the board wrap around. */
    private Spot next(Spot spot, Way way) {
        return new Spot(Math.floorMod(spot.x() + way.dx, board.width()), Math.floorMod(spot.y() + way.dy, board.height()));
    }

    /** The squares in a direction up to the first wall or turret. */
    private List<Spot> line(Spot from, Way way, int reach) {
        var squares = new ArrayList<Spot>();
        for (var spot = next(from, way); squares.size() < reach && !solid.contains(spot); spot = next(spot, way)) {
            squares.add(spot);
        }
        return squares;
    }

    /** The direction of a shortest path to the nearest goal that avoids some squares; null if there is none. */
    private Way directionTo(Spot here, Set<Spot> goals, Set<Spot> avoid) {
        var first = new HashMap<Spot, Way>();
        first.put(here, null);
        var waiting = new ArrayList<>(List.of(here));
        for (int i = 0; i < waiting.size(); i++) {
            var spot = waiting.get(i);
            if (goals.contains(spot)) {
                return first.get(spot);
            }
            for (Way way : Way.values()) {
                var beyond = next(spot, way);
                if (!first.containsKey(beyond) && !solid.contains(beyond) && !avoid.contains(beyond)) {
                    first.put(beyond, first.get(spot) != null ? first.get(spot) : way);
                    waiting.add(beyond);
                }
            }
        }
        return null;
    }

    public static void main(String[] args) throws IOException {
        Lanista.run(View.class, start -> new Bot(start)::move);
    }
}
