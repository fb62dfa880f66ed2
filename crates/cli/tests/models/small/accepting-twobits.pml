chan q = [1] of { bit, bool };
active proctype P() { byte a; q!3,2; q?a,_; assert(a == 1) }
