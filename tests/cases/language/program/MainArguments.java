//@ run-native
//@ args: alpha 42 -7 --flag=x alpha Z
// Exercises program arguments: count, order, parsing, identity of equal arguments and modification of the array.
import java.util.Arrays;

public class MainArguments {
    static String classify(String a) {
        if (a.startsWith("--")) {
            int eq = a.indexOf('=');
            return "option " + a.substring(2, eq) + " is " + a.substring(eq + 1);
        }
        try {
            return "number " + Integer.parseInt(a) * 2;
        } catch (NumberFormatException e) {
            return "word " + a.length() + " " + e.getMessage();
        }
    }

    public static void main(final String... args) {
        System.out.println(args.length + " " + args.getClass().getName());
        for (String a : args) {
            System.out.println(classify(a));
        }
        System.out.println(args[0].equals(args[4]) + " " + args[5].charAt(0));
        System.out.println(args[0].intern() == "alpha");
        switch (args[5]) {
            case "Z" -> System.out.println("last is Z");
            default -> System.out.println("last is " + args[5]);
        }
        args[0] = "changed";
        Arrays.sort(args);
        System.out.println(String.join(" ", args));
        if (args.length < 10) {
            main(Arrays.copyOf(new String[] {"1", "2", "3", "4", "again", "Y", "7", "8", "9", "10"}, 10));
        }
    }
}
