select step, page, at from step_event where participant = $1 order by step
