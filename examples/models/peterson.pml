/* Mutual exclusion of two processes, after Peterson. */

bool wants[2];
byte turn;
byte inside;

ltl exclusion { [] (inside <= 1) }
ltl entry     { [] (wants[0] -> <> P[0]@critical) }

active [2] proctype P()
{
	pid other = 1 - _pid;
	do
	:: wants[_pid] = true;
	   turn = other;
	   (!wants[other] || turn == _pid);
critical:
	   inside++;
	   assert(inside == 1);
	   inside--;
progress:
	   wants[_pid] = false
	od
}
