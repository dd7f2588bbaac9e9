import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A square with the WebSocket of the JDK: negotiation of version 1, actions by name, no invocation ids. */
public class Square implements WebSocket.Listener {
    static final String TOKEN = System.getenv("TOKEN");
    static final String[] NAMES = {"RIGHT", "DOWN", "LEFT", "UP"};
    static final CountDownLatch OVER = new CountDownLatch(1);
    private final StringBuilder rest = new StringBuilder();

    public static void main(String[] args) throws Exception {
        String hub = System.getenv("RUNNER_IPV4") + ":5000/runnerhub";
        HttpClient client = HttpClient.newHttpClient();
        HttpRequest negotiate = HttpRequest.newBuilder(URI.create("http://" + hub + "/negotiate?negotiateVersion=1"))
            .POST(HttpRequest.BodyPublishers.noBody()).build();
        String body = client.send(negotiate, HttpResponse.BodyHandlers.ofString()).body();
        Matcher found = Pattern.compile("\"connectionToken\":\"([^\"]*)\"").matcher(body);
        if (!found.find()) {
            throw new IllegalStateException(body);
        }
        WebSocket web = client.newWebSocketBuilder()
            .buildAsync(URI.create("ws://" + hub + "?id=" + found.group(1)), new Square()).join();
        web.sendText("{\"protocol\":\"json\",\"version\":1}\u001e", true).join();
        String who = "\"" + TOKEN + "\",\"" + System.getenv("BOT_NICKNAME") + "\"";
        web.sendText("{\"type\":1,\"target\":\"Register\",\"arguments\":[" + who + "]}\u001e", true).join();
        OVER.await(60, TimeUnit.SECONDS);
        System.exit(0);
    }

    @Override
    public CompletionStage<?> onText(WebSocket web, CharSequence data, boolean last) {
        rest.append(data);
        int end;
        while ((end = rest.indexOf("\u001e")) >= 0) {
            take(web, rest.substring(0, end));
            rest.delete(0, end + 1);
        }
        web.request(1);
        return null;
    }

    private void take(WebSocket web, String message) {
        Matcher tick = Pattern.compile("\"gameTick\":(\\d+)").matcher(message);
        if (message.contains("\"Registered\"")) {
            System.out.println("registered " + message.contains(TOKEN));
        } else if (message.contains("\"EndGame\"")) {
            System.out.println("end " + message);
            OVER.countDown();
        } else if (tick.find()) {
            String action = NAMES[Integer.parseInt(tick.group(1)) / 3 % 4];
            String command = "{\"action\":\"" + action + "\",\"botId\":\"" + TOKEN + "\"}";
            web.sendText("{\"type\":1,\"target\":\"SendPlayerCommand\",\"arguments\":[" + command + "]}\u001e", true);
        }
    }

    @Override
    public CompletionStage<?> onClose(WebSocket web, int status, String reason) {
        OVER.countDown();
        return null;
    }
}
