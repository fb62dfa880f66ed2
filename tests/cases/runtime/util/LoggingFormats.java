//@ run-native
// Exercises StreamHandler to a buffer, SimpleFormatter with a pattern without times, callers found by the logger, and threads that log.
import java.io.ByteArrayOutputStream;
import java.util.ListResourceBundle;
import java.util.Locale;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.logging.StreamHandler;

public class LoggingFormats {
    public static class Messages extends ListResourceBundle {
        @Override
        protected Object[][] getContents() {
            return new Object[][] {{"greeting", "Hello {0}"}, {"plain", "Plain text"}};
        }
    }

    static class Service {
        private static final Logger LOGGER = Logger.getLogger(Service.class.getName());

        void work() {
            LOGGER.info("working");
            Runnable inner = () -> LOGGER.warning("inside a lambda");
            inner.run();
        }
    }

    public static void main(String[] args) throws Exception {
        System.setProperty("java.util.logging.SimpleFormatter.format", "%4$s [%2$s] %5$s%n");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        StreamHandler handler = new StreamHandler(bytes, new SimpleFormatter());
        handler.setEncoding("UTF-8");
        Logger root = LogManager.getLogManager().getLogger("");
        for (var each : root.getHandlers()) {
            root.removeHandler(each);
        }
        root.addHandler(handler);
        new Service().work();
        handler.flush();
        System.out.print(bytes.toString("UTF-8").replaceAll("lambda\\$work\\$\\d+", "lambda"));

        bytes.reset();
        Locale.setDefault(Locale.ROOT);
        Logger translated = Logger.getLogger("translated", "LoggingFormats$Messages");
        translated.log(Level.INFO, "greeting", "world");
        translated.info("plain");
        translated.info("no such key {0}");
        handler.flush();
        System.out.print(bytes.toString("UTF-8").replaceAll("\\[.*?\\]", "[source]"));

        bytes.reset();
        Logger threaded = Logger.getLogger("threaded");
        Thread[] threads = new Thread[3];
        for (int t = 0; t < threads.length; t++) {
            int id = t;
            threads[t] = new Thread(() -> {
                for (int n = 0; n < 10; n++) {
                    threaded.logp(Level.INFO, "Worker", "run", "thread " + id + " message " + n);
                }
            });
            threads[t].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        handler.flush();
        String[] lines = bytes.toString("UTF-8").split("\\R");
        java.util.Arrays.sort(lines);
        System.out.println(lines.length + " lines, first " + lines[0] + ", last " + lines[29]);

        SimpleFormatter formatter = new SimpleFormatter();
        LogRecord record = new LogRecord(Level.SEVERE, "{0} of {1} '{'kept'}'");
        record.setParameters(new Object[] {1, 2});
        System.out.println(formatter.formatMessage(record) + " " + formatter.getHead(handler).isEmpty());
        record.setMessage("no parameters used");
        System.out.println(formatter.formatMessage(record));
        handler.close();
        bytes.reset();
        threaded.info("after the close");
        handler.flush();
        System.out.println("nothing more " + bytes.size());
    }
}
