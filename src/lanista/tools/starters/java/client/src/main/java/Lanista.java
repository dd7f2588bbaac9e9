import com.google.gson.Gson;
import com.google.gson.JsonObject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Speaks Lanista's lines protocol: one JSON object per line. There is no need to change this file. */
final class Lanista {
    private static final Gson GSON = new Gson();

    /** The message before the first turn; `map` is null in games without one. */
    record Start(String game, String ruleset, int seat, int seats, List<String> names, Map<String, Integer> config,
            JsonObject map) {
        /** The map as an object of the given type. */
        <T> T mapAs(Class<T> type) {
            return GSON.fromJson(map, type);
        }
    }

    private record Message(String type, int turn, JsonObject view) {}

    private record Ready(String type, boolean again) {}

    private record Answer(int turn, String move) {}

    private Lanista() {}

    /**
     * Plays match after match: `begin` gets each start message and returns what answers that match's views with moves.
     * Write logs to System.err; standard output belongs to the protocol.
     */
    static <V> void run(Class<V> view, Function<Start, Function<V, String>> begin) throws IOException {
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        var out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        Function<V, String> move = null;
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            var message = GSON.fromJson(line, Message.class);
            if (message.type().equals("start")) {
                move = begin.apply(GSON.fromJson(line, Start.class));
                send(out, new Ready("ready", true));
            } else if (message.type().equals("turn")) {
                send(out, new Answer(message.turn(), move.apply(GSON.fromJson(message.view(), view))));
            }
        }
    }

    private static void send(PrintStream out, Object message) {
        out.print(GSON.toJson(message) + "\n");
        out.flush();
    }
}
