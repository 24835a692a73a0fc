-- What a model has written so far in a job that somebody waits for (docs/decisions/jobs.md#text-so-far). A round is one beginning of it.
set local role masthead_owner;

alter table app.job
  add column text_so_far text,
  add column text_round integer not null default 0;
