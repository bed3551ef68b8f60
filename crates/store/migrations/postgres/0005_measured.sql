-- The server's clock as it was. `at` never goes back for one participant, so that after a clock that was ahead it says the
-- order and no duration. Null in rows of earlier versions, whose measured time is the same.
alter table submission add column measured_at bigint;
alter table step_event add column measured_at bigint;
alter table progress add column measured_at bigint;
alter table participant add column exposed_measured_at bigint;
alter table participant add column completed_measured_at bigint;
