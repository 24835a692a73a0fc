-- The request that caused a message, as jobs and audit records have it (docs/decisions/operating.md#one-id-per-request).
set local role masthead_owner;

alter table app.delivery add column request_id text collate "C";

-- Metrics count what was given up within a day.
create index delivery_exhausted on app.delivery (organization_id, finished_at) where state = 'exhausted';
grant select (finished_at) on app.delivery to masthead_system;
