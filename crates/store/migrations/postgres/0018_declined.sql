-- One more outcome: a participant said that they will not take part in a later part.
alter table outcome drop constraint outcome_outcome_check;
alter table outcome add constraint outcome_outcome_check check (outcome in ('completed', 'screened_out', 'quota_full',
  'withdrawn', 'timed_out', 'failed', 'declined'));
