byte x;
inline up(v) { v++ }
proctype Q(byte n) { d_step { up(x); x = x + n }; goto L; x = 9; L: skip }
init { byte i; atomic { run Q(1); run Q(2) }; select(i : 1 .. 3); _nr_pr == 1; assert(x + i < 8) }
