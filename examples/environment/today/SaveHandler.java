import java.awt.event.ActionEvent;
import java.awt.event.ActionListener;
import javax.swing.JButton;
import javax.swing.JLabel;

/**
 * A click saves, and no click does while that goes on. The unit of SaveHandler.env. The flag is taken back too early: a click that comes in between
 * begins to save while the other job has not come to its end.
 */
public class SaveHandler implements ActionListener {
    private final JButton button = new JButton("Save");
    private final JLabel label = new JLabel();
    private boolean isSaving;
    private int jobs;

    public SaveHandler() {
        button.addActionListener(this);
    }

    /** Called by the thread of events. */
    @Override
    public void actionPerformed(ActionEvent event) {
        synchronized (this) {
            if (isSaving) {
                return;
            }
            isSaving = true;
        }
        button.setEnabled(false);
        label.setText("saving");
        begin();
    }

    /** Called by the worker when it has written the file. */
    public void saved() {
        synchronized (this) {
            if (!isSaving) {
                return;
            }
            isSaving = false;
        }
        end();
        label.setText("saved");
        button.setEnabled(true);
    }

    private synchronized void begin() {
        jobs++;
        assert jobs <= 1 : "two jobs at once";
    }

    private synchronized void end() {
        jobs--;
    }
}
