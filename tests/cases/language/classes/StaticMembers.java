//@ run-native
// Exercises static fields of every type, interface fields, statics through instances, and static nested state.
public class StaticMembers {
    static boolean z;
    static byte b;
    static short s;
    static char c;
    static int i;
    static long l;
    static float f;
    static double d;
    static String str;
    static int[] arr;

    interface Limits {
        int MAX = 10;
        String LABEL = "limit" + MAX;
        double[] TABLE = {1.5, 2.5};
        Limits NONE = v -> v + MAX;

        int apply(int v);
    }

    interface MoreLimits extends Limits {
        int MAX = 20;
        int OLD = Limits.MAX;
    }

    static class User implements MoreLimits {
        public int apply(int v) { return v * MAX + OLD; }
    }

    static class Ids {
        private static int next = 1;
        final int id = next++;

        static int peek() { return next; }
    }

    static class Shared {
        static int hits;
    }

    static class SharedLeft extends Shared { }

    static class SharedRight extends Shared { }

    static StaticMembers self() {
        System.out.println("self evaluated");
        return null;
    }

    @SuppressWarnings("static-access")
    public static void main(String[] args) {
        System.out.println(z + " " + b + " " + s + " " + (int) c + " " + i + " " + l + " " + f + " " + d + " " + str + " " + arr);
        z = true;
        b = -128;
        s = 32767;
        c = '~';
        i = Integer.MIN_VALUE;
        l = Long.MIN_VALUE;
        f = -1.25f;
        d = 1e-300;
        str = "set";
        arr = new int[] {1};
        System.out.println(z + " " + b + " " + s + " " + c + " " + i + " " + l + " " + f + " " + d + " " + str + " " + arr[0]);
        b--;
        s++;
        c++;
        i--;
        l--;
        f /= 3;
        d *= 1e-10;
        z ^= true;
        System.out.println(z + " " + b + " " + s + " " + (int) c + " " + i + " " + l + " " + f + " " + d);
        System.out.println(Limits.MAX + " " + MoreLimits.MAX + " " + User.OLD + " " + Limits.LABEL + " " + User.LABEL);
        Limits.TABLE[0] += 1;
        System.out.println(User.TABLE[0] + " " + Limits.NONE.apply(5) + " " + new User().apply(3));
        System.out.println(new Ids().id + " " + new Ids().id + " " + Ids.peek() + " " + new Ids().peek());
        SharedLeft.hits += 2;
        SharedRight.hits *= 10;
        System.out.println(Shared.hits);
        self().i = 77;
        System.out.println(self().i);
    }
}
