package jaywalk.runner;

import jaywalk.Verify;

/**
 * Follows what the code around a unit does to it, and tells when that is nothing that was assumed.
 *
 * What is left open is kept open: which thread of the program is which of the specification, which object has which
 * name. All ways to see it are followed at once, and something is forbidden when none of them is left.
 */
public final class Assumption {
    /** What a specification says, in numbers. */
    public abstract static class Tables {
        /** The specification's file. */
        public abstract String file();
        /** How many kinds of threads there are; what happens before they begin is the last of them. */
        public abstract int drivers();
        /** The driver of what happens first; -1 if there is none. */
        public abstract int first();
        /** How many threads follow a driver; -1 if that is open. */
        public abstract int count(int driver);
        public abstract String name(int driver);
        public abstract int locals(int driver);
        /** Letters and where they lead, one after the other. */
        public abstract int[] arrows(int driver, int at);
        public abstract boolean isFinal(int driver, int at);
        /** 0: something is done. 1: and a name stands for what it returns. 2: a name gets a value. */
        public abstract int kind(int letter);
        public abstract int local(int letter);
        public abstract int[] actions(int letter);
        public abstract String text(int letter);
        public abstract boolean fits(int action, int method, Object self, Object[] given, Names names);
        /** A value that a name may have. */
        public abstract boolean isOne(int letter, Object value, Names names);
        /** It is none of those that the name must not be. */
        public abstract boolean isOther(int letter, Object value, Names names);
        public abstract int objects();
        public abstract boolean makes(int object, int constructor, Object self, Object[] given, Names names);
        /** Nobody can tell the two objects apart by their names. */
        public abstract boolean areAlike(int object, int other);
        public abstract String shown(int method);
    }

    /** What names stand for. */
    public static final class Names {
        private final Tables tables;
        private final World world;
        private final Way way;

        private Names(Tables tables, World world, Way way) {
            this.tables = tables;
            this.world = world;
            this.way = way;
        }

        public boolean global(int object, Object value) {
            return value != null && world.named[object] == value;
        }

        /** The value is that of a name with a scope, which becomes so if the name was to have any. */
        public boolean local(int local, Object value) {
            if (way.fixed[local]) {
                return same(way.values[local], value);
            }
            int letter = way.by[local] - 1;
            if (letter < 0 || !tables.isOne(letter, value, this)) {
                return false;
            }
            way.fixed[local] = true;
            way.values[local] = value;
            for (int other = 0; other < way.fixed.length; other++) {
                if (way.fixed[other] && way.by[other] > 0
                        && !tables.isOther(way.by[other] - 1, way.values[other], this)) {
                    return false;
                }
            }
            return true;
        }

        /** A name with a scope does not stand for the value, as far as one knows yet. */
        public boolean differs(int local, Object value) {
            return !way.fixed[local] || !same(way.values[local], value);
        }
    }

    /** One way to see what a thread has done: as which driver, and where that stands. */
    private static final class Way {
        final int driver;
        /** -1 where nothing more can be done. */
        int at;
        final Object[] values;
        final boolean[] fixed;
        /** The letter by which a name has its value, plus one. */
        final int[] by;
        /** The name, plus one, that will stand for what is being called. */
        int awaits;

        Way(int driver, int at, int locals) {
            this.driver = driver;
            this.at = at;
            values = new Object[locals];
            fixed = new boolean[locals];
            by = new int[locals];
        }

        Way to(int next) {
            Way copy = new Way(driver, next, values.length);
            System.arraycopy(values, 0, copy.values, 0, values.length);
            System.arraycopy(fixed, 0, copy.fixed, 0, fixed.length);
            System.arraycopy(by, 0, copy.by, 0, by.length);
            return copy;
        }

        boolean is(Way other) {
            if (driver != other.driver || at != other.at || awaits != other.awaits) {
                return false;
            }
            for (int local = 0; local < values.length; local++) {
                if (fixed[local] != other.fixed[local] || by[local] != other.by[local]
                        || values[local] != other.values[local]) {
                    return false;
                }
            }
            return true;
        }
    }

    /** A thread that has done something. */
    private static final class Row {
        final long thread;
        final Way[] ways;

        Row(long thread, Way[] ways) {
            this.thread = thread;
            this.ways = ways;
        }
    }

    /** One way to name objects, and what the threads may be then, in the order of their numbers. */
    private static final class World {
        final Object[] named;
        final Row[] rows;
        /** What happens first is over. */
        final boolean hasBegun;

        World(Object[] named, Row[] rows, boolean hasBegun) {
            this.named = named;
            this.rows = rows;
            this.hasBegun = hasBegun;
        }

        World with(Row row, boolean begun) {
            int at = 0;
            while (at < rows.length && rows[at].thread < row.thread) {
                at++;
            }
            boolean isNew = at == rows.length || rows[at].thread != row.thread;
            Row[] next = new Row[rows.length + (isNew ? 1 : 0)];
            System.arraycopy(rows, 0, next, 0, at);
            next[at] = row;
            int rest = isNew ? at : at + 1;
            System.arraycopy(rows, rest, next, at + 1, rows.length - rest);
            return new World(named, next, begun);
        }

        Row row(long thread) {
            for (Row row : rows) {
                if (row.thread == thread) {
                    return row;
                }
            }
            return null;
        }
    }

    /** The number of the thread that runs main. */
    private static final long MAIN = 1;
    /** More ways to name objects than this are not followed. */
    private static final int MOST_WORLDS = 720;

    private static World[] worlds;

    private final Tables tables;
    /** The letters by which the present call goes. */
    private String told;

    private Assumption(Tables tables) {
        this.tables = tables;
        if (worlds == null) {
            worlds = new World[] {new World(new Object[tables.objects()], new Row[0], tables.first() < 0)};
        }
    }

    /** The call of which a method of the unit tells comes from outside. */
    public static native boolean crosses();
    private static native Object receiver();
    /** One operation begins, of which the order among all that is told matters, and nothing else. */
    private static native void begin();
    /** The same, where it matters who else is there. */
    private static native void beginAlone();
    private static native boolean isLast();
    private static native void forbidden(String what);
    private static native void unsupported(String what);

    /** A method of the unit is called, or a field is assigned to. True if it matters what is returned. */
    public static boolean call(Tables tables, int method, Object self, Object[] given) {
        begin();
        boolean awaits = new Assumption(tables).act(method, self, given);
        Verify.endAtomic();
        return awaits;
    }

    /** What such a call has returned. */
    public static void returned(Object value) {
        begin();
        long thread = Thread.currentThread().getId();
        for (int number = 0; number < worlds.length; number++) {
            Row row = worlds[number].row(thread);
            Way[] ways = new Way[0];
            for (Way way : row.ways) {
                Way next = way;
                if (way.awaits > 0) {
                    // Whoever is given nothing ends.
                    next = way.to(value == null ? -1 : way.at);
                    next.fixed[way.awaits - 1] = value != null;
                    next.values[way.awaits - 1] = value;
                    next.by[way.awaits - 1] = 0;
                }
                ways = add(ways, next);
            }
            worlds[number] = worlds[number].with(new Row(thread, ways), worlds[number].hasBegun);
        }
        Verify.endAtomic();
    }

    /** An object is made. */
    public static void made(Tables tables, int constructor, Object[] given) {
        Object self = receiver();
        begin();
        new Assumption(tables).make(constructor, self, given);
        Verify.endAtomic();
    }

    /** Code of the unit is called that no specification can name. */
    public static void hidden(String method) {
        unsupported("a call of " + method + " from outside the unit, by way of an object that the unit has made:"
                + " no specification can name it");
    }

    /** A thread ends; the sides are those of the machine. */
    public static void ended(Thread thread, int side) {
        if ((side & 1) != 0) {
            return;
        }
        beginAlone();
        Assumption.end(thread);
        Verify.endAtomic();
    }

    private static Tables last;

    private boolean act(int method, Object self, Object[] given) {
        last = tables;
        long thread = Thread.currentThread().getId();
        World[] next = new World[0];
        boolean isLate = true;
        boolean isLeft = false;
        for (World world : worlds) {
            World begun = begin(world, thread);
            if (begun == null) {
                continue;
            }
            isLate = false;
            Way[] ways = new Way[0];
            for (Way way : open(begun, begun.row(thread).ways)) {
                int[] arrows = arrows(begun, way);
                for (int arrow = 0; arrow < arrows.length; arrow += 2) {
                    ways = follow(begun, way, arrows[arrow], arrows[arrow + 1], method, self, given, ways);
                }
            }
            World moved = begun.with(new Row(thread, ways), begun.hasBegun);
            if (ways.length > 0 && canAssign(moved, false)) {
                next = add(next, moved);
            } else {
                isLeft |= ways.length > 0;
            }
        }
        if (next.length == 0) {
            String what = describe(method, self, given) + " by thread " + Thread.currentThread().getName();
            forbidden(isLeft
                    ? what + ", which is one more than " + tables.file() + " has for " + told
                    : what + ", where " + tables.file() + " expects " + expected(thread, isLate));
        }
        worlds = next;
        return tell(thread);
    }

    /** Follows a letter, if the call is one that it stands for. */
    private Way[] follow(World world, Way way, int letter, int to, int method, Object self, Object[] given, Way[] ways) {
        if (tables.kind(letter) == 2) {
            return ways;
        }
        Way[] all = ways;
        for (int action : tables.actions(letter)) {
            Way next = way.to(to);
            if (tables.fits(action, method, self, given, new Names(tables, world, next))) {
                next.awaits = tables.kind(letter) == 1 ? tables.local(letter) + 1 : 0;
                all = add(all, next);
                String text = tables.name(way.driver) + ": " + tables.text(letter);
                told = told == null ? text : told.contains(text) ? told : told + " or " + text;
            }
        }
        return all;
    }

    /** Says by which names of the specification the call goes, and whether what it returns is waited for. */
    private boolean tell(long thread) {
        Verify.addComment(told);
        boolean awaits = false;
        for (World world : worlds) {
            for (Way way : world.row(thread).ways) {
                awaits |= way.awaits > 0;
            }
        }
        return awaits;
    }

    private void make(int constructor, Object self, Object[] given) {
        last = tables;
        // A constructor that calls another makes one object.
        for (Object known : worlds[0].named) {
            if (known == self) {
                return;
            }
        }
        World[] next = new World[0];
        for (World world : worlds) {
            for (int object = 0; object < world.named.length; object++) {
                Names names = new Names(tables, world, null);
                if (world.named[object] != null || isAlikeBefore(world, object)
                        || !tables.makes(object, constructor, self, given, names)) {
                    continue;
                }
                Object[] named = new Object[world.named.length];
                System.arraycopy(world.named, 0, named, 0, named.length);
                named[object] = self;
                next = add(next, new World(named, world.rows, world.hasBegun));
            }
        }
        if (next.length == 0) {
            forbidden("new " + describe(constructor, null, given) + " by thread " + Thread.currentThread().getName()
                    + ", which is none of the instances that " + tables.file() + " has");
        }
        if (next.length > MOST_WORLDS) {
            unsupported("more than " + MOST_WORLDS + " ways to name the objects that are made");
        }
        worlds = next;
    }

    /** An object without a use for its name is the first such that is free. */
    private boolean isAlikeBefore(World world, int object) {
        for (int before = 0; before < object; before++) {
            if (world.named[before] == null && tables.areAlike(before, object)) {
                return true;
            }
        }
        return false;
    }

    private static void end(Thread thread) {
        boolean isLast = isLast();
        if (last == null && !isLast) {
            return;
        }
        if (last == null) {
            // Nobody has touched the unit, and perhaps somebody had to.
            last = Specified.tables();
        }
        Assumption now = new Assumption(last);
        World[] next = new World[0];
        boolean isDone = false;
        for (World world : worlds) {
            Row row = world.row(thread.getId());
            World ended = world;
            if (row != null) {
                Way[] ways = new Way[0];
                for (Way way : now.open(world, row.ways)) {
                    if (way.awaits > 0 || way.at < 0 || now.tables.isFinal(way.driver, way.at)) {
                        ways = add(ways, way);
                    }
                }
                ended = world.with(new Row(row.thread, ways), world.hasBegun);
                if (ways.length == 0 || !now.canAssign(ended, false)) {
                    continue;
                }
            }
            isDone = true;
            if (!isLast || now.canAssign(ended, true)) {
                next = add(next, ended);
            }
        }
        if (next.length == 0 && !isDone) {
            forbidden("thread " + thread.getName() + " ends, where " + last.file() + " expects "
                    + now.expected(thread.getId(), false));
        } else if (next.length == 0) {
            forbidden("the program ends, and nobody has been " + now.missing() + " of " + last.file());
        }
        worlds = next;
    }

    /** The world in which a thread that does something is there; null if what happens first is not over. */
    private World begin(World world, long thread) {
        World result = world;
        if (!world.hasBegun && thread != MAIN) {
            Row main = world.row(MAIN);
            Way[] before = main != null ? main.ways : new Way[] {start(tables.first())};
            Way[] all = open(world, before);
            Way[] ways = new Way[0];
            for (int number = 0; number < all.length; number++) {
                // What has only just been opened stands for a thread that has done nothing.
                boolean isFirst = all[number].driver == tables.first();
                if (isFirst ? tables.isFinal(all[number].driver, all[number].at) : number < before.length) {
                    ways = add(ways, all[number]);
                }
            }
            if (ways.length == 0) {
                return null;
            }
            result = world.with(new Row(MAIN, ways), true);
        }
        if (result.row(thread) != null) {
            return result;
        }
        Way[] ways = result.hasBegun ? starts() : new Way[] {start(tables.first())};
        return result.with(new Row(thread, ways), result.hasBegun);
    }

    private Way start(int driver) {
        return new Way(driver, 0, tables.locals(driver));
    }

    private Way[] starts() {
        Way[] ways = new Way[0];
        for (int driver = 0; driver < tables.drivers(); driver++) {
            if (driver != tables.first()) {
                ways = add(ways, start(driver));
            }
        }
        return ways;
    }

    /** The ways, and those that come of them without anything being done. */
    private Way[] open(World world, Way[] ways) {
        Way[] all = new Way[0];
        for (Way way : ways) {
            all = add(all, way);
        }
        for (int number = 0; number < all.length; number++) {
            Way way = all[number];
            if (way.awaits > 0 || way.at < 0) {
                continue;
            }
            if (way.driver == tables.first() && tables.isFinal(way.driver, way.at)) {
                for (Way start : starts()) {
                    all = add(all, start);
                }
            }
            int[] arrows = arrows(world, way);
            for (int arrow = 0; arrow < arrows.length; arrow += 2) {
                if (tables.kind(arrows[arrow]) == 2) {
                    Way next = way.to(arrows[arrow + 1]);
                    int local = tables.local(arrows[arrow]);
                    next.fixed[local] = false;
                    next.values[local] = null;
                    next.by[local] = arrows[arrow] + 1;
                    all = add(all, next);
                }
            }
        }
        return all;
    }

    /** What a call that has not returned with a value leads to is nothing, and what happens first may be over. */
    private int[] arrows(World world, Way way) {
        boolean isOver = way.driver == tables.first() && world.hasBegun;
        return way.at < 0 || way.awaits > 0 || isOver ? new int[0] : tables.arrows(way.driver, way.at);
    }

    /** Every thread can be one of the specification, each of these at most once, and at the end all that must be. */
    private boolean canAssign(World world, boolean isEnd) {
        return assign(world, 0, new int[tables.drivers()], isEnd);
    }

    private boolean assign(World world, int number, int[] used, boolean isEnd) {
        if (number == world.rows.length) {
            return !isEnd || missing(used) < 0;
        }
        boolean[] tried = new boolean[used.length];
        for (Way way : world.rows[number].ways) {
            int driver = way.driver;
            if (tried[driver]) {
                continue;
            }
            tried[driver] = true;
            int count = driver == tables.first() ? -1 : tables.count(driver);
            if (count >= 0 && used[driver] >= count) {
                continue;
            }
            used[driver]++;
            boolean isDone = assign(world, number + 1, used, isEnd);
            used[driver]--;
            if (isDone) {
                return true;
            }
        }
        return false;
    }

    /** A driver that must be followed and is not; -1 if there is none. */
    private int missing(int[] used) {
        for (int driver = 0; driver < used.length; driver++) {
            int count = driver == tables.first() ? 1 : tables.count(driver);
            if (used[driver] < count && !canDoNothing(driver)
                    && !(driver == tables.first() && isFirstOver())) {
                return driver;
            }
        }
        return -1;
    }

    private boolean isFirstOver() {
        for (World world : worlds) {
            if (world.hasBegun || world.row(MAIN) != null) {
                return true;
            }
        }
        return false;
    }

    private String missing() {
        String names = "";
        for (int driver = 0; driver < tables.drivers(); driver++) {
            if (tables.count(driver) != 0 && !canDoNothing(driver)) {
                names += (names.isEmpty() ? "" : " or ") + tables.name(driver);
            }
        }
        return names;
    }

    private boolean canDoNothing(int driver) {
        for (Way way : open(new World(new Object[0], new Row[0], true), new Way[] {start(driver)})) {
            if (tables.isFinal(way.driver, way.at)) {
                return true;
            }
        }
        return false;
    }

    /** How many expectations are told. */
    private static final int MOST_TOLD = 6;

    private String expected(long thread, boolean isLate) {
        if (isLate) {
            return expectedOf(MAIN) + " first";
        }
        return expectedOf(thread);
    }

    private String expectedOf(long thread) {
        String[] all = new String[0];
        for (World world : worlds) {
            World begun = begin(world, thread);
            Row row = begun == null ? null : begun.row(thread);
            for (Way way : row == null ? new Way[0] : open(begun, row.ways)) {
                int[] arrows = arrows(begun, way);
                for (int arrow = 0; arrow < arrows.length; arrow += 2) {
                    if (tables.kind(arrows[arrow]) != 2) {
                        all = add(all, tables.name(way.driver) + ": " + tables.text(arrows[arrow]));
                    }
                }
            }
        }
        if (all.length == 0) {
            return "nothing more of it";
        }
        String text = all[0];
        for (int number = 1; number < all.length && number < MOST_TOLD; number++) {
            text += number == all.length - 1 ? " or " + all[number] : ", " + all[number];
        }
        return all.length > MOST_TOLD ? text + " or one of " + (all.length - MOST_TOLD) + " others" : text;
    }

    private String describe(int method, Object self, Object[] given) {
        String name = tables.shown(method);
        String values = "";
        for (Object value : given) {
            String text = value instanceof String ? "\"" + value + "\""
                    : value instanceof Character ? "'" + value + "'"
                    : value == null || isPlain(value) ? "" + value
                    : "a " + value.getClass().getName();
            values += (values.isEmpty() ? "" : ", ") + text;
        }
        return name.endsWith("=") ? name + " " + values : name + "(" + values + ")";
    }

    private static boolean isPlain(Object value) {
        return value instanceof Number || value instanceof Boolean || value instanceof Character
                || value instanceof Enum;
    }

    /** Texts, numbers and the like by what they are, others by identity. */
    public static boolean same(Object one, Object other) {
        return one == other || one != null && (one instanceof String || isPlain(one)) && one.equals(other);
    }

    /** A whole number or character from the first to the last. */
    public static boolean between(Object value, long first, long last) {
        if (value instanceof Character) {
            char letter = (Character) value;
            return letter >= first && letter <= last;
        }
        if (!(value instanceof Number) || value instanceof Double || value instanceof Float) {
            return value instanceof Number && ((Number) value).doubleValue() == ((Number) value).longValue()
                    && ((Number) value).longValue() >= first && ((Number) value).longValue() <= last;
        }
        long number = ((Number) value).longValue();
        return number >= first && number <= last;
    }

    private static Way[] add(Way[] ways, Way way) {
        for (Way known : ways) {
            if (known.is(way)) {
                return ways;
            }
        }
        Way[] more = new Way[ways.length + 1];
        System.arraycopy(ways, 0, more, 0, ways.length);
        more[ways.length] = way;
        return more;
    }

    private static World[] add(World[] all, World world) {
        World[] more = new World[all.length + 1];
        System.arraycopy(all, 0, more, 0, all.length);
        more[all.length] = world;
        return more;
    }

    private static String[] add(String[] all, String text) {
        for (String known : all) {
            if (known.equals(text)) {
                return all;
            }
        }
        String[] more = new String[all.length + 1];
        System.arraycopy(all, 0, more, 0, all.length);
        more[all.length] = text;
        return more;
    }
}
