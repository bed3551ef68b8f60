-- A judgement before and one after advice are two submissions of an item.
alter table submission add column stage text not null default 'only' check (stage in ('only', 'initial', 'final'));
alter table submission alter column stage drop default;
alter table submission drop constraint submission_participant_item_attempt_key;
alter table submission add unique (participant, item, attempt, stage);
