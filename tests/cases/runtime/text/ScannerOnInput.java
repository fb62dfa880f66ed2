//@ run-native
//@ stdin: 5\n3 1 4 1 5\nadd 2 3\nmul 6 7\nsay hello world\nbad line here\n\nquit\nunread
// Exercises standard input through Scanner: counted numbers, a small command loop, an unknown command, and an early end.
import java.util.Arrays;
import java.util.Locale;
import java.util.NoSuchElementException;
import java.util.Scanner;

public class ScannerOnInput {
    private static String execute(String line) {
        try (Scanner words = new Scanner(line)) {
            String command = words.next();
            return switch (command) {
                case "add" -> "sum " + (words.nextInt() + words.nextInt());
                case "mul" -> "product " + words.nextInt() * words.nextInt();
                case "say" -> "said" + words.useDelimiter("\\z").next();
                default -> "unknown " + command + " with " + words.tokens().count() + " more";
            };
        } catch (NoSuchElementException e) {
            return "incomplete";
        }
    }

    public static void main(String[] args) {
        Scanner input = new Scanner(System.in).useLocale(Locale.ROOT);
        int count = input.nextInt();
        int[] numbers = new int[count];
        for (int i = 0; i < count; i++) {
            numbers[i] = input.nextInt();
        }
        Arrays.sort(numbers);
        System.out.println(count + " numbers " + Arrays.toString(numbers) + " sum " + Arrays.stream(numbers).sum());
        System.out.println("rest of the line [" + input.nextLine() + "]");
        int lines = 0;
        while (input.hasNextLine()) {
            String line = input.nextLine();
            lines++;
            if (line.equals("quit")) {
                break;
            }
            System.out.println(lines + ": " + execute(line));
        }
        System.out.println("stopped after " + lines + ", more input " + input.hasNext() + " " + input.next());
        System.out.println("at the end " + input.hasNext() + " " + input.hasNextLine());
        try {
            input.nextLine();
        } catch (NoSuchElementException e) {
            System.out.println(e.getMessage());
        }
        input.close();
        try {
            System.out.println(System.in.read());
        } catch (java.io.IOException e) {
            System.out.println("closing the scanner closed the input: " + e.getMessage());
        }
    }
}
