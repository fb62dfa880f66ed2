import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.PrintStream;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.TreeMap;

/** `FOLDER MAIN ROUNDS`: runs a program many times, each time with classes of its own, and prints what came out. */
public class Rounds {
    public static void main(String[] args) throws Exception {
        URL[] folder = {new File(args[0]).toURI().toURL()};
        TreeMap<String, Integer> outcomes = new TreeMap<>();
        PrintStream out = System.out;
        for (int round = Integer.parseInt(args[2]); round > 0; round--) {
            ByteArrayOutputStream said = new ByteArrayOutputStream();
            System.setOut(new PrintStream(said, true));
            ThreadGroup group = new ThreadGroup("round");
            Thread runner = new Thread(group, () -> run(folder, args[1]));
            runner.start();
            runner.join();
            Thread[] left = new Thread[16];
            for (int i = group.enumerate(left); i > 0; i--) {
                left[i - 1].join();
            }
            outcomes.merge(said.toString().trim().replace("\n", " | "), 1, Integer::sum);
        }
        outcomes.forEach((outcome, times) -> out.println(outcome));
    }

    private static void run(URL[] folder, String name) {
        try (URLClassLoader loader = new URLClassLoader(folder, ClassLoader.getPlatformClassLoader())) {
            Method main = loader.loadClass(name).getDeclaredMethod("main", String[].class);
            main.setAccessible(true);
            main.invoke(null, (Object) new String[0]);
        } catch (Exception exception) {
            throw new Error(exception);
        }
    }
}
