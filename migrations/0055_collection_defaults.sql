-- What drafts of a collection begin with: type, style and instructions for writers.
set local role masthead_owner;
alter table app.collection add column defaults jsonb not null default '{}';
