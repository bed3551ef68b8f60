select revision, properties from profile where kind = $1 and id = $2 and proven = $3
