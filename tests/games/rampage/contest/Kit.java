// A client like that of the Java kit of 2015, written from the protocol's description: java Kit -p PORT.
// It parses what it needs of the state without a JSON library, and walks on until something is in the way.

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

public class Kit {
    private static final String[] TURNS = {"FACE_UP", "FACE_RIGHT", "FACE_DOWN", "FACE_LEFT"};

    public static void main(String[] arguments) throws IOException {
        int port = 4461;
        for (int i = 0; i + 1 < arguments.length; i += 2) {
            if (arguments[i].equals("-p")) {
                port = Integer.parseInt(arguments[i + 1]);
            }
        }
        try (Socket server = new Socket("localhost", port);
                BufferedReader in = new BufferedReader(
                        new InputStreamReader(server.getInputStream(), StandardCharsets.UTF_8));
                PrintWriter out = new PrintWriter(server.getOutputStream(), true)) {
            out.println(UUID.randomUUID());
            String signal = in.readLine();
            while (signal != null && !signal.equals("END")) {
                if (signal.equals("BEGIN")) {
                    out.println("Java kit");
                } else if (signal.equals("MOVE")) {
                    out.println(move(in.readLine()));
                } else {
                    throw new IOException("unrecognized signal " + signal);
                }
                signal = in.readLine();
            }
        }
        System.out.println("the match is over");
    }

    private static String move(String state) {
        int turn = number(state, "\"currentTurn\":(\\d+)");
        boolean moved = state.contains("\"didMakeAMove\":true");
        if (turn % 3 == 2) {
            return "SHOOT";
        }
        return moved || turn == 0 ? "FORWARD" : TURNS[turn % 4];
    }

    private static int number(String state, String pattern) {
        Matcher found = Pattern.compile(pattern).matcher(state);
        if (!found.find()) {
            throw new IllegalStateException("expected " + pattern + " in " + state);
        }
        return Integer.parseInt(found.group(1));
    }
}
