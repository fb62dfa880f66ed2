package jaywalk.kernel;

import java.io.IOException;

/** The natives of sun.nio.ch.EventFD. */
final class EventFD {
    private EventFD() {}

    static int eventfd0() {
        return Table.add(new Counter());
    }

    static int set0(int number) throws IOException {
        return Table.get(number).write(new byte[8]);
    }
}
