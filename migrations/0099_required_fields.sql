-- A warning names the custom fields that a collection requires and an item leaves out: another fieldsSchema concerns every item
-- (docs/decisions/checks.md#seen-at-once).
set local role masthead_owner;

drop trigger outdate_items on app.collection;
create trigger outdate_items after update on app.collection for each row
  when ((old.slug, old.kind, old.url_template, old.enabled, old.fields_schema::text)
    is distinct from (new.slug, new.kind, new.url_template, new.enabled, new.fields_schema::text))
  execute function app.outdate_items();
