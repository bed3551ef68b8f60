select wave, outcome, at from outcome where participant = $1 order by at, wave
