//@ run-native
// Exercises Externalizable, readResolve, writeReplace, serialization proxies, enums, records, and singletons.
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Externalizable;
import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectInput;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.Serializable;

public class SerialExternal {
    public static class Temperature implements Externalizable {
        private double celsius;
        private String place = "nowhere";

        public Temperature() {
            System.out.println("no-argument constructor");
        }

        Temperature(double celsius, String place) {
            this.celsius = celsius;
            this.place = place;
        }

        @Override
        public void writeExternal(ObjectOutput out) throws IOException {
            out.writeDouble(celsius * 1.8 + 32);
            out.writeObject(place);
        }

        @Override
        public void readExternal(ObjectInput in) throws IOException, ClassNotFoundException {
            celsius = (in.readDouble() - 32) / 1.8;
            place = (String) in.readObject();
        }
    }

    static final class Only implements Serializable {
        static final Only INSTANCE = new Only();

        private Object readResolve() {
            return INSTANCE;
        }
    }

    static final class Range implements Serializable {
        private final int low;
        private final int high;

        Range(int low, int high) {
            if (low > high) {
                throw new IllegalArgumentException(low + " > " + high);
            }
            this.low = low;
            this.high = high;
        }

        private Object writeReplace() {
            return new Form(low + ".." + high);
        }

        private void readObject(ObjectInputStream in) throws InvalidObjectException {
            throw new InvalidObjectException("use the form");
        }

        private record Form(String text) implements Serializable {
            private Object readResolve() {
                String[] ends = text.split("\\.\\.");
                return new Range(Integer.parseInt(ends[0]), Integer.parseInt(ends[1]));
            }
        }
    }

    enum Level {
        LOW, HIGH {
            @Override
            public String toString() {
                return "high!";
            }
        }
    }

    record Point(int x, int y, Level level) implements Serializable {
        static int checks;

        Point {
            checks++;
            if (x < 0) {
                throw new IllegalArgumentException("negative x");
            }
        }
    }

    private static Object copy(Object object) throws IOException, ClassNotFoundException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            return in.readObject();
        }
    }

    public static void main(String[] args) throws Exception {
        Temperature read = (Temperature) copy(new Temperature(20, "Oslo"));
        System.out.println(Math.round(read.celsius) + " in " + read.place);
        System.out.println("single " + (copy(Only.INSTANCE) == Only.INSTANCE));
        Range range = (Range) copy(new Range(3, 9));
        System.out.println(range.low + " to " + range.high);
        System.out.println((copy(Level.HIGH) == Level.HIGH) + " " + copy(Level.LOW) + " "
            + ((Level[]) copy(Level.values()))[1]);
        Point point = new Point(1, 2, Level.HIGH);
        System.out.println(copy(point) + " " + copy(point).equals(point) + " checks " + Point.checks);
        for (Object wrong : new Object[] {new Object(), new Object[] {"fine", new Thread()}, (Runnable) () -> { }}) {
            try {
                copy(wrong);
            } catch (java.io.NotSerializableException e) {
                System.out.println("not serializable: " + e.getMessage().replaceAll("\\$\\$Lambda.*", " lambda"));
            }
        }
    }
}
