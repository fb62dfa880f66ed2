mtype = { msg, ack };
chan wire = [2] of { mtype, byte };
chan back = [0] of { mtype, byte };
chan sorted = [3] of { byte, bool };
typedef Item { byte k; byte v };
chan items = [2] of { Item };

active proctype sender() provided (len(wire) < 3) {
	byte n;
	Item it;
	it.k = 1;
	items!it;
	do
	:: n < 3 ->
		if
		:: wire!msg(n)
		:: nfull(wire) -> wire!msg, n
		fi;
		back?ack, eval(n);
		n++
	:: else -> break
	od
}

active proctype receiver() {
	byte got;
	Item it;
progress:
	do
	:: wire?[msg, 0] -> wire?<msg, got>; wire?msg(got); back!ack(got)
	:: wire??msg, got -> sorted!!got, true; back!ack, got; sorted??eval(got), _
	:: items?it -> assert(it.k == 1)
	:: got >= 2 && empty(wire) -> goto done
	od;
done:	printf("done\n")
}
