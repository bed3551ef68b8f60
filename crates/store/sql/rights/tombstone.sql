insert into withdrawal (receipt, mode, participant, arm, exposed, completed, simulated, at, consented)
select $1, $2, $3, arm, case when exposed_at is null then 0 else 1 end,
  case when completed_at is null then 0 else 1 end, simulated, $5,
  case when exists (select 1 from consent where consent.participant = $4) then 1 else 0 end
from participant
where id = $4
