-- Staged revisions (D-42): what a model rewrote waits as a revision of its own until a person publishes it.
set local role masthead_owner;

alter table app.item_revision add column staged_fields text[];   -- null: the item was so; else what it would change
alter table app.item add column pending_revision integer;

-- Revisions are kept for 90 days, then one per day.
create index item_revision_by_age on app.item_revision (organization_id, created_at);
