select 1 from recruited where person = $1
