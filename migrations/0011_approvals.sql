-- Human approval of agents' calls (D-34, mcp.md 10): which risks need it, and the calls that wait for a person.
set local role masthead_owner;

alter table app.organization_setting
  add column approval_risks text[] not null default '{}'
  check (approval_risks <@ array['publish', 'external', 'destructive']);

create table app.call_approval (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  state text not null default 'pending' check (state in ('pending', 'approved', 'declined', 'used', 'expired')),
  principal text collate "C" not null,                  -- whose call it is (D-16)
  user_id text collate "C" not null,
  client_name text,
  operation text not null check (length(operation) <= 100),
  risk text not null,
  scopes text[] not null,                               -- what a person who decides must hold
  role text not null,
  input_hash bytea not null,
  input jsonb not null,
  effect jsonb not null,                                -- the rehearsal when it was asked
  request_id text collate "C" not null,
  expires_at timestamptz(3) not null,
  decided_by text collate "C",
  decided_at timestamptz(3),
  reason text check (length(reason) <= 500),
  used_at timestamptz(3),
  used_request_id text collate "C",
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (organization_id, id)
);
create unique index call_approval_open on app.call_approval (organization_id, principal, operation, input_hash)
  where state in ('pending', 'approved', 'declined');
create index on app.call_approval (organization_id, created_at desc, id desc);
call app.isolate('app.call_approval');
grant select, insert, update, delete on app.call_approval to masthead_app;
