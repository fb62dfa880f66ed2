//@ run-native
// Exercises clone: shallow and deep copies, covariance, CloneNotSupportedException, arrays and skipped constructors.
import java.util.Arrays;

public class Cloning {
    static int built;

    static class Sheep implements Cloneable {
        String name;
        int[] wool = {1, 2, 3};
        final long tag;
        double weight = 42.5;
        Sheep twin;

        Sheep(String name, long tag) {
            this.name = name;
            this.tag = tag;
            built++;
        }

        @Override
        public Sheep clone() {
            try {
                return (Sheep) super.clone();
            } catch (CloneNotSupportedException e) {
                throw new AssertionError(e);
            }
        }
    }

    static class Ewe extends Sheep {
        int lambs = 2;

        Ewe(String name) { super(name, 9L); }

        @Override
        public Ewe clone() {
            Ewe copy = (Ewe) super.clone();
            copy.wool = wool.clone();
            return copy;
        }
    }

    static class Rock {
        Object copy() throws CloneNotSupportedException { return super.clone(); }
    }

    public static void main(String[] args) throws Exception {
        Sheep dolly = new Sheep("dolly", 1L << 50);
        dolly.twin = dolly;
        Sheep copy = dolly.clone();
        copy.name = "molly";
        copy.wool[0] = 99;
        System.out.println(dolly.name + " " + copy.name + " " + dolly.wool[0] + " " + copy.tag + " " + copy.weight
                + " " + (copy.twin == dolly) + " " + (copy == dolly) + " built " + built);
        Ewe ewe = new Ewe("ewe");
        Sheep cloned = ((Sheep) ewe).clone();
        cloned.wool[1] = -1;
        ((Ewe) cloned).lambs++;
        System.out.println(cloned.getClass().getSimpleName() + " " + ewe.wool[1] + " " + ewe.lambs + " "
                + ((Ewe) cloned).lambs + " built " + built);
        try {
            new Rock().copy();
        } catch (CloneNotSupportedException e) {
            System.out.println(e);
        }
        int[] a = {3, 1, 2};
        int[] b = a.clone();
        Arrays.sort(b);
        System.out.println(Arrays.toString(a) + Arrays.toString(b) + (a.getClass() == b.getClass()));
        long[][] grid = {{1, 2}, {3}};
        long[][] shallow = grid.clone();
        shallow[0][0] = 100;
        shallow[1] = new long[] {7, 7, 7};
        System.out.println(Arrays.deepToString(grid) + Arrays.deepToString(shallow));
        Object[] strings = new String[] {"x", null};
        Object[] also = strings.clone();
        System.out.println(also.getClass().getSimpleName() + " " + also[0] + also[1] + " " + (also instanceof String[]));
        System.out.println(new boolean[0].clone().length + " " + new char[] {'k'}.clone()[0]
                + " " + new double[] {-0.0}.clone()[0] + " " + (a instanceof Cloneable));
    }
}
