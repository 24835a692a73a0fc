-- A change of a copy whose answer is lost may have been made all the same: what it sent is kept until the next one is read back
-- (docs/decisions/integrations.md#own-changes-are-known).
set local role masthead_owner;

alter table app.item_copy add column sent jsonb;  -- fields of a change whose outcome is unknown
