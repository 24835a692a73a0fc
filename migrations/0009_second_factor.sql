-- A person's second factor, links that change an address, and the attempts to sign in (identity.md 2).
set local role masthead_owner;

-- The shared secret of an authenticator app. Until a code of it confirmed the enrolment it protects nothing.
create table auth.totp (
  user_id text collate "C" primary key references auth.users (id) on delete cascade,
  secret_enc text not null,                             -- sealed by the vault
  last_step bigint,                                     -- of the last code that was taken: none works twice
  confirmed_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);

create table auth.recovery_codes (
  user_id text collate "C" not null references auth.users (id) on delete cascade,
  code_hash bytea not null,
  used_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (user_id, code_hash)
);

-- When the session passed the second factor; null: with the password alone.
alter table auth.sessions add column second_factor_at timestamptz(3);

alter table auth.one_time_tokens
  add column email text,                                -- the address that the link proves
  add column by_mail boolean not null default false;    -- a link that was shown proves no address
create index on auth.one_time_tokens (user_id) where user_id is not null;

-- Attempts to sign in, by account and network. Lost in a crash, on purpose.
create unlogged table auth.sign_in_attempts (
  id text collate "C" primary key,
  times timestamptz[] not null default '{}',            -- of the last admitted ones, oldest first
  failures integer not null default 0,                  -- admitted ones since the last success
  last_at timestamptz not null
);

-- Admits an attempt, or says in how many milliseconds one is admitted: no window holds more than `quota`, and from then
-- on each failure doubles the pause before the next attempt, up to the length of the window. A refused one is not counted.
create function auth.try_to_sign_in(attempt_id text, quota integer, window_ms integer, moment timestamptz default null,
  out allowed boolean, out wait_ms integer)
language plpgsql as $$
declare
  state auth.sign_in_attempts;
  present timestamptz;
  free_at timestamptz;
  span interval := make_interval(secs => window_ms / 1000.0);
begin
  loop
    insert into auth.sign_in_attempts as a (id, last_at) values (attempt_id, coalesce(moment, clock_timestamp())) on conflict do nothing;
    select * into state from auth.sign_in_attempts a where a.id = attempt_id for update;
    -- A sweep may take the row away in between.
    exit when found;
  end loop;
  -- The clock is read after the lock, so that admissions are in the order of their times.
  present := coalesce(moment, clock_timestamp());
  if state.last_at <= present - interval '1 day' then
    state.times := '{}'; state.failures := 0;
  end if;
  if cardinality(state.times) >= quota then free_at := state.times[cardinality(state.times) - quota + 1] + span; end if;
  if state.failures >= quota then
    free_at := greatest(free_at, state.last_at + least(span, interval '1 minute' * power(2, least(state.failures - quota, 10))));
  end if;
  allowed := free_at is null or free_at <= present;
  wait_ms := case when allowed then 0 else ceil(extract(epoch from (free_at - present)) * 1000)::integer end;
  if allowed then
    update auth.sign_in_attempts a set
      times = (state.times || present)[greatest(1, cardinality(state.times) + 2 - quota):],
      failures = state.failures + 1,
      last_at = present
    where a.id = attempt_id;
  end if;
end $$;

grant select, insert, update, delete on auth.totp, auth.recovery_codes, auth.sign_in_attempts to masthead_auth;
grant execute on function auth.try_to_sign_in(text, integer, integer, timestamptz) to masthead_auth;
