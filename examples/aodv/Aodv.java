// One program of several files, see about.md.

import jaywalk.Delta;
import jaywalk.Verify;

/** Every sequence of events in a network, every state of the network once. */
public class Aodv {
    static final int NODES = 3;

    public static void main(String[] args) {
        int events = args.length > 0 ? Integer.parseInt(args[0]) : 6;
        int error = Errors.named(args.length > 1 ? args[1] : "none");
        Network network = new Network(NODES, error);
        for (int i = 0; i < events; i++) {
            network = Delta.newStates(network);
            int event = Verify.getInt(0, Events.COUNT - 1);
            int node = Verify.getInt(0, NODES - 1);
            Verify.ignoreIf(!Events.isEnabled(network, event, node));
            Events.happen(network, event, node);
            assert LoopFreedom.holds(network) : "a route leads back";
            Delta.merge(network);
        }
    }
}
