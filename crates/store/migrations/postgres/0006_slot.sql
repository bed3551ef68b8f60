-- A participant's number in the allocation schedule, by the name that the glossary has.
alter table participant rename column place to slot;
