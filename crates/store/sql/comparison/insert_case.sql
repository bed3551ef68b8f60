insert into comparison_case (number, participant, wave, finding, status)
select cast($1 as bigint), id, $3, $4, $5 from participant where code = $2
