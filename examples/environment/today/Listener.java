/** Who wants to know of a model's changes. */
public interface Listener {
    void changed(Model model);
}
