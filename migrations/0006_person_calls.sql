-- What the calls of people need beside their organizations: records of identity code, and mail that waits to be sent.
set local role masthead_owner;

-- Identity code has no rights in schema app: a record of a person's call is written through this function, in the
-- transaction of its effect (D-17). It is not executable by requests, whose records are plain inserts under the policies.
create policy identity on app.audit_record for insert to masthead_definer with check (true);
grant insert on app.audit_record to masthead_definer;

-- One row for each mail until it is sent. Its text may hold a link that opens once, so it is sealed.
create table auth.mail (
  id text collate "C" primary key,
  sealed text not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz(3) not null default now(),
  claimed_until timestamptz(3),
  last_error text,
  created_at timestamptz(3) not null default now()
);
create index on auth.mail (next_attempt_at);
grant select, insert, update, delete on auth.mail to masthead_auth;
grant insert on auth.mail to masthead_definer;

set local role masthead_definer;

create function auth.write_audit_record(record jsonb) returns void
language sql security definer set search_path = auth, app, pg_temp as $$
  insert into app.audit_record select * from jsonb_populate_record(null::app.audit_record, record)
$$;

create function auth.queue_mail(new_id text, new_sealed text) returns void
language sql security definer set search_path = auth, app, pg_temp as $$
  insert into auth.mail (id, sealed) values (new_id, new_sealed)
$$;

revoke execute on function auth.write_audit_record(jsonb), auth.queue_mail(text, text) from public;
grant execute on function auth.write_audit_record(jsonb) to masthead_auth;
grant execute on function auth.queue_mail(text, text) to masthead_app, masthead_auth;
