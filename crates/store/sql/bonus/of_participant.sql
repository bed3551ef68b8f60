select run, cents from bonus where participant = $1
