//@ run-native
// Exercises tableswitch and lookupswitch: dense, sparse, negative, extreme labels and fallthrough.
public class IntSwitches {
    static String dense(int v) {
        switch (v) {
            case -2: return "minus two";
            case -1: return "minus one";
            case 0: return "zero";
            case 1: return "one";
            case 3: return "three";
            default: return "gap";
        }
    }

    static String sparse(int v) {
        switch (v) {
            case Integer.MIN_VALUE: return "min";
            case -1000000: return "minus million";
            case 0: return "zero";
            case 77: return "seventy-seven";
            case 1 << 20: return "mebi";
            case Integer.MAX_VALUE: return "max";
        }
        return "none";
    }

    static int fall(int v) {
        int sum = 0;
        switch (v) {
            default:
                sum += 1000;
            case 1:
                sum += 1;
            case 2:
                sum += 10;
                break;
            case 3:
                sum += 100;
            case 4: { }
        }
        return sum;
    }

    static String nearMax(int v) {
        switch (v) {
            case Integer.MAX_VALUE - 1: return "a";
            case Integer.MAX_VALUE: return "b";
            case Integer.MAX_VALUE - 2: return "c";
            default: return "-";
        }
    }

    static String kinds(byte b, short s, char c, Integer boxed) {
        String out = "";
        switch (b) { case -128: out += "B"; break; case 127: out += "b"; }
        switch (s) { case -32768: out += "S"; break; case 32767: out += "s"; }
        switch (c) { case 'a': out += "a"; break; case '\uffff': out += "F"; break; default: out += c; }
        switch (boxed) { case 5: out += "five"; break; default: out += boxed; }
        return out;
    }

    public static void main(String[] args) {
        int[] probes = {Integer.MIN_VALUE, Integer.MIN_VALUE + 1, -1000000, -3, -2, -1, 0, 1, 2, 3, 4, 5, 77,
            1048576, Integer.MAX_VALUE - 3, Integer.MAX_VALUE - 2, Integer.MAX_VALUE - 1, Integer.MAX_VALUE};
        for (int p : probes) {
            System.out.println(p + " " + dense(p) + ", " + sparse(p) + ", " + fall(p) + ", " + nearMax(p));
        }
        System.out.println(kinds((byte) -128, (short) 32767, 'a', 5));
        System.out.println(kinds((byte) 127, (short) -32768, '\uffff', 6));
        System.out.println(kinds((byte) 0, (short) 0, 'q', -1));
        try {
            kinds((byte) 0, (short) 0, 'q', null);
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        int state = 0;
        StringBuilder trail = new StringBuilder();
        loop:
        for (int step = 0; ; step++) {
            switch (state) {
                case 0: state = 2; continue;
                case 1: state = 3; break;
                case 2: state = 1; break;
                case 3: break loop;
            }
            trail.append(step).append(state).append(' ');
        }
        System.out.println(trail);
    }
}
