-- A topic names the agent that proposed it, as its key or app was called then (docs/decisions/topics.md#topics-name-their-agent).
set local role masthead_owner;

alter table app.topic add column agent_name text;

alter table app.topic no force row level security;
alter table app.record_revision no force row level security;
alter table app.audit_record no force row level security;
update app.topic t set agent_name = (
  select a.client_name from app.record_revision r
  join app.audit_record a on a.organization_id = r.organization_id and a.request_id = r.request_id
  where r.organization_id = t.organization_id and r.type = 'topic' and r.record_id = t.id and r.n = 1
    and a.credential_type in ('oauth', 'api_key')
  limit 1
)
where t.source = 'agent';
alter table app.topic force row level security;
alter table app.record_revision force row level security;
alter table app.audit_record force row level security;
