mtype = { a, b }; chan q = [2] of { mtype, byte }; trace { do :: q!a,_; q?a,_ :: q!b,_ ; q?b,2 od }
active proctype P() { do :: q!a(1) -> q?a(_) :: q!b(2) -> q?b,_ od }
