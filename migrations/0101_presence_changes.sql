-- Open pages are told at once who came to their article and who left it, whichever node they are connected to
-- (docs/decisions/audit.md#presence-is-told).
set local role masthead_owner;

-- When somebody last came or left, or began or ended to have a working copy.
alter table app.editor add column changed_at timestamptz not null default now();
create index editor_by_change on app.editor (organization_id, changed_at);
create policy background on app.editor for select to masthead_system using (true);
grant select (organization_id, item_id, changed_at) on app.editor to masthead_system;
