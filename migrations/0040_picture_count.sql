-- How many items are published, and how many of them have no picture, kept as it changes
-- (docs/decisions/checks.md#pictures-are-counted-once): each change adds a row, and their sum is the count.
set local role masthead_owner;

create table app.picture_count (
  organization_id text collate "C" not null,
  id text collate "C" not null default gen_random_uuid()::text,
  published integer not null,
  bare integer not null,
  primary key (organization_id, id)
);

alter table app.item no force row level security;
insert into app.picture_count (organization_id, published, bare)
  select organization_id, count(*), count(*) filter (where featured_image_id is null and og_image_id is null)
  from app.item where effective_status = 'published' and trashed_at is null group by organization_id;
alter table app.item force row level security;

call app.isolate('app.picture_count');
grant select, insert, update, delete on app.picture_count to masthead_app;

create function app.count_pictures() returns trigger language plpgsql as $$
declare
  organization text := case when tg_op = 'DELETE' then old.organization_id else new.organization_id end;
  published integer := 0;
  bare integer := 0;
begin
  -- Whoever removes a deleted organization keeps no counts of it.
  if not has_table_privilege('app.picture_count', 'insert') then return null; end if;
  if tg_op <> 'DELETE' and new.effective_status = 'published' and new.trashed_at is null then
    published := 1;
    bare := (new.featured_image_id is null and new.og_image_id is null)::integer;
  end if;
  if tg_op <> 'INSERT' and old.effective_status = 'published' and old.trashed_at is null then
    published := published - 1;
    bare := bare - (old.featured_image_id is null and old.og_image_id is null)::integer;
  end if;
  insert into app.picture_count (organization_id, published, bare) values (organization, published, bare);
  -- Rows that another transaction is adding up are left to it, so that nobody waits.
  if (select count(*) from app.picture_count c where c.organization_id = organization) > 50 then
    with added_up as (
      delete from app.picture_count c where c.organization_id = organization and c.id in
        (select d.id from app.picture_count d where d.organization_id = organization for update skip locked)
      returning c.published, c.bare
    )
    insert into app.picture_count (organization_id, published, bare)
      select organization, sum(a.published), sum(a.bare) from added_up a having count(*) > 0;
  end if;
  return null;
end $$;
revoke execute on function app.count_pictures() from public;

create trigger count_pictures_of_new after insert on app.item for each row
  when (new.effective_status = 'published' and new.trashed_at is null)
  execute function app.count_pictures();
create trigger count_pictures_of_removed after delete on app.item for each row
  when (old.effective_status = 'published' and old.trashed_at is null)
  execute function app.count_pictures();
create trigger count_pictures after update on app.item for each row
  when (
    (old.effective_status = 'published' and old.trashed_at is null, old.featured_image_id is null and old.og_image_id is null)
    is distinct from
    (new.effective_status = 'published' and new.trashed_at is null, new.featured_image_id is null and new.og_image_id is null)
    and 'published' in (old.effective_status, new.effective_status)
  )
  execute function app.count_pictures();
