package jaywalk.kernel;

/** Options of sockets, by the numbers that Linux has for them. */
final class Options {
    static final int SOCKET_LEVEL = 1;
    static final int REUSE_ADDRESS = 2;
    static final int SEND_BUFFER = 7;
    static final int RECEIVE_BUFFER = 8;
    static final int LINGER = 13;
    private static final int IP_LEVEL = 0;
    private static final int MULTICAST_TTL = 33;
    private static final int MULTICAST_LOOP = 34;
    private static final int INITIAL_BUFFER = 131072;

    private Options() {}

    /** What an option is before it is set. */
    static int initial(int level, int name) {
        if (level == SOCKET_LEVEL) {
            switch (name) {
                case SEND_BUFFER:
                case RECEIVE_BUFFER: return INITIAL_BUFFER;
                case LINGER: return -1;
                default: return 0;
            }
        }
        return level == IP_LEVEL && (name == MULTICAST_TTL || name == MULTICAST_LOOP) ? 1 : 0;
    }
}
