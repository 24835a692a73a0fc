-- Background work (data.md 6): jobs as people and agents see them, and the outbox that commits with their cause.
set local role masthead_owner;

create table app.job (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  kind text collate "C" not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'succeeded', 'partial', 'failed', 'canceled')),
  scope text not null,                                  -- of the operation that started it: to cancel it needs it too
  input jsonb not null,
  progress double precision not null default 0 check (progress between 0 and 1),
  steps jsonb not null default '[]',                    -- [{name, state}] of a job with named steps
  checkpoints jsonb not null default '{}',              -- what finished steps gave, so that a restart does not repeat them
  result jsonb,
  error jsonb,                                          -- {code, message}
  attempt integer not null default 0,                   -- the fencing token: only its latest holder may write
  tries integer not null default 0,                     -- the attempts that count: those that a stopping worker gave back do not
  actor jsonb not null,                                 -- who started it, as the records that it writes name them
  user_id text collate "C" not null,
  request_id text collate "C" not null,
  started_at timestamptz(3),
  finished_at timestamptz(3),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (organization_id, id)
);
create index job_by_age on app.job (organization_id, created_at desc, id desc);
call app.isolate('app.job');
grant select, insert, update, delete on app.job to masthead_app;

create table app.outbox (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  queue text not null,
  payload jsonb not null,
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, id)
);
create index outbox_due on app.outbox (created_at, id);
call app.isolate('app.outbox');
grant select, insert, delete on app.outbox to masthead_app;
create policy dispatch on app.outbox to masthead_system using (true);
grant select, update, delete on app.outbox to masthead_system;

-- Scheduled publishing: what could not be published at its time is tried again later, and says why.
alter table app.item
  add column publish_retry_at timestamptz(3),
  add column publish_attempts smallint not null default 0,
  add column publish_error jsonb;                       -- {code, message, at}
create index item_due on app.item (coalesce(publish_retry_at, publish_at))
  where effective_status = 'scheduled' and trashed_at is null;
create policy due on app.item for select to masthead_system using (true);
grant select (id, publish_at, publish_retry_at, effective_status, trashed_at) on app.item to masthead_system;
