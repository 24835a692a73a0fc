-- Indexes of the Content API beyond those of its orders.
set local role masthead_owner;

-- A search term that is a slug or ends with one finds its item in any collection and in the trash (data.md 8).
create index item_any_slug on app.item (organization_id, slug);
-- Media are the featured images of published items (content-api.md 2): found without reading the items.
create index item_with_image on app.item (organization_id, collection_id, effective_status, featured_image_id, id)
  where trashed_at is null and featured_image_id is not null;
