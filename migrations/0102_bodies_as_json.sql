-- Answers of the Content API are put together from bodies that are JSON already
-- (docs/decisions/content-api.md#bodies-are-stored-as-json).
set local role masthead_owner;

-- The same texts as JSON strings, not compressed, since they are read far more often than written. Null: the row is older.
alter table app.item_body add column content_json text, add column content_html_json text;
alter table app.item_body alter column content_json set storage external, alter column content_html_json set storage external;

-- Whoever writes a text writes its JSON with it, a node of an older release too.
create function app.write_body_as_json() returns trigger language plpgsql as $$
begin
  new.content_json := to_json(new.content);
  new.content_html_json := to_json(new.content_html);
  return new;
end $$;
revoke execute on function app.write_body_as_json() from public;
create trigger write_body_as_json before insert or update on app.item_body for each row execute function app.write_body_as_json();
create index item_body_without_json on app.item_body (organization_id) where content_json is null;
