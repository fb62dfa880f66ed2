//@ run-native
// Exercises try-with-resources: close order, suppressed exceptions, null resources, effectively final variables.
public class TryWithResources {
    static class Door implements AutoCloseable {
        final String name;
        final boolean stuck;

        Door(String name, boolean stuck) {
            if (name.startsWith("!")) {
                throw new IllegalArgumentException("no door " + name);
            }
            this.name = name;
            this.stuck = stuck;
            System.out.println("open " + name);
        }

        @Override
        public void close() {
            System.out.println("close " + name);
            if (stuck) {
                throw new IllegalStateException(name + " stuck");
            }
        }
    }

    interface Body { void run() throws Exception; }

    static void report(String title, Body body) {
        System.out.println("-- " + title);
        try {
            body.run();
            System.out.println("completed");
        } catch (Exception e) {
            System.out.println(e);
            for (Throwable s : e.getSuppressed()) {
                System.out.println("  suppressed " + s + " with " + s.getSuppressed().length);
            }
        } finally {
            System.out.println("finally");
        }
    }

    static int valueThrough() {
        try (Door d = new Door("return", false)) {
            return d.name.length();
        }
    }

    public static void main(String[] args) {
        report("plain", () -> {
            try (Door a = new Door("a", false); Door b = new Door("b", false)) {
                System.out.println("inside " + a.name + b.name);
            }
        });
        report("body throws, both stuck", () -> {
            try (Door a = new Door("a", true); Door b = new Door("b", true)) {
                throw new Exception("body");
            }
        });
        report("only close throws", () -> {
            try (Door a = new Door("a", true); Door b = new Door("b", true)) {
                System.out.println("inside");
            }
        });
        report("second constructor throws", () -> {
            try (Door a = new Door("a", true); Door b = new Door("!b", false)) {
                System.out.println("unreached");
            }
        });
        report("null resource", () -> {
            try (Door a = null) {
                System.out.println("null is " + a);
            }
        });
        report("own catch and finally", () -> {
            try (Door a = new Door("a", true)) {
                throw new Exception("inner");
            } catch (Exception e) {
                System.out.println("own catch " + e.getMessage() + " " + e.getSuppressed()[0].getMessage());
            } finally {
                System.out.println("own finally");
            }
        });
        report("effectively final", () -> {
            Door shared = new Door("shared", false);
            try (shared) {
                System.out.println("using " + shared.name);
            }
        });
        report("loop", () -> {
            for (int i = 0; i < 4; i++) {
                try (Door d = new Door("loop" + i, false)) {
                    if (i == 1) continue;
                    if (i == 2) break;
                    System.out.println("turn " + i);
                }
            }
        });
        System.out.println(valueThrough());
        Exception self = new Exception("self");
        try {
            self.addSuppressed(self);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
    }
}
