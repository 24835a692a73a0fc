-- The limit of a credential recovers within its window when the clock of the server is set back
-- (docs/decisions/calls.md#exact-rate-limit).
set local role masthead_owner;

create or replace function auth.rate_hit(credential text, quota integer, window_ms integer, moment timestamptz default null,
  out allowed boolean, out remaining integer, out reset_ms integer)
language plpgsql as $$
declare
  state auth.rate_head;
  oldest timestamptz;
  present timestamptz;
  span interval := make_interval(secs => window_ms / 1000.0);
begin
  insert into auth.rate_head as h (credential_id, quota) values (credential, rate_hit.quota) on conflict do nothing;
  loop
    select * into state from auth.rate_head h where h.credential_id = credential for update;
    exit when found;
    -- A sweep took the row away in between.
    insert into auth.rate_head as h (credential_id, quota) values (credential, rate_hit.quota) on conflict do nothing;
  end loop;
  -- The clock is read after the lock, so that admissions are in the order of their times.
  present := coalesce(moment, clock_timestamp());
  if state.quota <> rate_hit.quota then
    delete from auth.rate_ring r where r.credential_id = credential;
    state.head := 0; state.tail := 0; state.quota := rate_hit.quota;
  end if;
  loop
    exit when state.tail >= state.head;
    select r.at into oldest from auth.rate_ring r where r.credential_id = credential and r.slot = (state.tail % state.quota)::integer;
    exit when oldest is not null and oldest > present - span;
    state.tail := state.tail + 1;
  end loop;
  -- A clock that was set back: what was admitted counts as of now, so that a window passes and not the whole step.
  if state.tail < state.head and oldest > present then
    update auth.rate_ring r set at = present where r.credential_id = credential and r.at > present;
    oldest := present;
  end if;
  allowed := state.head - state.tail < state.quota;
  if allowed then
    insert into auth.rate_ring as r (credential_id, slot, at) values (credential, (state.head % state.quota)::integer, present)
      on conflict (credential_id, slot) do update set at = excluded.at;
    if state.head = state.tail then oldest := present; end if;
    state.head := state.head + 1;
  end if;
  update auth.rate_head h set quota = state.quota, head = state.head, tail = state.tail where h.credential_id = credential;
  remaining := state.quota - (state.head - state.tail)::integer;
  reset_ms := greatest(0, ceil(extract(epoch from (oldest + span - present)) * 1000))::integer;
end $$;
