-- Entries for the trigrams of a text may wait, in a list short enough to be read in each search: an edit of 6 KB writes a tenth of what
-- it wrote (docs/decisions/content.md#entries-may-wait).
set local role masthead_owner;
alter index app.item_search_text set (fastupdate = on, gin_pending_list_limit = 512);
