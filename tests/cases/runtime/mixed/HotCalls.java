//@ run-native
// Calls between methods that have long been hot: by class and by interface, recursion to the end of the stack, exceptions
// through several of them, each with its stack trace, and natives of strings that throw.
public class HotCalls {
    interface Shape {
        int area(int x);
    }

    static class Square implements Shape {
        public int area(int x) {
            return x * x;
        }
    }

    static class Part implements Shape {
        public int area(int x) {
            return 100 / (x % 7);
        }
    }

    static class Around implements Shape {
        private final Shape inner;

        Around(Shape inner) {
            this.inner = inner;
        }

        public int area(int x) {
            return inner.area(x) + 1;
        }
    }

    static long sum;

    static int down(int n) {
        return down(n + 1) + 1;
    }

    static int element(int i, int deep) {
        if (deep == 0) {
            int[] few = new int[3];
            return few[i % 5];
        }
        return element(i, deep - 1) + 1;
    }

    static void note(Throwable thrown) {
        StringBuilder text = new StringBuilder(String.valueOf(thrown.getMessage()));
        for (StackTraceElement at : thrown.getStackTrace()) {
            text.append(' ').append(at.getMethodName()).append(at.getLineNumber());
        }
        sum = sum * 31 + text.toString().hashCode();
    }

    public static void main(String[] args) {
        Shape[] shapes = {new Square(), new Part(), new Around(new Part()), new Around(new Around(new Square())), null};
        int thrown = 0;
        for (int i = 0; i < 1_500; i++) {
            try {
                sum += shapes[i * 7 % 5].area(i);
                sum += element(i, i % 9);
            } catch (RuntimeException e) {
                thrown++;
                note(e);
            }
        }
        System.out.println(thrown + " " + sum);
        for (int i = 0; i < 3; i++) {
            try {
                down(0);
            } catch (StackOverflowError e) {
                System.out.println("too deep");
            }
        }
        for (int i = 0; i < 900; i++) {
            try {
                String text = i % 3 == 0 ? null : "abc" + i;
                sum += text.hashCode() + text.substring(i % 9).length();
            } catch (RuntimeException e) {
                note(e);
            }
        }
        System.out.println(sum);
    }
}
