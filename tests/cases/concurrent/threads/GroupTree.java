//@ run-native
// Exercises a tree of thread groups: parents, parentOf, enumeration of groups, daemon flags, and text.
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

public class GroupTree {
    private static List<String> groupsOf(ThreadGroup group, boolean recurse) {
        ThreadGroup[] found = new ThreadGroup[10];
        int count = group.enumerate(found, recurse);
        return Arrays.stream(found, 0, count).map(ThreadGroup::getName).sorted().collect(Collectors.toList());
    }

    public static void main(String[] args) throws InterruptedException {
        ThreadGroup main = Thread.currentThread().getThreadGroup();
        System.out.println(main.getName() + " below " + main.getParent().getName()
            + " below " + main.getParent().getParent());

        ThreadGroup fruit = new ThreadGroup("fruit");
        ThreadGroup apple = new ThreadGroup(fruit, "apple");
        ThreadGroup pear = new ThreadGroup(fruit, "pear");
        ThreadGroup russet = new ThreadGroup(apple, "russet");
        System.out.println(fruit.getParent().getName() + " > " + apple.getParent().getName()
            + " > " + russet.getParent().getName() + " > " + russet.getName());
        System.out.println("direct " + groupsOf(fruit, false) + ", all " + groupsOf(fruit, true));
        System.out.println("leaf " + groupsOf(pear, true) + ", from main " + groupsOf(main, true));

        System.out.println(fruit.parentOf(russet) + " " + russet.parentOf(fruit) + " " + fruit.parentOf(fruit)
            + " " + pear.parentOf(russet) + " " + main.parentOf(pear));
        System.out.println(fruit);

        ThreadGroup[] tooFew = new ThreadGroup[1];
        System.out.println("into one slot: " + fruit.enumerate(tooFew, true));

        Thread member = new Thread(russet, () -> {
            ThreadGroup own = Thread.currentThread().getThreadGroup();
            ThreadGroup made = new ThreadGroup("made inside");
            System.out.println("in " + own.getName() + ", new group below " + made.getParent().getName());
            Thread child = new Thread(() -> { });
            System.out.println("child thread in " + child.getThreadGroup().getName());
        });
        System.out.println(member.getThreadGroup().getName() + " before the start");
        member.start();
        member.join();
        System.out.println("after the end: " + member.getThreadGroup());

        try {
            new ThreadGroup(null, "orphan");
        } catch (NullPointerException e) {
            System.out.println("a group needs a parent");
        }
        System.out.println(new ThreadGroup(null).getName() + " " + new ThreadGroup("").getName().isEmpty());
    }
}
