-- What agents say about themselves in audit records (mcp.md 13), and the states of asked questions that were used.
set local role masthead_owner;

alter table app.audit_record
  add column protocol text,                             -- version of the Model Context Protocol
  add column client_version text,                       -- name and version, as the client program claims
  add column trace_id text collate "C";                 -- W3C Trace Context

-- A question that a person answers carries its state to the client and back; it comes back once (mcp.md 10).
create table auth.used_request_states (
  nonce text collate "C" primary key,
  expires_at timestamptz(3) not null
);
create index on auth.used_request_states (expires_at);
grant select, insert, delete on auth.used_request_states to masthead_auth;
