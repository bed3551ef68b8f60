select step, page, at, coalesce(measured_at, at) from step_event where participant = $1 order by step
