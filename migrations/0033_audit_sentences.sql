-- What a call did in plain words and to which record (docs/decisions/audit.md#records-are-sentences), and calls that wait for a person.
set local role masthead_owner;

alter table app.audit_record
  add column sentence text,
  add column object jsonb,                              -- {type, id, title?}
  drop constraint audit_record_status_check,
  add constraint audit_record_status_check check (status in ('succeeded', 'failed', 'rejected', 'replayed', 'waiting'));
