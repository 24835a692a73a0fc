-- An approval binds what was seen (docs/decisions/approvals.md#approvals-bind-versions): the versions of the records that a call writes. A
-- transaction that has set app.noting is told by the rows themselves, whatever statement, function or cascade wrote them.
set local role masthead_owner;

create function app.note_touched() returns trigger language plpgsql as $$
declare
  was jsonb;
  seen integer := 0;
begin
  if tg_op = 'INSERT' then
    was := to_jsonb(new);
  else
    was := to_jsonb(old);
    seen := was ->> 'version';
  end if;
  perform set_config('app.touched', coalesce(current_setting('app.touched', true), '') ||
    jsonb_build_array(tg_argv[0], was ->> tg_argv[1], seen)::text || ',', true);
  return null;
end $$;

-- For each table whose rows have versions: its name here, and the column that tells a row of the organization from another.
create procedure app.note_touches(target regclass, name text, key text) language plpgsql as $$
begin
  execute format($f$create trigger note_touched after insert or update or delete on %s for each row
    when (current_setting('app.noting', true) = 'on') execute function app.note_touched(%L, %L)$f$, target, name, key);
end $$;
revoke execute on procedure app.note_touches(regclass, text, text) from public;

call app.note_touches('app.item', 'item', 'id');
call app.note_touches('app.collection', 'collection', 'id');
call app.note_touches('app.term', 'term', 'id');
call app.note_touches('app.topic', 'topic', 'id');
call app.note_touches('app.context_entry', 'context_entry', 'id');
call app.note_touches('app.media', 'media', 'id');
call app.note_touches('app.redirect', 'redirect', 'id');
call app.note_touches('app.organization_setting', 'organization_setting', 'organization_id');
call app.note_touches('app.revalidation_setting', 'revalidation_setting', 'organization_id');
call app.note_touches('app.onboarding_step', 'onboarding_step', 'step');
call app.note_touches('auth.memberships', 'auth.memberships', 'user_id');
call app.note_touches('auth.invitations', 'auth.invitations', 'id');
call app.note_touches('auth.organizations', 'auth.organizations', 'id');

alter table app.call_approval
  drop constraint call_approval_state_check,
  add constraint call_approval_state_check check (state in ('pending', 'approved', 'declined', 'used', 'expired', 'outdated')),
  add column caller jsonb not null default '{}',        -- who asked, as far as a rehearsal needs it
  add column bound jsonb not null default '[]',         -- [[record, id, version]]: what was rehearsed
  add column records jsonb not null default '[]',       -- what people decide on: each record before and after
  add column changed_since jsonb not null default '[]'; -- why an earlier approval of the same call did not hold

-- What waits from before binds nothing: its agent asks again.
alter table app.call_approval no force row level security;
update app.call_approval set state = 'outdated', updated_at = now() where state in ('pending', 'approved');
alter table app.call_approval force row level security;
