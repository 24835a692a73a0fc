-- Seals over the audit records of an organization (docs/decisions/audit.md#sealed-behind-the-calls): each holds the hashes of the records
-- that it covers, and that of the seal before it.
set local role masthead_owner;

create table app.audit_seal (
  organization_id text collate "C" not null,
  n integer not null,                                   -- from 1 on, without a gap
  last_id text collate "C" not null,                    -- of its records; they begin after that of the seal before
  count integer not null,
  leaves bytea not null,                                -- a SHA-256 of each record, in the order of their ids
  root bytea not null,                                  -- of the Merkle tree over them
  sealed_at timestamptz(3) not null,
  seal bytea not null,                                  -- over the seal before, root, range, count and time
  mac text not null,                                    -- <kid>:<HMAC of the seal>
  primary key (organization_id, n)
);
call app.isolate('app.audit_seal');
create policy sealing on app.audit_seal to masthead_system using (true) with check (true);
grant select, insert on app.audit_seal to masthead_app;
grant select, insert on app.audit_seal to masthead_system;
create trigger append_only before update or delete on app.audit_seal for each row execute function app.audit_is_append_only();
create trigger no_truncate before truncate on app.audit_seal for each statement execute function app.audit_is_append_only();
