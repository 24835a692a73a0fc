-- What is due next, for one look at everything (docs/decisions/jobs.md#one-look-for-everything): jobs, deliveries and rechecks by their time, as items
-- have been found since they are scheduled.
set local role masthead_owner;

create index job_due on app.job (due_at) where state in ('queued', 'running');
create index delivery_next on app.delivery (next_attempt_at) where next_attempt_at is not null;
create index item_recheck_due on app.item_recheck (created_at);
grant select (created_at) on app.item_recheck to masthead_system;
