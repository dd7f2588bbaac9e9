import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Scanner;

/** A bot of 2020 that reads the text files only, both of them in turn. */
public class Main {
    public static void main(String[] args) throws IOException {
        Scanner input = new Scanner(System.in);
        while (input.hasNextInt()) {
            int round = input.nextInt();
            String name = round % 2 == 0 ? "textMap.txt" : "state.txt";
            String text = Files.readString(Path.of("rounds", String.valueOf(round), name));
            System.out.println("C;" + round + ";" + choose(text));
        }
    }

    private static String choose(String text) {
        String player = text.lines().filter(line -> line.startsWith("player:")).findFirst().orElseThrow();
        int damage = Integer.parseInt(player.replaceAll(".*damage:(\\d+).*", "$1"));
        return damage > 1 ? "FIX" : "ACCELERATE";
    }
}
