#define N 2
#define twice(x) ((x) + (x))
#if N > 1 && defined(N)
mtype = { red, green, blue };
#else
no
#endif
typedef Inner { byte b[2]; bit f };
typedef Outer { Inner in[2]; short s; chan c = [1] of { byte } };
Outer o;
unsigned u : 3 = 9;
int big = 70000;
bool done = false;
mtype colour = red;
byte a[3] = { 1, 2, 3 };
byte _seen;

inline move(x, y) {
	byte tmp;
	tmp = x;
	x = y;
	y = tmp
}

proctype worker(byte id; chan c) {
	byte i, k = id + 1;
	xr c;
	do
	:: i < N -> i++; o.in[i - 1].b[0] = twice(i)
	:: i >= N -> break
	od;
	for (i : 0 .. 2) { a[i] = a[i] + k; skip; skip }
	select (i : 1 .. 3);
	if
	:: atomic { i == 1 -> big = big / i; c!id; goto out }
	:: d_step { i == 2 -> big++; if :: big > 3 -> big = 3 :: else fi; big-- }
	:: else -> printf("%d %e\n", i, colour)
	fi;
	move(a[0], a[1]);
out:	assert(i <= 3);
	for (i in a) { o.s = o.s + a[i] }
	_seen = (done -> _pid : _nr_pr)
}

init {
	pid p;
	chan q = [2] of { byte };
	byte v;
	atomic {
		p = run worker(1, q);
		skip
	};
	{
		byte inside = 3;
		inside = inside << 1;
	};
end:	do
	:: q?v -> done = !done
	:: timeout -> break
	od;
	o.c!v; o.c?v;
	assert(worker[p]:i <= 200 || empty(q) || len(q) == 0 && nfull(q))
}
