package jaywalk.kernel;

/** What eventfd gives: a number that whoever reads it sets back. */
final class Counter extends Entry {
    private boolean isSet;

    Counter() {
        nonBlocking = true;
    }

    @Override
    int events() {
        return isSet ? IN | OUT : OUT;
    }

    @Override
    byte[] read(int most) {
        if (!isSet) {
            return null;
        }
        isSet = false;
        return new byte[8];
    }

    @Override
    int write(byte[] bytes) {
        isSet = true;
        changed();
        return bytes.length;
    }
}
