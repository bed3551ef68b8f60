select number, arm from unit where code = $1 and number * $2 > 0
