-- The saves of one web session within a sitting are one revision (docs/decisions/content.md#sittings-are-one-revision).
set local role masthead_owner;

-- Null: no save of a sitting. Else the calls before its last one that it stands for.
alter table app.item_revision add column folded_requests text[];
grant update (snapshot, request_id, folded_requests, created_at) on app.item_revision to masthead_app;
