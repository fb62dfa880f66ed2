// The smallest program: measures start-up alone.
public class Hello {
    public static void main(String[] args) {
        System.out.println("hello");
    }
}
