mtype = { a, b }; chan q = [2] of { mtype, byte }; trace { do :: q!a,1; q?a,_ od }
active proctype P() { q!a(1); q?a(_); q!a(1) }
