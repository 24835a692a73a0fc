-- Deliveries that a job carries end with it, whatever ended it (docs/decisions/integrations.md#deliveries-end-with-their-job).
set local role masthead_owner;

create function app.end_carried_deliveries() returns trigger language plpgsql set search_path = app, public, pg_temp as $$
declare
  why jsonb := jsonb_build_object(
    'code', case new.state when 'canceled' then 'canceled' else coalesce(new.error ->> 'code', 'internal_error') end,
    'message', case new.state when 'canceled' then 'The job was canceled before this was sent.'
      else 'The job that sends this failed before it did.' end);
  items text[];
begin
  with ended as (
    update app.delivery set state = 'exhausted', error = why, next_attempt_at = null, lease_until = null,
      finished_at = clock_timestamp(), updated_at = clock_timestamp(), version = version + 1
    where organization_id = new.organization_id and job_id = new.id and finished_at is null
    returning kind, item_id)
  select array_agg(item_id) filter (where kind = 'cms' and item_id is not null) into items from ended;

  -- An item says so unless another push of it waits.
  update app.item i set external_state = 'failed',
    publish_error = why || jsonb_build_object('at', to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  where i.organization_id = new.organization_id and i.id = any (items) and i.external_state = 'pending'
    and not exists (select from app.delivery d where d.organization_id = i.organization_id and d.item_id = i.id
      and d.kind = 'cms' and d.finished_at is null);
  return null;
end $$;
revoke execute on function app.end_carried_deliveries() from public;
create trigger end_carried_deliveries after update of state on app.job for each row
  when (new.kind in ('pushItems', 'migrateContent', 'sendNotices') and new.state in ('failed', 'canceled')
    and old.state is distinct from new.state)
  execute function app.end_carried_deliveries();

create index delivery_of_job on app.delivery (organization_id, job_id) where job_id is not null;

-- Those whose job ended before: later changes of an item waited behind them.
alter table app.delivery no force row level security;
alter table app.item no force row level security;
alter table app.item_document no force row level security;
alter table app.job no force row level security;
with ended as (
  update app.delivery d set state = 'exhausted', next_attempt_at = null, lease_until = null, finished_at = clock_timestamp(),
    updated_at = clock_timestamp(), version = version + 1,
    error = '{"code": "canceled", "message": "The job that sends this ended before it did."}'
  where d.job_id is not null and d.finished_at is null and not exists (select from app.job j
    where j.organization_id = d.organization_id and j.id = d.job_id and j.state in ('queued', 'running'))
  returning d.organization_id, d.kind, d.item_id, d.error)
update app.item i set external_state = 'failed',
  publish_error = e.error || jsonb_build_object('at', to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
from ended e where i.organization_id = e.organization_id and i.id = e.item_id and e.kind = 'cms' and i.external_state = 'pending'
  and not exists (select from app.delivery d join app.job j on j.organization_id = d.organization_id and j.id = d.job_id
    where d.organization_id = i.organization_id and d.item_id = i.id and d.kind = 'cms' and d.finished_at is null
      and j.state in ('queued', 'running'));
alter table app.delivery force row level security;
alter table app.item force row level security;
alter table app.item_document force row level security;
alter table app.job force row level security;
