-- How alike the last of the similar items is that a check names, where it names as many as it may: an item that competes less is not
-- named, and the check need not be repeated for it (docs/decisions/checks.md#nothing-is-checked-twice).
set local role masthead_owner;

alter table app.item_check add column similar_least double precision;  -- 0 to 1; null where there is room for more, or where it is unknown
