//@ run-native
//@ check: safe
// Threads that work on objects of their own, hot, between a few that they share: what they share is still met in every order.
public class HotThreads {
    interface Shape {
        int area();
    }

    static class Square implements Shape {
        final int side;

        Square(int side) {
            this.side = side;
        }

        public int area() {
            return side * side;
        }
    }

    static class Strip implements Shape {
        int length;

        public int area() {
            return length;
        }
    }

    static int shared;
    static Object[] published = new Object[4];

    static int work(int seed) {
        Shape[] shapes = new Shape[16];
        for (int i = 0; i < shapes.length; i++) {
            if (i % 3 == 0) {
                shapes[i] = new Square(i + seed);
            } else {
                Strip strip = new Strip();
                strip.length = i * seed;
                shapes[i] = strip;
            }
        }
        int total = 0;
        for (int round = 0; round < 30; round++) {
            for (Shape shape : shapes) {
                total += shape.area();
                if (shape instanceof Strip) {
                    ((Strip) shape).length++;
                }
            }
        }
        return total;
    }

    public static void main(String[] args) throws InterruptedException {
        int before = work(1);
        int[] results = new int[2];
        Thread[] threads = new Thread[2];
        for (int t = 0; t < 2; t++) {
            int number = t;
            threads[t] = new Thread(() -> {
                int own = work(number + 2);
                synchronized (published) {
                    shared += own;
                    published[number] = new int[] {own};
                }
                results[number] = own + work(number + 3);
            });
            threads[t].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        int[] first = (int[]) published[0];
        System.out.println(before + " " + results[0] + " " + results[1] + " " + shared + " " + first[0]);
    }
}
