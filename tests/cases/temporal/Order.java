//@ holds: ltl F (main.x && !main.y)
//@ holds: ltl G (main.y -> main.x)
//@ holds: ltl !main.y U main.x
//@ fails: ltl !main.x U main.y
//@ holds: ltl F (main.x && main.y)
//@ holds: ltl FG (main.x && main.y && main.z)
//@ fails: ltl F (main.z && !main.y)
//@ holds: ctl AF (main.x && EF !main.z)
//@ holds: ltl unreduced G (main.x -> X main.x)
//@ holds: mu unreduced mu v. main.z || AX v
// One thread alone: each write to an atom's field is a step of its own.

public class Order {
    static boolean x;
    static boolean y;
    static boolean z;

    public static void main(String[] args) {
        x = true;
        y = true;
        int sum = 0;
        for (int i = 0; i < 10; i++) {
            sum += i;
        }
        z = sum == 45;
    }
}
