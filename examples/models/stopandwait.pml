/* A sender and a receiver over a wire that loses messages; the receiver forgets to answer what comes twice. */

mtype = { data, ack };
chan wire = [1] of { mtype, bit };
chan back = [1] of { mtype, bit };

active proctype sender()
{
	bit seq, got;
	wire!data(seq);
end:	do
	:: back?ack(got) -> seq = 1 - seq; wire!data(seq)
	:: timeout -> wire!data(seq)
	od
}

active proctype receiver()
{
	bit expected, seq;
end:	do
	:: wire?data(seq) ->
		if
		:: seq == expected -> expected = 1 - expected; back!ack(seq)
		:: else -> assert(false)
		fi
	:: wire?data(_)      /* lost */
	:: back?ack(_)       /* lost */
	od
}
