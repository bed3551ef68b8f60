-- A participant's slot in the allocation schedule, under the name in the glossary.
alter table participant rename column place to slot;
