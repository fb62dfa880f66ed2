//@ check: safe
//@ options: --random explore
//@ outputs: between | first | last
// Of a thousand numbers three are tried: the ends, and one between.
import java.util.Random;

public class LargeRange {
    public static void main(String[] args) {
        int number = new Random().nextInt(1000);
        System.out.print(number == 0 ? "first" : number == 999 ? "last" : "between");
    }
}
