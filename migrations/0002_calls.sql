-- What the runner keeps of calls: idempotency keys (D-16) and audit records (D-17), data.md 7.
set local role masthead_owner;

create table app.idempotency_key (
  organization_id text collate "C" not null,
  principal text collate "C" not null,
  key text collate "C" not null check (length(key) <= 255),
  operation text not null,
  input_hash bytea not null,
  http_status smallint,
  response bytea,                                       -- the answer's bytes; above 64 KB compressed
  compressed boolean not null default false,
  request_id text collate "C" not null,
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, principal, key)
);
create index on app.idempotency_key (created_at);
call app.isolate('app.idempotency_key');
create policy retention on app.idempotency_key to masthead_system using (true);
grant select, insert, update on app.idempotency_key to masthead_app;
grant select, delete on app.idempotency_key to masthead_system;

create table app.audit_record (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  created_at timestamptz(3) not null,                   -- when the call began
  finished_at timestamptz(3) not null,
  request_id text collate "C" not null,
  client_request_id text,
  operation text not null check (length(operation) <= 100),
  interface text not null check (interface in ('rest', 'mcp', 'app', 'cli')),
  credential_type text not null check (credential_type in ('oauth', 'api_key', 'session', 'system')),
  credential_id text collate "C",
  user_id text collate "C",
  client_name text,
  scope text,
  risk text,
  effective_risk text,
  status text not null check (status in ('succeeded', 'failed', 'rejected', 'replayed')),
  code text,
  confirmed boolean not null default false,
  idempotency_key_hash text,
  replay_of text collate "C",
  occurrences integer not null default 1,
  input_summary jsonb not null default '{}',
  result_summary jsonb not null default '{}',
  row_hash bytea not null,
  primary key (organization_id, id, created_at)
) partition by range (created_at);
create index on app.audit_record (organization_id, created_at desc, id desc);
create index on app.audit_record (organization_id, request_id);
call app.isolate('app.audit_record');
create policy retention on app.audit_record to masthead_system using (true);
grant select, insert on app.audit_record to masthead_app;
grant select, delete on app.audit_record to masthead_system;

create function app.audit_is_append_only() returns trigger language plpgsql as $$
begin
  if current_user ~ '^masthead_system(__|$)' and tg_op = 'DELETE' then return old; end if;
  raise exception 'audit records are append-only' using errcode = '42501';
end $$;
create trigger append_only before update or delete on app.audit_record for each row execute function app.audit_is_append_only();
create trigger no_truncate before truncate on app.audit_record for each statement execute function app.audit_is_append_only();

-- Partitions of the coming months; called after the migrations of every start. The default partition is the net.
create table app.audit_record_rest partition of app.audit_record default;
create procedure app.make_audit_partitions(months integer) language plpgsql as $$
declare
  first date := date_trunc('month', now())::date;
  name text;
begin
  for i in 0..months loop
    name := 'audit_record_' || to_char(first + make_interval(months => i), 'YYYY_MM');
    if to_regclass('app.' || name) is null and not exists (
      select from app.audit_record_rest r where r.created_at >= first + make_interval(months => i) and r.created_at < first + make_interval(months => i + 1)) then
      execute format('create table app.%I partition of app.audit_record for values from (%L) to (%L)', name,
        (first + make_interval(months => i))::timestamp at time zone 'UTC', (first + make_interval(months => i + 1))::timestamp at time zone 'UTC');
      execute format('create trigger no_truncate before truncate on app.%I for each statement execute function app.audit_is_append_only()', name);
    end if;
  end loop;
end $$;
revoke execute on procedure app.make_audit_partitions(integer) from public;
call app.make_audit_partitions(3);
