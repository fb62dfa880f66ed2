//@ check: assertion
// The library makes classes for annotations, its own among them, on every path anew: a path that is gone again is no second definition.
import gov.nasa.jpf.vm.Verify;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

public class AnnotationsOnManyPaths {
    @Retention(RetentionPolicy.RUNTIME)
    @interface Size {
        int value();
    }

    @Size(3)
    static class Box {
    }

    public static void main(String[] args) {
        int which = Verify.random(2);
        int size = Box.class.getAnnotation(Size.class).value();
        assert which < 2 || size != 3;
    }
}
