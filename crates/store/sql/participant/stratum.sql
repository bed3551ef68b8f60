select stratum, simulated from participant where id = $1
