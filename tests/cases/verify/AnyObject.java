//@ check: assertion
// Any object of a class is one that the program can reach; its subclasses count.
import gov.nasa.jpf.vm.Verify;

public class AnyObject {
    static class Shape {
        final int number;

        Shape(int number) {
            this.number = number;
        }
    }

    static final class Circle extends Shape {
        Circle(int number) {
            super(number);
        }
    }

    public static void main(String[] args) {
        assert Verify.randomObject("AnyObject$Shape") == null;
        Shape[] shapes = {new Shape(1), new Circle(2), new Shape(3)};
        new Shape(4);
        Circle circle = (Circle) Verify.randomObject("AnyObject$Circle");
        assert circle.number == 2;
        Shape any = (Shape) Verify.randomObject("AnyObject$Shape");
        if (any == shapes[2]) {
            throw new AssertionError("the third was chosen");
        }
        assert any == shapes[0] || any == shapes[1];
    }
}
