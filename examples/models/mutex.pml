/* Mutual exclusion of two processes, as the lecture has it: each raises its flag, gives the turn away, and waits. */

mtype = { out, wait, cs };
mtype pc1 = out, pc2 = out;
bool a, b, turn;

active proctype process1()
{
	do
	:: d_step { pc1 == out -> a = true; turn = true; pc1 = wait }
	:: pc1 == wait && b && turn	/* and looks again */
	:: d_step { pc1 == wait && (!b || !turn) -> pc1 = cs }
	:: d_step { pc1 == cs -> a = false; pc1 = out }
	od
}

active proctype process2()
{
	do
	:: d_step { pc2 == out -> b = true; turn = false; pc2 = wait }
	:: pc2 == wait && a && !turn
	:: d_step { pc2 == wait && (!a || turn) -> pc2 = cs }
	:: d_step { pc2 == cs -> b = false; pc2 = out }
	od
}
