import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;

/** A bot for Tower Defence: a generator in every row, then turrets where most are missing. Change `move`. */
final class Bot {
    // The parts of the view that this bot uses; `lanista schema tower_defence` shows all of it.
    record Details(int mapWidth, int mapHeight, Map<String, Integer> buildingPrices) {}

    record Player(String playerType, int energy) {}

    record Building(String buildingType, String playerType) {}

    record Cell(List<Building> buildings) {}

    record View(Details gameDetails, List<Player> players, List<List<Cell>> gameMap) {}

    private static final List<String> KINDS = List.of("DEFENSE", "ATTACK", "ENERGY"); // by order type

    /** The order for one round: x,y,type, or an empty text for no order. */
    static String move(View view) {
        int half = view.gameDetails().mapWidth() / 2;
        int height = view.gameDetails().mapHeight();
        int[] columns = IntStream.range(0, half).toArray();
        if (IntStream.range(0, height).map(y -> count(view, y, "A", "ENERGY")).sum() < height) {
            return build(view, "ENERGY", columns, y -> count(view, y, "A", "ENERGY"));
        }
        int[] fromFront = IntStream.rangeClosed(1, half).map(x -> half - x).toArray();
        return build(view, "ATTACK", fromFront, y -> 2 * count(view, y, "A", "ATTACK") - count(view, y, "B", ""));
    }

    /** The number of a player's buildings of a kind, or of any kind, in a row. */
    static int count(View view, int y, String player, String kind) {
        return (int) view.gameMap().get(y).stream()
                .flatMap(cell -> cell.buildings().stream())
                .filter(b -> b.playerType().equals(player) && (kind.isEmpty() || b.buildingType().equals(kind)))
                .count();
    }

    /** The order to build on a free cell of the row with the lowest worth, if it is affordable. */
    static String build(View view, String kind, int[] columns, ToIntFunction<Integer> worth) {
        var me = view.players().stream().filter(player -> player.playerType().equals("A")).findFirst().orElseThrow();
        if (me.energy() < view.gameDetails().buildingPrices().get(kind)) {
            return "";
        }
        var rows = IntStream.range(0, view.gameMap().size()).boxed().sorted(Comparator.comparingInt(worth)).toList();
        for (int y : rows) {
            for (int x : columns) {
                if (view.gameMap().get(y).get(x).buildings().isEmpty()) {
                    return x + "," + y + "," + KINDS.indexOf(kind);
                }
            }
        }
        return "";
    }

    public static void main(String[] args) throws IOException {
        Lanista.run(View.class, start -> Bot::move);
    }
}
