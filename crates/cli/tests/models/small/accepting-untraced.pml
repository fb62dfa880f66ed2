chan q = [2] of { byte }; trace { q!1; q!2; q!3 }
active proctype P() { q!1; q!3 }
