import java.awt.BorderLayout;
import java.awt.Dimension;
import java.awt.Font;
import javax.swing.BorderFactory;
import javax.swing.JLabel;
import javax.swing.JPanel;
import javax.swing.JScrollPane;
import javax.swing.JTextArea;

/** What has happened, for the learner to read afterwards. */
public class Logbook extends JPanel {
    private static final int ROWS = 6;
    private static final int COLUMNS = 24;

    private final JTextArea text = new JTextArea(ROWS, COLUMNS);
    private final JLabel title = new JLabel("LOG");
    private boolean isOpen;

    Logbook() {
        super(new BorderLayout());
    }

    void build() {
        setBorder(BorderFactory.createTitledBorder("log"));
        text.setEditable(false);
        text.setLineWrap(true);
        text.setFont(new Font("Monospaced", Font.PLAIN, 11));
        JScrollPane pane = new JScrollPane(text);
        pane.setPreferredSize(new Dimension(240, 120));
        add(title, BorderLayout.NORTH);
        add(pane, BorderLayout.CENTER);
        isOpen = true;
    }

    /** Writes a line. Before the panels are there, nobody would see it. */
    void note(String what) {
        if (isOpen) {
            text.append(what);
            text.append("\n");
        }
    }

    void clear() {
        text.setText("");
    }
}
