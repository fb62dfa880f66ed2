//@ run-native
// Exercises inner classes: outer access, shadowing, nested depth, explicit outer instances and private members both ways.
public class InnerClasses {
    private int count = 1;
    private static int shared = 100;
    private final String name;

    InnerClasses(String name) { this.name = name; }

    private int bump() { return ++count; }

    class Meter {
        private int count = 50;
        private int secret = 7;

        int mine() { return count++ + this.count; }

        int outers() { return InnerClasses.this.count++ + bump() + shared--; }

        class Needle {
            int count = 1000;

            String all() {
                return count + " " + Meter.this.count + " " + InnerClasses.this.count + " " + name + " " + secret;
            }

            void reset() {
                Meter.this.count = 0;
                InnerClasses.this.count = 0;
                secret += 1;
            }
        }

        private class Hidden {
            private Hidden() { secret *= 2; }
        }
    }

    int peek(Meter m) {
        m.secret++;
        m.secret += 10;
        new Meter().secret = 1;
        return m.secret;
    }

    class MeterMaker {
        Meter make() { return new Meter(); }
    }

    static class Detached {
        private int hidden = 3;

        int read(InnerClasses o) { return o.count + o.bump() + shared; }
    }

    class Sub extends Meter {
        int outers() { return super.outers() * 1000; }

        String outerName() { return name + "/" + InnerClasses.this.name; }
    }

    public static void main(String[] args) {
        InnerClasses a = new InnerClasses("a");
        InnerClasses b = new InnerClasses("b");
        InnerClasses.Meter ma = a.new Meter();
        Meter mb = b.new Meter();
        System.out.println(ma.mine() + " " + ma.mine() + " " + mb.mine());
        System.out.println(ma.outers() + " " + mb.outers() + " " + a.count + " " + b.count + " " + shared);
        Meter.Needle needle = ma.new Needle();
        System.out.println(needle.all());
        needle.reset();
        System.out.println(needle.all());
        System.out.println(b.new Meter().new Needle().all());
        System.out.println(a.peek(mb) + " " + mb.secret);
        ma.new Hidden();
        System.out.println(ma.secret);
        Detached d = new Detached();
        d.hidden *= 5;
        System.out.println(d.read(a) + " " + d.hidden);
        Sub sub = b.new Sub();
        System.out.println(sub.outers() + " " + sub.outerName());
        System.out.println(a.new MeterMaker().make().mine());
        System.out.println(Meter.class.getName() + " " + Meter.Needle.class.getName() + " "
                + Meter.Needle.class.getSimpleName() + " " + Meter.Needle.class.getEnclosingClass().getSimpleName());
    }
}
