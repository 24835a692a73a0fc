-- What a model writes (visibility.md 2).
set local role masthead_owner;

-- A job that ends without an article leaves its topic failed, and its item as it was, whoever ends it.
create function app.end_generation() returns trigger language plpgsql as $$
begin
  update app.topic set state = 'failed', version = version + 1, updated_at = clock_timestamp()
  where organization_id = new.organization_id and id = new.input ->> 'topicId' and state = 'generating';
  update app.item set generation_state = 'failed'
  where organization_id = new.organization_id and id = new.input ->> 'itemId' and generation_state in ('queued', 'running');
  return null;
end $$;
create trigger end_generation after update of state on app.job for each row
  when (new.state in ('failed', 'canceled') and new.kind in ('generateArticle', 'rewriteItem'))
  execute function app.end_generation();
