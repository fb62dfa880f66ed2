import java.awt.BorderLayout;
import java.awt.Color;
import java.awt.Graphics;
import java.awt.GridLayout;
import java.awt.event.ActionEvent;
import java.awt.event.ActionListener;
import javax.swing.JApplet;
import javax.swing.JButton;
import javax.swing.JLabel;
import javax.swing.JPanel;

/**
 * A tutor for the vertical modes of an autopilot: a panel with knobs and buttons, and a picture of the aircraft. The unit of Autopilot.env; all of AWT
 * and Swing around it are stubs.
 */
@SuppressWarnings("removal")
public class Autopilot extends JApplet implements ActionListener {
    private final Aircraft aircraft = new Aircraft();
    private final ModeLogic logic = new ModeLogic(aircraft);
    private final UserModel user = new UserModel();

    private final JButton higher = new JButton("ALT +");
    private final JButton lower = new JButton("ALT -");
    private final JButton pull = new JButton("PULL");
    private final JButton up = new JButton("V/S up");
    private final JButton level = new JButton("V/S 0");
    private final JButton down = new JButton("V/S down");
    private final JButton hold = new JButton("HOLD");
    private final JButton fly = new JButton("FLY");

    private final JLabel altitude = new JLabel();
    private final JLabel speed = new JLabel();
    private final JLabel mode = new JLabel();
    private final JLabel armed = new JLabel();
    private final JLabel dial = new JLabel();

    private final JPanel knobs = new JPanel(new GridLayout(2, 4));
    private final JPanel annunciators = new JPanel(new GridLayout(1, 5));

    /** What the altitude knob shows. */
    private int dialled;

    @Override
    public void init() {
        setLayout(new BorderLayout());
        JButton[] buttons = {higher, lower, pull, up, level, down, hold, fly};
        for (JButton button : buttons) {
            button.addActionListener(this);
            knobs.add(button);
        }
        JLabel[] labels = {altitude, speed, mode, armed, dial};
        for (JLabel label : labels) {
            label.setForeground(Color.GREEN);
            label.setBackground(Color.BLACK);
            label.setOpaque(true);
            annunciators.add(label);
        }
        add(annunciators, BorderLayout.NORTH);
        add(knobs, BorderLayout.SOUTH);
        show("ready");
    }

    @Override
    public void actionPerformed(ActionEvent event) {
        String command = event.getActionCommand();
        if (command.equals("ALT +")) {
            turnKnob(1);
        } else if (command.equals("ALT -")) {
            turnKnob(-1);
        } else if (command.equals("PULL")) {
            pullKnob();
        } else if (command.equals("V/S up")) {
            moveWheel(1);
        } else if (command.equals("V/S 0")) {
            moveWheel(0);
        } else if (command.equals("V/S down")) {
            moveWheel(-1);
        } else if (command.equals("HOLD")) {
            pressHold();
        } else if (command.equals("FLY")) {
            fly();
        }
    }

    /** Turns the altitude knob by one notch. */
    public void turnKnob(int notches) {
        dialled = Math.max(0, Math.min(Aircraft.CEILING, dialled + notches));
        show("dialled");
    }

    /** Arms the altitude that the knob shows. */
    public void pullKnob() {
        logic.armAltitude(dialled);
        user.armedAltitude(dialled);
        show("armed");
    }

    public void moveWheel(int to) {
        logic.moveWheel(to);
        user.movedWheel(to);
        show("wheel");
    }

    public void pressHold() {
        logic.hold();
        user.pressedHold();
        show("hold");
    }

    /** A minute goes by. */
    public void fly() {
        logic.think();
        aircraft.fly();
        user.compare(logic, aircraft);
        show("flown");
    }

    private void show(String what) {
        altitude.setText(aircraft.altitude() + ",000");
        speed.setText(Integer.toString(aircraft.verticalSpeed()));
        mode.setText(logic.mode().name());
        armed.setText(logic.isArmed() ? "ALT" : "");
        dial.setText(dialled + ",000 " + what);
        repaint();
    }

    @Override
    public void paint(Graphics g) {
        super.paint(g);
        int height = getHeight();
        int place = height - aircraft.altitude() * height / Aircraft.CEILING;
        g.setColor(Color.BLUE);
        g.fillRect(0, 0, getWidth(), height);
        g.setColor(Color.WHITE);
        g.drawLine(0, place, getWidth(), place);
        g.drawString(logic.mode().name(), 10, place);
    }
}
