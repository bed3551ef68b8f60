select kind, item, at from flag where participant = $1 order by at, item, kind
