insert into withdrawal (receipt, mode, participant, arm, exposed, completed, simulated, at)
select $1, $2, $3, arm, case when exposed_at is null then 0 else 1 end,
  case when completed_at is null then 0 else 1 end, simulated, $5
from participant
where id = $4
