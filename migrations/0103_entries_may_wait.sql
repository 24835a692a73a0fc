-- Entries for the trigrams of a text may wait, in a list short enough to be read in each search: an edit of 6 KB writes a tenth of what
-- it wrote (docs/decisions/content.md#entries-may-wait).
set local role masthead_owner;
do $$ declare index regclass; begin
  -- The index, or its leaves where an engine cuts the table: they have the storage.
  for index in
    select oid from pg_class where relkind = 'i' and (oid = 'app.item_search_text'::regclass
      or oid in (select relid from pg_partition_tree('app.item_search_text') where isleaf))
  loop
    execute format('alter index %s set (fastupdate = on, gin_pending_list_limit = 512)', index);
  end loop;
end $$;
