/* Peterson's mutual exclusion with the two assignments in the wrong order. */

bool wants[2];
byte turn;
byte inside;

active [2] proctype P()
{
	pid other = 1 - _pid;
	do
	:: turn = other;
	   wants[_pid] = true;
	   (!wants[other] || turn == _pid);
	   inside++;
	   assert(inside == 1);
	   inside--;
	   wants[_pid] = false
	od
}
