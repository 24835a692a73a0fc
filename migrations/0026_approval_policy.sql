-- Which calls of agents wait for a person is a fact of the organization, known with every caller like its plan
-- (docs/decisions/approvals.md#policy-comes-with-callers). Two more choices: all writes, and changes of members.
set local role masthead_owner;

alter table auth.organizations add column approval_risks text[] not null default '{}'
  check (approval_risks <@ array['publish', 'external', 'destructive', 'write', 'member_changes']);

alter table app.organization_setting no force row level security;
update auth.organizations o set approval_risks = s.approval_risks
  from app.organization_setting s where s.organization_id = o.id;
alter table app.organization_setting force row level security;
alter table app.organization_setting drop column approval_risks;

set local role masthead_definer;

create function auth.set_approval_policy(risks text[]) returns void
language sql security definer set search_path = auth, app, pg_temp as $$
  update auth.organizations set approval_risks = risks, version = version + 1, updated_at = now() where id = app.org()
$$;

revoke execute on function auth.set_approval_policy(text[]) from public;
grant execute on function auth.set_approval_policy(text[]) to masthead_app;
