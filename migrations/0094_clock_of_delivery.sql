-- A delivery is created and changed by the same clock: that of the statement, not of the beginning of its transaction.
set local role masthead_owner;
alter table app.delivery alter column updated_at set default clock_timestamp();
