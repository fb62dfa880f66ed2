import java.awt.FlowLayout;
import java.awt.GridLayout;
import java.awt.event.ActionEvent;
import java.awt.event.ActionListener;
import java.awt.event.KeyEvent;
import java.awt.event.KeyListener;
import java.awt.event.MouseEvent;
import java.awt.event.MouseListener;
import javax.swing.BorderFactory;
import javax.swing.JButton;
import javax.swing.JLabel;
import javax.swing.JPanel;
import javax.swing.JSlider;
import javax.swing.event.ChangeEvent;
import javax.swing.event.ChangeListener;

/** Knobs, buttons and the wheel. Whatever is done to them becomes one of the pilot's actions at the tutor. */
public class ControlPanel extends JPanel implements ActionListener, ChangeListener, KeyListener, MouseListener {
    private final Autopilot tutor;

    private final JButton higher = new JButton("ALT +");
    private final JButton lower = new JButton("ALT -");
    private final JButton pull = new JButton("PULL");
    private final JButton hold = new JButton("HOLD");
    private final JButton left = new JButton("HDG -");
    private final JButton right = new JButton("HDG +");
    private final JButton select = new JButton("SEL");
    private final JButton keep = new JButton("HDG HOLD");
    private final JButton faster = new JButton("SPD +");
    private final JButton slower = new JButton("SPD -");
    private final JButton engage = new JButton("A/T");
    private final JButton levers = new JButton("LEVERS");
    private final JButton fly = new JButton("FLY");
    private final JButton next = new JButton("TASK");
    private final JSlider wheel = new JSlider(-1, 1, 0);
    private final JLabel hint = new JLabel("space: a minute goes by");

    ControlPanel(Autopilot tutor) {
        this.tutor = tutor;
    }

    void build() {
        setLayout(new GridLayout(2, 1));
        setBorder(BorderFactory.createEtchedBorder());
        JPanel buttons = new JPanel(new GridLayout(2, 7));
        JButton[] all = {
            higher, lower, pull, hold, left, right, select, keep, faster, slower, engage, levers, fly, next
        };
        for (JButton button : all) {
            button.addActionListener(this);
            button.setFocusable(false);
            buttons.add(button);
        }
        wheel.setMajorTickSpacing(1);
        wheel.setPaintTicks(true);
        wheel.setSnapToTicks(true);
        wheel.addChangeListener(this);
        JPanel rest = new JPanel(new FlowLayout());
        rest.add(new JLabel("V/S"));
        rest.add(wheel);
        rest.add(hint);
        add(buttons);
        add(rest);
        addKeyListener(this);
        addMouseListener(this);
        setFocusable(true);
    }

    /** What the pilot cannot do now is grey. */
    void offer(boolean isFlying) {
        fly.setEnabled(isFlying);
        wheel.setEnabled(isFlying);
        next.setEnabled(!isFlying);
    }

    void hint(String text) {
        hint.setText(text);
    }

    @Override
    public void actionPerformed(ActionEvent event) {
        String command = event.getActionCommand();
        if (command == null) {
            return;
        }
        switch (command) {
            case "ALT +":
                tutor.turnKnob(1);
                break;
            case "ALT -":
                tutor.turnKnob(-1);
                break;
            case "PULL":
                tutor.pullKnob();
                break;
            case "HOLD":
                tutor.pressHold();
                break;
            case "HDG -":
                tutor.turnHeading(-1);
                break;
            case "HDG +":
                tutor.turnHeading(1);
                break;
            case "SEL":
                tutor.selectHeading();
                break;
            case "HDG HOLD":
                tutor.holdHeading();
                break;
            case "SPD +":
                tutor.turnSpeed(1);
                break;
            case "SPD -":
                tutor.turnSpeed(-1);
                break;
            case "A/T":
                tutor.engageThrottle();
                break;
            case "LEVERS":
                tutor.takeLevers(0);
                break;
            case "FLY":
                tutor.fly();
                break;
            case "TASK":
                tutor.nextTask();
                break;
            default:
                break;
        }
    }

    @Override
    public void stateChanged(ChangeEvent event) {
        if (!wheel.getValueIsAdjusting()) {
            tutor.moveWheel(wheel.getValue());
        }
    }

    @Override
    public void keyPressed(KeyEvent event) {
        switch (event.getKeyCode()) {
            case KeyEvent.VK_SPACE:
                tutor.fly();
                break;
            case KeyEvent.VK_UP:
                tutor.moveWheel(1);
                break;
            case KeyEvent.VK_DOWN:
                tutor.moveWheel(-1);
                break;
            case KeyEvent.VK_H:
                tutor.pressHold();
                break;
            default:
                break;
        }
    }

    @Override
    public void keyReleased(KeyEvent event) {
        // Only what is pressed counts.
    }

    @Override
    public void keyTyped(KeyEvent event) {
        // Only what is pressed counts.
    }

    @Override
    public void mouseClicked(MouseEvent event) {
        requestFocus();
    }

    @Override
    public void mousePressed(MouseEvent event) {
        hint.setText("keys: up, down, h, space");
    }

    @Override
    public void mouseReleased(MouseEvent event) {
        hint.setText("space: a minute goes by");
    }

    @Override
    public void mouseEntered(MouseEvent event) {
        // The panel looks the same.
    }

    @Override
    public void mouseExited(MouseEvent event) {
        // The panel looks the same.
    }
}
