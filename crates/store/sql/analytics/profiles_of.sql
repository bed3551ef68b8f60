select kind, properties from profile where participant = $1 order by kind
