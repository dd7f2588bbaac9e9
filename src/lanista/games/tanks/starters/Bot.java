import com.google.gson.annotations.SerializedName;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;

/** A tank for Tanks: scans, fires at the nearest tank in sight, drives across open fields. Change `move`. */
final class Bot {
    // The parts of the view that this bot uses; see `lanista schema tanks` for the rest.
    record Spot(int x, int y) {
        /** How far away a cell is, in moves. */
        int distance() {
            return Math.max(Math.abs(x), Math.abs(y));
        }
    }

    record Tank(int row, int col, int id, boolean alive) {
        Spot from(int middle) {
            return new Spot(col - middle, row - middle);
        }
    }

    record Scan(List<String> rows, List<Tank> tanks) {}

    record View(@SerializedName("player_id") int playerId, boolean mobile, Spot position, String orientation, Scan scan) {}

    private static final List<String> NAMES = List.of(
            "North", "North-East", "East", "South-East", "South", "South-West", "West", "North-West");
    private static final List<Spot> STEPS = List.of(new Spot(0, -1), new Spot(1, -1), new Spot(1, 0), new Spot(1, 1),
            new Spot(0, 1), new Spot(-1, 1), new Spot(-1, 0), new Spot(-1, -1));

    /** The action for one turn: scan every other turn, and act on the result in between. */
    static String move(View view) {
        var scan = view.scan();
        if (scan == null) {
            return "SCAN OMNI";
        }
        int middle = scan.rows().size() / 2;
        var target = scan.tanks().stream()
                .filter(tank -> tank.alive() && tank.id() != view.playerId())
                .map(tank -> tank.from(middle))
                .min(Comparator.comparingInt(Spot::distance));
        if (target.isPresent()) {
            return fire(view, target.get());
        }
        var step = STEPS.get(NAMES.indexOf(view.orientation()));
        boolean isField = scan.rows().get(middle + step.y()).charAt(middle + step.x()) == '.';
        boolean isTaken = scan.tanks().stream().anyMatch(tank -> tank.from(middle).equals(step));
        if (!view.mobile()) {
            return "SCAN OMNI";
        }
        return isField && !isTaken ? "MOVE FORWARD" : "ROTATE CLOCKWISE";
    }

    /** A shot at a tank at an offset: cardinal if it is in line, otherwise positional. */
    static String fire(View view, Spot spot) {
        if (spot.x() == 0 || spot.y() == 0 || Math.abs(spot.x()) == Math.abs(spot.y())) {
            var step = new Spot(Integer.signum(spot.x()), Integer.signum(spot.y()));
            return "FIRE CARDINAL " + NAMES.get(STEPS.indexOf(step)).toUpperCase().replace('-', '_');
        }
        return "FIRE POSITIONAL " + (view.position().x() + spot.x()) + " " + (view.position().y() + spot.y());
    }

    public static void main(String[] args) throws IOException {
        Lanista.run(View.class, start -> Bot::move);
    }
}
