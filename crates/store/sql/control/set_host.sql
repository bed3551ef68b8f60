update study set host = $2
where id = $1 and not exists (select 1 from study as other where other.id <> $1 and other.host = $2)
