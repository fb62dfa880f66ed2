package jaywalk.runner;

/** One line for each test, and the sum of all at the end. */
final class Report {
    /** What a stack trace need not show: the machinery between the runner and the test. */
    private static final String[] MACHINERY = {"org.junit.", "junit.", "org.opentest4j.", "org.hamcrest.", "java.", "jdk.", "jaywalk."};

    /** Causes that cause each other must come to an end. */
    private static final int MAX_CAUSES = 10;

    private int passed;
    private int failed;
    private int skipped;

    int tests() {
        return passed + failed + skipped;
    }

    void pass(String test) {
        passed++;
        System.out.println("ok " + test);
    }

    void skip(String test, String why) {
        skipped++;
        System.out.println("skip " + test + (why == null || why.isEmpty() ? "" : ": " + why));
    }

    void fail(String test, Throwable thrown) {
        failed++;
        System.out.println("FAIL " + test + ": " + thrown);
        printPlaces(thrown);
        Throwable cause = thrown.getCause();
        for (int i = 0; cause != null && i < MAX_CAUSES; i++, cause = cause.getCause()) {
            System.out.println("  caused by " + cause);
            printPlaces(cause);
        }
    }

    /** Prints the sum; the exit code follows from it. */
    int finish() {
        System.out.println(tests() + " tests: " + passed + " passed, " + failed + " failed, " + skipped + " skipped");
        System.out.flush();
        return failed == 0 ? 0 : 1;
    }

    private static void printPlaces(Throwable thrown) {
        for (StackTraceElement place : thrown.getStackTrace()) {
            if (!isMachinery(place.getClassName())) {
                System.out.println("    at " + place);
            }
        }
    }

    private static boolean isMachinery(String type) {
        for (String prefix : MACHINERY) {
            if (type.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }
}
