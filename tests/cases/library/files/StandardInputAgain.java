//@ check: safe
//@ stdin: 7 8
// Every path reads standard input from its beginning.
import java.util.Scanner;
import jaywalk.Verify;

public class StandardInputAgain {
    public static void main(String[] args) {
        int more = Verify.getInt(0, 2);
        Scanner in = new Scanner(System.in);
        int first = in.nextInt();
        int second = in.nextInt();
        assert first == 7 && second == 8 : more;
    }
}
