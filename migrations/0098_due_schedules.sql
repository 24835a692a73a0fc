-- What is scheduled begins when it is due: workers look for the next time over all organizations, and see no more than that.

create policy claim on app.asv_analysis for select to masthead_system using (next_run_at is not null);
grant select (organization_id, next_run_at) on app.asv_analysis to masthead_system;

create policy claim on app.site_audit_setting for select to masthead_system using (next_run_at is not null);
grant select (organization_id, next_run_at) on app.site_audit_setting to masthead_system;
create index site_audit_due on app.site_audit_setting (next_run_at) where next_run_at is not null;
