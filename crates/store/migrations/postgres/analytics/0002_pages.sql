-- The pattern of the page that was viewed, for counts by page.
alter table event add column page text;
create index event_kind on event (kind, page, participant);
