-- The slug of an item's first category, which its address may contain (docs/decisions/content.md#url-templates).
set local role masthead_owner;
alter table app.item add column category_slug text collate "C";

alter table app.item no force row level security;
alter table app.item_term no force row level security;
alter table app.term no force row level security;
update app.item i set category_slug = (
  select t.slug from app.item_term it join app.term t on t.organization_id = it.organization_id and t.id = it.term_id
  where it.organization_id = i.organization_id and it.item_id = i.id and it.kind = 'category'
  order by it.position, it.term_id limit 1);
alter table app.item force row level security;
alter table app.item_term force row level security;
alter table app.term force row level security;
