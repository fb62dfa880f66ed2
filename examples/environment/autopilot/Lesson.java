import java.awt.BorderLayout;
import java.awt.event.ItemEvent;
import java.awt.event.ItemListener;
import javax.swing.BorderFactory;
import javax.swing.JCheckBox;
import javax.swing.JLabel;
import javax.swing.JPanel;
import javax.swing.JProgressBar;

/** The tasks of a lesson, one after the other, and how far the learner has come. */
public class Lesson extends JPanel implements ItemListener {
    private final Task[] tasks = {
        new Task("climb to 2,000 ft", 2, 0, 2),
        new Task("climb to 4,000 ft and turn east", 4, 1, 2),
        new Task("descend to 1,000 ft and slow down", 1, 1, 1),
        new Task("go back to where you came from", 0, 0, 2),
    };
    private final JLabel words = new JLabel();
    private final JLabel advice = new JLabel();
    private final JCheckBox help = new JCheckBox("help");
    private final JProgressBar progress = new JProgressBar(0, 4);
    private int at;
    private int done;
    private boolean isHelping;

    Lesson() {
        super(new BorderLayout());
    }

    void build() {
        setBorder(BorderFactory.createTitledBorder("task"));
        help.addItemListener(this);
        progress.setStringPainted(true);
        add(words, BorderLayout.NORTH);
        add(advice, BorderLayout.CENTER);
        add(help, BorderLayout.EAST);
        add(progress, BorderLayout.SOUTH);
        words.setText(task().text());
    }

    Task task() {
        return tasks[at];
    }

    boolean isOver() {
        return done == tasks.length;
    }

    /** The learner asks for the next task; after the last comes the first. */
    void next() {
        at = (at + 1) % tasks.length;
        words.setText(task().text());
        advice.setText("");
    }

    /** After a minute. True if the task has been done just now. */
    boolean look(Aircraft aircraft) {
        Task task = task();
        if (isHelping) {
            advice.setText(task.missing(aircraft));
        }
        if (!task.isDone(aircraft)) {
            return false;
        }
        done = Math.min(done + 1, tasks.length);
        progress.setValue(done);
        advice.setText("well done");
        return true;
    }

    @Override
    public void itemStateChanged(ItemEvent event) {
        setHelping(event.getStateChange() == ItemEvent.SELECTED);
    }

    void setHelping(boolean isWanted) {
        isHelping = isWanted;
        if (!isWanted) {
            advice.setText("");
        }
    }
}
