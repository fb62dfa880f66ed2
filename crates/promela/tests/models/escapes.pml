byte x; bool alarm; chan c = [0] of { bit };

active [2] proctype a() {
	{
again:	do
		:: x < 4 -> x++
		:: x > 0 -> atomic { x--; if :: x == 2 -> goto again :: else fi }
		:: c?1
		od
	} unless {
		if
		:: alarm -> x = 0; goto over
		:: c?0
		fi
	};
over:	skip
}

active proctype b() {
	do
	:: alarm = true; break
	:: atomic { c!1; x = 3 }
	:: c!0
	:: x == 3 -> { x = 4 unless alarm } 
	od;
end_b:	false
}
