select count(*), count(case when simulated = 1 then 1 end) from participant where kind = 'person'
