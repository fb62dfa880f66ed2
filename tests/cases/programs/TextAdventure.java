//@ run-native
// A text adventure played by a scripted list of commands: rooms, things, a locked door, a lamp, a hungry cat, scores and saving.
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

public class TextAdventure {
    enum Direction {
        NORTH, EAST, SOUTH, WEST, UP, DOWN;

        Direction opposite() {
            return switch (this) {
                case NORTH -> SOUTH;
                case SOUTH -> NORTH;
                case EAST -> WEST;
                case WEST -> EAST;
                case UP -> DOWN;
                case DOWN -> UP;
            };
        }

        static Optional<Direction> parse(String word) {
            return Arrays.stream(values()).filter(d -> d.name().equalsIgnoreCase(word)
                || word.length() == 1 && d.name().substring(0, 1).equalsIgnoreCase(word)).findFirst();
        }
    }

    enum Trait { PORTABLE, EDIBLE, LIGHT_SOURCE, OPENABLE, KEY }

    static class Thing {
        final String name;
        final String description;
        final Set<Trait> traits;
        final List<Thing> content = new ArrayList<>();
        boolean open;
        boolean lit;

        Thing(String name, String description, Trait... traits) {
            this.name = name;
            this.description = description;
            this.traits = Set.of(traits);
        }

        boolean is(Trait trait) {
            return traits.contains(trait);
        }

        @Override
        public String toString() {
            String state = is(Trait.OPENABLE) ? open ? " (open)" : " (closed)" : lit ? " (lit)" : "";
            return name + state;
        }
    }

    static class Room {
        final String name;
        final String description;
        final boolean dark;
        final Map<Direction, Exit> exits = new EnumMap<>(Direction.class);
        final List<Thing> things = new ArrayList<>();
        boolean visited;

        Room(String name, String description, boolean dark) {
            this.name = name;
            this.description = description;
            this.dark = dark;
        }

        Room with(Thing... more) {
            things.addAll(List.of(more));
            return this;
        }
    }

    /** A way to another room; both ends share one exit's lock. */
    static class Exit {
        final Room target;
        final Lock lock;

        Exit(Room target, Lock lock) {
            this.target = target;
            this.lock = lock;
        }
    }

    static class Lock {
        boolean locked;

        Lock(boolean locked) {
            this.locked = locked;
        }
    }

    private final Map<String, Room> rooms = new LinkedHashMap<>();
    private final List<Thing> inventory = new ArrayList<>();
    private final Map<String, BiFunction<TextAdventure, String, String>> verbs = new LinkedHashMap<>();
    private final Set<String> achievements = new TreeSet<>();
    private Room here;
    private int moves;
    private int score;
    private boolean over;

    TextAdventure() {
        buildWorld();
        verbs.put("look", (game, object) -> game.describe(true));
        verbs.put("go", TextAdventure::go);
        verbs.put("take", TextAdventure::take);
        verbs.put("drop", TextAdventure::drop);
        verbs.put("open", TextAdventure::open);
        verbs.put("unlock", TextAdventure::unlock);
        verbs.put("light", TextAdventure::light);
        verbs.put("eat", TextAdventure::eat);
        verbs.put("give", TextAdventure::give);
        verbs.put("examine", TextAdventure::examine);
        verbs.put("inventory", (game, object) -> game.inventory.isEmpty() ? "You carry nothing."
            : "You carry: " + names(game.inventory) + ".");
        verbs.put("score", (game, object) -> "Score " + game.score + " in " + game.moves + " moves, done: "
            + game.achievements);
        verbs.put("wait", (game, object) -> "Time passes.");
        verbs.put("quit", (game, object) -> {
            game.over = true;
            return "Farewell. Score " + game.score + ".";
        });
    }

    private void buildWorld() {
        Room garden = room("Garden", "Roses climb a low wall. A path leads north to a house.", false);
        Room hall = room("Hall", "A dusty hall with a stair down and a door to the east.", false);
        Room kitchen = room("Kitchen", "Copper pans hang over a cold stove. A cat sits by the window.", false);
        Room cellar = room("Cellar", "Barrels stand in rows. The air smells of apples.", true);
        Room vault = room("Vault", "A small round room of grey stone.", true);
        connect(garden, Direction.NORTH, hall, false);
        connect(hall, Direction.EAST, kitchen, false);
        connect(hall, Direction.DOWN, cellar, false);
        connect(cellar, Direction.WEST, vault, true);
        Thing chest = new Thing("chest", "Iron bands hold the old wood together.", Trait.OPENABLE);
        chest.content.add(new Thing("crown", "Gold, with one green stone.", Trait.PORTABLE));
        Thing drawer = new Thing("drawer", "It sticks a little.", Trait.OPENABLE);
        drawer.content.add(new Thing("matches", "Three are left.", Trait.PORTABLE));
        garden.with(new Thing("wall", "Too low to hide behind."));
        hall.with(new Thing("lamp", "An oil lamp, half full.", Trait.PORTABLE, Trait.LIGHT_SOURCE));
        kitchen.with(new Thing("fish", "It is as fresh as can be expected.", Trait.PORTABLE, Trait.EDIBLE), drawer,
            new Thing("cat", "Grey, and very sure of itself."));
        cellar.with(new Thing("apple", "Red.", Trait.PORTABLE, Trait.EDIBLE));
        vault.with(chest);
        here = garden;
    }

    private Room room(String name, String description, boolean dark) {
        Room room = new Room(name, description, dark);
        rooms.put(name, room);
        return room;
    }

    private void connect(Room from, Direction direction, Room to, boolean locked) {
        Lock lock = new Lock(locked);
        from.exits.put(direction, new Exit(to, lock));
        to.exits.put(direction.opposite(), new Exit(from, lock));
    }

    private static String names(List<Thing> things) {
        return things.stream().map(Thing::toString).collect(Collectors.joining(", "));
    }

    private boolean canSee() {
        return !here.dark || inventory.stream().anyMatch(t -> t.lit) || here.things.stream().anyMatch(t -> t.lit);
    }

    private void achieve(String what, int points) {
        if (achievements.add(what)) {
            score += points;
        }
    }

    String describe(boolean full) {
        if (!canSee()) {
            return "It is pitch dark.";
        }
        StringBuilder text = new StringBuilder(here.name).append('.');
        if (full || !here.visited) {
            text.append(' ').append(here.description);
        }
        here.visited = true;
        if (!here.things.isEmpty()) {
            text.append(" You see: ").append(names(here.things)).append('.');
        }
        return text.append(" Exits: ").append(here.exits.keySet().toString().toLowerCase(Locale.ROOT)).toString();
    }

    private Optional<Thing> visible(String name) {
        if (!canSee()) {
            return inventory.stream().filter(t -> t.name.equals(name)).findFirst();
        }
        List<Thing> all = new ArrayList<>(inventory);
        for (Thing thing : here.things) {
            all.add(thing);
            if (thing.open) {
                all.addAll(thing.content);
            }
        }
        return all.stream().filter(t -> t.name.equals(name)).findFirst();
    }

    private String go(String word) {
        Optional<Direction> direction = Direction.parse(word);
        if (direction.isEmpty()) {
            return "Go where?";
        }
        Exit exit = here.exits.get(direction.get());
        if (exit == null) {
            return "There is no way " + direction.get().name().toLowerCase(Locale.ROOT) + ".";
        }
        if (exit.lock.locked) {
            return "The way is locked.";
        }
        here = exit.target;
        return describe(false);
    }

    private String take(String name) {
        if (name.equals("all")) {
            List<String> taken = new ArrayList<>();
            for (Thing thing : List.copyOf(here.things)) {
                if (thing.is(Trait.PORTABLE) && canSee()) {
                    take(thing.name);
                    taken.add(thing.name);
                }
            }
            return taken.isEmpty() ? "There is nothing to take." : "Taken: " + String.join(", ", taken) + ".";
        }
        Optional<Thing> found = visible(name);
        if (found.isEmpty()) {
            return "You see no " + name + " here.";
        }
        Thing thing = found.get();
        if (inventory.contains(thing)) {
            return "You have it already.";
        }
        if (!thing.is(Trait.PORTABLE)) {
            return thing.name.equals("cat") ? "The cat objects." : "The " + name + " stays where it is.";
        }
        here.things.remove(thing);
        here.things.forEach(container -> container.content.remove(thing));
        inventory.add(thing);
        if (name.equals("crown")) {
            achieve("found the crown", 50);
        }
        return "Taken.";
    }

    private String drop(String name) {
        Optional<Thing> carried = inventory.stream().filter(t -> t.name.equals(name)).findFirst();
        carried.ifPresent(thing -> {
            inventory.remove(thing);
            here.things.add(thing);
        });
        if (carried.isPresent() && name.equals("crown") && here.name.equals("Garden")) {
            achieve("brought the crown to the garden", 25);
            over = true;
            return "The sun glints on the crown. You have won with " + score + " points in " + moves + " moves.";
        }
        return carried.isPresent() ? "Dropped." : "You do not carry that.";
    }

    private String open(String name) {
        Optional<Thing> found = visible(name);
        if (found.isEmpty()) {
            return "You see no " + name + " here.";
        }
        Thing thing = found.get();
        if (!thing.is(Trait.OPENABLE)) {
            return "That cannot be opened.";
        }
        if (thing.open) {
            return "It is open already.";
        }
        thing.open = true;
        return thing.content.isEmpty() ? "Empty." : "Inside: " + names(thing.content) + ".";
    }

    private String unlock(String word) {
        Optional<Exit> locked = here.exits.values().stream().filter(exit -> exit.lock.locked).findFirst();
        if (locked.isEmpty()) {
            return "Nothing is locked here.";
        }
        if (inventory.stream().noneMatch(thing -> thing.is(Trait.KEY))) {
            return "You need a key.";
        }
        locked.get().lock.locked = false;
        achieve("opened the vault", 20);
        return "Click.";
    }

    private String light(String name) {
        Optional<Thing> found = visible(name);
        if (found.isEmpty() || !found.get().is(Trait.LIGHT_SOURCE)) {
            return "You cannot light that.";
        }
        if (inventory.stream().noneMatch(t -> t.name.equals("matches"))) {
            return "With what?";
        }
        boolean before = canSee();
        found.get().lit = true;
        achieve("made light", 10);
        return before ? "The " + name + " burns." : "The " + name + " burns. " + describe(true);
    }

    private String eat(String name) {
        Optional<Thing> found = visible(name);
        if (found.isEmpty()) {
            return "You see no " + name + " here.";
        }
        if (!found.get().is(Trait.EDIBLE)) {
            return "That is not food.";
        }
        inventory.remove(found.get());
        here.things.remove(found.get());
        return "Delicious.";
    }

    private String give(String words) {
        String[] parts = words.split(" to ");
        Optional<Thing> gift = inventory.stream().filter(t -> t.name.equals(parts[0])).findFirst();
        if (parts.length < 2 || gift.isEmpty() || visible(parts[1]).isEmpty()) {
            return "Give what to whom?";
        }
        if (!parts[1].equals("cat")) {
            return "Nobody takes it.";
        }
        if (!gift.get().name.equals("fish")) {
            return "The cat is not interested.";
        }
        inventory.remove(gift.get());
        here.things.add(new Thing("key", "Small and brassy, with tooth marks.", Trait.PORTABLE, Trait.KEY));
        achieve("fed the cat", 15);
        return "The cat drops a key to take the fish.";
    }

    private String examine(String name) {
        return visible(name).map(thing -> thing.description + (thing.open ? " Inside: " + names(thing.content) : ""))
            .orElse("You see no " + name + " here.");
    }

    String execute(String line) {
        if (over) {
            return "The story is over.";
        }
        moves++;
        String[] words = line.trim().toLowerCase(Locale.ROOT).split("\\s+", 2);
        String object = words.length > 1 ? words[1].replaceFirst("^(the|a) ", "") : "";
        if (Direction.parse(words[0]).isPresent() && words.length == 1) {
            return go(words[0]);
        }
        List<String> matching = verbs.keySet().stream().filter(verb -> verb.startsWith(words[0])).toList();
        if (words[0].isEmpty() || matching.isEmpty()) {
            moves--;
            return "I do not know how to " + line + ".";
        }
        if (matching.size() > 1 && !matching.contains(words[0])) {
            moves--;
            return "Do you mean " + String.join(" or ", matching) + "?";
        }
        String verb = matching.contains(words[0]) ? words[0] : matching.get(0);
        return verbs.get(verb).apply(this, object);
    }

    private static final String SCRIPT = """
        look
        examine wall
        take wall
        dance
        n
        take lamp
        light lamp
        down
        look
        take apple
        up
        e
        take cat
        examine cat
        open drawer
        take matches
        take all
        l
        inv
        give lamp to cat
        give fish to cat
        take the key
        w
        go sideways
        d
        light lamp
        take apple
        eat apple
        eat apple
        west
        unlock
        west
        examine chest
        open chest
        open chest
        take crown
        score
        east
        up
        drop lamp
        s
        take crown
        drop crown
        north""";

    public static void main(String[] args) {
        TextAdventure game = new TextAdventure();
        for (String line : SCRIPT.split("\n")) {
            System.out.println("> " + line);
            System.out.println(game.execute(line));
        }
        TextAdventure short1 = new TextAdventure();
        System.out.println(short1.execute("north") + " / " + short1.execute("drop crown") + " / " + short1.execute("open lamp")
            + " / " + short1.execute("q") + " / " + short1.execute("look"));
        System.out.println(game.rooms.values().stream().map(r -> r.name + (r.visited ? "*" : "")).toList());
    }
}
