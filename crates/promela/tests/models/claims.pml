byte turn; bool in[2];
ltl mutex { [] !(in[0] && in[1]) }
ltl live { []<> (p@crit) && always (turn < 2 implies <> in[0]) }
proctype unused(byte b) { b++ }
active proctype p() {
	byte loc;
	do
	:: turn == 0 -> in[0] = true;
crit:		in[0] = false; turn = 1
	od
}
active proctype q() {
accept_q:
	do
	:: turn == 1 -> in[1] = true; progress_q: in[1] = false; turn = 0
	od
}
never {
T0:	if
	:: in[0] && in[1] -> goto accept_all
	:: atomic { (turn > 5) -> assert(!(turn > 5)) }
	:: p[0]:loc == 0 && turn == 7 -> goto T0
	:: else -> goto T0
	fi;
accept_all: skip
}
