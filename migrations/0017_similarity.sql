-- What items are compared by (operations.md 4.3): a signature of the body, its bands, and the words of the title.
set local role masthead_owner;

create table app.item_similarity (
  organization_id text collate "C" not null,
  item_id text collate "C" not null,
  method smallint not null,                             -- how it was made: what another method made is made again
  locale text not null,                                 -- whose stop words and endings it was made with
  minhash bytea,                                        -- 128 numbers of 4 bytes, little-endian; null: a text too short to compare
  shingles integer not null,
  headings text[] not null,                             -- content words of the second-level headings, each once
  primary key (organization_id, item_id),
  foreign key (organization_id, item_id) references app.item (organization_id, id) on delete cascade
);
call app.isolate('app.item_similarity');
grant select, insert, update, delete on app.item_similarity to masthead_app;

-- No reference to the item here and below: an item has some twenty such rows, and the embedded engine, which gathers no statistics,
-- checks each of them by reading all items. They are removed where items are; one that is left over finds no item.
create table app.item_band (
  organization_id text collate "C" not null,
  item_id text collate "C" not null,
  band smallint not null,
  hash integer not null,
  primary key (organization_id, item_id, band)
);
create index item_band_of_hash on app.item_band (organization_id, band, hash, item_id);
call app.isolate('app.item_band');
grant select, insert, update, delete on app.item_band to masthead_app;

create table app.item_title_token (
  organization_id text collate "C" not null,
  item_id text collate "C" not null,
  token text collate "C" not null,
  primary key (organization_id, item_id, token)
);
create index item_title_token_of_token on app.item_title_token (organization_id, token, item_id);
call app.isolate('app.item_title_token');
grant select, insert, update, delete on app.item_title_token to masthead_app;
