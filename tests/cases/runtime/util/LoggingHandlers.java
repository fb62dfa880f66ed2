//@ run-native
// Exercises java.util.logging with handlers and formatters of our own on standard output: levels, parents, filters, and records.
import java.util.ArrayList;
import java.util.List;
import java.util.logging.ErrorManager;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.MemoryHandler;

public class LoggingHandlers {
    static class Printing extends Handler {
        private final String name;

        Printing(String name) {
            this.name = name;
            setFormatter(new Formatter() {
                @Override
                public String format(LogRecord record) {
                    return record.getLevel() + " " + record.getLoggerName() + ": " + formatMessage(record)
                        + (record.getThrown() == null ? "" : " (" + record.getThrown().getMessage() + ")");
                }
            });
        }

        @Override
        public void publish(LogRecord record) {
            if (isLoggable(record)) {
                System.out.println(name + "| " + getFormatter().format(record));
            }
        }

        @Override
        public void flush() {
            System.out.println(name + "| flushed");
        }

        @Override
        public void close() {
            System.out.println(name + "| closed");
        }
    }

    public static void main(String[] args) {
        Logger app = Logger.getLogger("app");
        Logger database = Logger.getLogger("app.database");
        app.setUseParentHandlers(false);
        Printing first = new Printing("first");
        app.addHandler(first);
        System.out.println(database.getParent() == app);
        System.out.println(database.getLevel() + " " + app.getParent().getName().isEmpty() + " " + app.isLoggable(Level.INFO)
            + " " + app.isLoggable(Level.FINE));

        app.info("started");
        app.fine("not shown");
        database.warning("passed up to the parent");
        database.setLevel(Level.FINER);
        database.finer("fine enough for the logger, refused by the handler");
        first.setLevel(Level.FINER);
        database.finer("now shown");
        database.finest("too fine");
        app.log(Level.INFO, "parameters {0} and {1}", new Object[] {"one", 2});
        app.log(Level.SEVERE, "with an exception", new IllegalStateException("cause"));
        app.log(Level.CONFIG, () -> {
            throw new AssertionError("a supplier is not asked when the level is off");
        });
        app.severe(() -> "supplied message");
        app.logp(Level.WARNING, "SomeClass", "someMethod", "with a source");
        database.entering("Store", "read", 5);
        database.exiting("Store", "read", "result");
        database.throwing("Store", "read", new RuntimeException("thrown"));

        List<String> seen = new ArrayList<>();
        database.setFilter(record -> {
            seen.add(record.getMessage());
            return !record.getMessage().contains("secret");
        });
        database.info("public");
        database.info("secret");
        System.out.println(seen);
        MemoryHandler memory = new MemoryHandler(new Printing("memory"), 3, Level.SEVERE);
        database.setFilter(null);
        database.addHandler(memory);
        database.setUseParentHandlers(false);
        for (int i = 0; i < 5; i++) {
            database.info("buffered " + i);
        }
        database.severe("pushes the buffer");
        memory.close();

        Level own = new Level("NOTICE", 850) { };
        app.log(own, "a level of our own");
        System.out.println(own.intValue() + " " + Level.parse("NOTICE") + " " + Level.parse("800") + " " + Level.parse("FINE"));
        try {
            Level.parse("LOUD");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        LogRecord record = new LogRecord(Level.INFO, "by hand");
        record.setLoggerName("app");
        record.setSourceMethodName("nowhere");
        app.log(record);
        System.out.println(record.getSourceMethodName() + " " + (record.getSequenceNumber() >= 0) + " "
            + app.getHandlers().length + " " + (Logger.getLogger("app") == app));
        Handler failing = new Printing("failing");
        failing.setErrorManager(new ErrorManager() {
            @Override
            public void error(String message, Exception e, int code) {
                System.out.println("error manager: " + message + " " + code);
            }
        });
        failing.getErrorManager().error("asked directly", null, ErrorManager.WRITE_FAILURE);
        app.removeHandler(first);
        app.severe("nobody listens");
        app.setLevel(Level.OFF);
        System.out.println(app.isLoggable(Level.SEVERE) + " " + database.isLoggable(Level.SEVERE));
    }
}
