import java.io.IOException;
import java.util.List;
import java.util.Map;

/** A bot for Overdrive: repairs, boosts on a clear lane, dodges obstacles. Change `move`. */
final class Bot {
    // The parts of the view that this bot uses; `lanista schema overdrive` shows all of it.
    record Position(int x, int y) {}

    record Car(Position position, int speed, int damage, List<String> powerups, boolean boosting) {}

    record Opponent(Position position) {}

    record Block(Position position, int surfaceObject, boolean isOccupiedByCyberTruck) {}

    record View(Car player, Opponent opponent, List<List<Block>> worldMap) {}

    private static final int LANES = 4;
    private static final int TRUCK = 2;
    private static final Map<Integer, Integer> COSTS = Map.of(1, 1, 2, 1, 6, 2); // mud, oil spill, wall
    private static final Map<Integer, Integer> FASTER = // the speed after ACCELERATE
            Map.of(0, 3, 3, 6, 5, 6, 6, 8, 8, 9, 9, 9, 15, 15);

    /** The command for one round. */
    static String move(View view) {
        var car = view.player();
        var other = view.opponent().position();
        int lane = car.position().y();
        int block = car.position().x();
        int speed = car.speed();
        if (car.damage() >= 2) {
            return "FIX";
        }
        if (car.powerups().contains("BOOST") && !car.boosting() && cost(view, lane, block + 1, block + 15) == 0) {
            return "USE_BOOST";
        }
        int ahead = cost(view, lane, block + 1, block + FASTER.get(speed));
        if (ahead > 0 && speed > 0) {
            int left = cost(view, lane - 1, block, block + speed - 1);
            int right = cost(view, lane + 1, block, block + speed - 1);
            if (Math.min(left, right) < ahead) {
                return left <= right ? "TURN_LEFT" : "TURN_RIGHT";
            }
            if (car.powerups().contains("LIZARD")) {
                return "USE_LIZARD";
            }
        }
        boolean isNear = Math.abs(other.y() - lane) <= 1 && other.x() > block;
        return car.powerups().contains("EMP") && isNear ? "USE_EMP" : "ACCELERATE";
    }

    /** The cost of driving over these blocks; a lane off the track costs most. */
    static int cost(View view, int lane, int first, int last) {
        if (lane < 1 || lane > LANES) {
            return 99;
        }
        return view.worldMap().get(lane - 1).stream()
                .filter(block -> block.position().x() >= first && block.position().x() <= last)
                .mapToInt(b -> COSTS.getOrDefault(b.surfaceObject(), 0) + (b.isOccupiedByCyberTruck() ? TRUCK : 0))
                .sum();
    }

    public static void main(String[] args) throws IOException {
        Lanista.run(View.class, start -> Bot::move);
    }
}
