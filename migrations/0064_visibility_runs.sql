-- Runs over engines (visibility.md 4): a mark is stored before each call, so that a crash costs at most the calls under way.
set local role masthead_owner;

create table app.asv_call (
  organization_id text collate "C" not null,
  run_id text collate "C" not null,
  engine_id text collate "C" not null,
  prompt_id text collate "C" not null,
  prompt_version integer not null,
  sample_no integer not null,
  attempt integer not null,                             -- of the job that makes the call
  most double precision not null,                       -- what it can cost in US dollars
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, run_id, engine_id, prompt_id, prompt_version, sample_no),
  foreign key (organization_id, run_id) references app.asv_run (organization_id, id) on delete cascade
);
call app.isolate('app.asv_call');
grant select, insert, update, delete on app.asv_call to masthead_app;

alter table app.asv_run
  add column cut_off integer not null default 0,        -- answers without an end, which are paid
  add column lost_cost double precision not null default 0; -- what calls that a crash cut off can have cost at most
create unique index asv_run_of_job on app.asv_run (organization_id, job_id) where job_id is not null;

-- A job that was canceled or given up ends its run: what was not answered is skipped.
create function app.end_asv_run() returns trigger language plpgsql set search_path = app, public, pg_temp as $$
begin
  update app.asv_run r set state = new.state, skipped = greatest(0, r.planned - r.ok - r.refused - r.failed),
    credits = r.ok + r.refused + r.cut_off, finished_at = now(), updated_at = now()
  where r.organization_id = new.organization_id and r.job_id = new.id and r.state in ('queued', 'running');
  return new;
end $$;
revoke execute on function app.end_asv_run() from public;
create trigger end_asv_run after update of state on app.job for each row
  when (new.kind = 'askAsvEngines' and new.state in ('canceled', 'failed') and old.state is distinct from new.state)
  execute function app.end_asv_run();

-- Frozen reports that anybody with their address reads until they expire or are revoked (visibility.md 7).
create table app.asv_share (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  token_hash text collate "C" not null,
  report jsonb not null,
  include_prompts boolean not null default false,
  from_day text collate "C" not null,
  to_day text collate "C" not null,
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  created_by text collate "C" not null,
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, id)
);
create unique index asv_share_token on app.asv_share (organization_id, token_hash);
call app.isolate('app.asv_share');
grant select, insert, update, delete on app.asv_share to masthead_app;
