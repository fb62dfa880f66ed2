//@ check: safe
//@ args: 3
// Routing in ad hoc networks: AODV, Ad hoc On-demand Distance Vector. Three nodes in a chain look for routes to the last of them; packets come late or never, routes time
// out, nodes restart. No route may lead back. The first argument is how many events there are, the second an error: none, deletes, keeps, hasty.
// Expected: safe, and a failed assertion in the ninth event with any of the errors.
//
//     jaywalk explore --driver examples/aodv/Aodv.java 9 deletes
//     jaywalk explore --driver --delta examples/aodv/Aodv.java 9

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
