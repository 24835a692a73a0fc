-- Files that are to go are found by the look at everything that is due (docs/decisions/media.md#raw-bytes-go-soon).
create index media_removal_due on app.media_removal (due_at);
create policy due on app.media_removal for select to masthead_system using (true);
grant select (organization_id, due_at) on app.media_removal to masthead_system;
