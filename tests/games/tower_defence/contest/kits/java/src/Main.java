import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A bot of 2018 that reads the text map only, as bots without a JSON library did. */
public class Main {
    private static final Pattern CELL = Pattern.compile("\\[(\\d+),(\\d+),(\\w),(\\d+),(\\d+)\\]");

    public static void main(String[] args) throws IOException {
        List<String> lines = Files.readAllLines(Path.of("textMap.txt"));
        int energy = number(lines, "Energy : ");
        int width = number(lines, "Map Width : ");
        Files.writeString(Path.of("command.txt"), energy >= 30 ? order(lines, width) : "");
        System.out.println("round " + number(lines, "Round Number : "));
    }

    /** The first number after a word: player A, the bot itself, comes first. */
    private static int number(List<String> lines, String word) {
        return lines.stream().filter(line -> line.startsWith(word)).findFirst()
                .map(line -> Integer.parseInt(line.substring(word.length()))).orElseThrow();
    }

    private static String order(List<String> lines, int width) {
        for (String line : lines) {
            Matcher cell = CELL.matcher(line);
            while (line.startsWith("[0,") && cell.find()) {
                int x = Integer.parseInt(cell.group(1));
                if (x == width / 2 - 1 && cell.group(3).equals("N")) {
                    return x + "," + cell.group(2) + ",1";
                }
            }
        }
        return "";
    }
}
