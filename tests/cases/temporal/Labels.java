//@ holds: ltl G !(label.left && label.right)
//@ holds: ltl F label.left && F label.right
//@ holds: ltl G (label.left -> F label.right)
//@ fails: ltl G (label.right -> F label.left)
//@ holds: ltl FG label.done
//@ holds: ltl G !label.never
// Labels that the program sets.

import jaywalk.Verify;

public class Labels {
    public static void main(String[] args) {
        Verify.label("left", true);
        Verify.label("left", false);
        Verify.label("right", true);
        Verify.label("unheard", true);
        Verify.label("right", false);
        Verify.label("done", true);
    }
}
