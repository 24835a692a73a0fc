-- The row of a job says when a worker may take it; the outbox and the tables of pg-boss go (docs/decisions/jobs.md#the-row-is-the-job).
-- What waits there is moved into the rows. The owner is shown it for that long.
set local role masthead_system;
grant usage on schema pgboss to masthead_owner;
grant select on pgboss.job to masthead_owner;

set local role masthead_owner;
alter table app.job
  add column queue text collate "C" not null default 'quick' check (queue in ('quick', 'bulk')),
  add column due_at timestamptz not null default now(); -- waiting: when its next attempt may begin; running: when its worker counts as dead

alter table app.job no force row level security;
alter table app.outbox no force row level security;
update app.job j set queue = o.queue
  from app.outbox o where o.organization_id = j.organization_id and o.payload ->> 'jobId' = j.id;
update app.job j set queue = t.name,
    due_at = case t.state when 'active' then coalesce(t.heartbeat_on, t.started_on) + interval '20 seconds' else t.start_after end
  from pgboss.job t
  where t.data ->> 'organizationId' = j.organization_id and t.data ->> 'jobId' = j.id and t.state in ('created', 'retry', 'active');
alter table app.job force row level security;
drop table app.outbox;

-- Whose turn it is, what it takes, and how much it has already.
create index job_turn on app.job (organization_id, queue, due_at, id) where state in ('queued', 'running');
-- Workers take jobs of all organizations, and never read what they are about.
create policy claim on app.job to masthead_system using (true);
grant select (id, kind, queue, state, due_at, attempt, tries, version, started_at, created_at),
  update (state, due_at, attempt, tries, version, started_at, updated_at) on app.job to masthead_system;

set local role masthead_system;
drop schema pgboss cascade;
