-- What concerns all items is noted where it changes, in the transaction of the change, whoever makes it
-- (docs/decisions/checks.md#seen-at-once): one row that stands for every item.
set local role masthead_owner;

create function app.outdate_items() returns trigger language plpgsql as $$
begin
  if exists (select from app.item where organization_id = new.organization_id) then
    insert into app.item_recheck (organization_id, item_id) values (new.organization_id, '*');
  end if;
  return null;
end $$;
revoke execute on function app.outdate_items() from public;

create trigger outdate_items after update on app.organization_setting for each row
  when ((old.site_url, old.locale, old.timezone, old.brand, old.defaults) is distinct from (new.site_url, new.locale, new.timezone, new.brand, new.defaults))
  execute function app.outdate_items();
create trigger outdate_items_of_new after insert on app.collection for each row execute function app.outdate_items();
create trigger outdate_items after update on app.collection for each row
  when ((old.slug, old.kind, old.url_template, old.enabled) is distinct from (new.slug, new.kind, new.url_template, new.enabled))
  execute function app.outdate_items();
