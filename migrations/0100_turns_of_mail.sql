-- Whose mail waits: the parties take turns, and what somebody sends to addresses of their choice is bounded (docs/decisions/turns.md#mail-takes-turns).
set local role masthead_owner;

-- An organization, or the network of a person who is not in one.
alter table auth.mail add column party text collate "C" not null default 'installation';
create index on auth.mail (party, next_attempt_at);
grant select (party) on auth.mail to masthead_definer;

set local role masthead_definer;

-- False, and nothing is written, where so many of the party wait already. Nodes of the release before call the one without a party.
create function auth.queue_mail(new_id text, new_sealed text, caller text, most integer) returns boolean
language plpgsql security definer set search_path = auth, app, pg_temp as $$
declare
  own text := coalesce(nullif(current_setting('app.organization_id', true), ''), caller);
begin
  if most is not null and (select count(*) from (select from auth.mail m where m.party = own limit most) waiting) >= most then
    return false;
  end if;
  insert into auth.mail (id, sealed, party) values (new_id, new_sealed, own);
  return true;
end $$;

revoke execute on function auth.queue_mail(text, text, text, integer) from public;
grant execute on function auth.queue_mail(text, text, text, integer) to masthead_app, masthead_auth;
