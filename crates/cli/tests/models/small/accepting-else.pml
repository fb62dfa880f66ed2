chan r = [0] of { byte }; byte e;
active proctype P() { if :: r!1 :: else -> e = 1 fi; assert(!e) }
active proctype Q() { byte k; end: r?k }
