/** A listener that wants to know once. It belongs to the environment of Model.env, and a stub takes its place. */
public class Once implements Listener {
    private boolean wasTold;

    @Override
    public void changed(Model model) {
        if (!wasTold) {
            wasTold = true;
            model.remove(this);
        }
    }
}
