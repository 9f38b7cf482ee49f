-- The city that is served: its streets, addresses, corners and places, as the geocoder searches them.
-- Each imported city has its own partitions, so a new one is filled beside the old and switched in one transaction.

create extension if not exists pg_trgm;
create extension if not exists unaccent;

create table maps_city (
  id bigint generated always as identity primary key,
  -- SHA-256 of the .osm.pbf file; names the city's folder on disk
  file_hash text not null,
  -- version of the importer's output
  format integer not null,
  name text not null,
  west double precision not null,
  south double precision not null,
  east double precision not null,
  north double precision not null,
  imported_at timestamptz not null default now(),
  active boolean not null default false
);
create unique index maps_city_one_active on maps_city (active) where active;

-- One row for each street name. `search` is the name as search-text.ts normalises it.
create table maps_street (
  city_id bigint not null,
  id integer not null,
  name text not null,
  search text not null,
  area text not null,
  -- how much of the city it is: address count and road class, 0..1
  weight real not null,
  location point not null
) partition by list (city_id);
create index maps_street_id on maps_street (id);
create index maps_street_search on maps_street using gin (search gin_trgm_ops);

create table maps_address (
  city_id bigint not null,
  id integer not null,
  street_id integer not null,
  -- the number itself, for order and nearness; `label` is what is written on the door ("1453 bis")
  number integer not null,
  label text not null,
  area text not null,
  -- a door with several numbers has a row for each; one of them stands for the door in reverse geocoding
  is_main boolean not null,
  location point not null
) partition by list (city_id);
create index maps_address_id on maps_address (id);
create index maps_address_street_number on maps_address (street_id, number);
create index maps_address_location on maps_address using gist (location) where is_main;

-- Where two named streets meet; street_a < street_b.
create table maps_corner (
  city_id bigint not null,
  id integer not null,
  street_a integer not null,
  street_b integer not null,
  area text not null,
  location point not null
) partition by list (city_id);
create index maps_corner_id on maps_corner (id);
create index maps_corner_streets on maps_corner (street_a, street_b);
create index maps_corner_location on maps_corner using gist (location);

create table maps_place (
  city_id bigint not null,
  id integer not null,
  name text not null,
  search text not null,
  -- what it is: suburb, hospital, cafe …
  kind text not null,
  area text not null,
  weight real not null,
  location point not null
) partition by list (city_id);
create index maps_place_id on maps_place (id);
create index maps_place_search on maps_place using gin (search gin_trgm_ops);

-- Streets and places that resemble one of the texts, best first; `<%` is served by the trigram indexes.
create function maps_search_names(city bigint, texts text[], most integer)
returns table (source text, id integer, name text, search text, kind text, area text, weight real, lng double precision, lat double precision)
language sql stable parallel safe
set pg_trgm.word_similarity_threshold = 0.42
as $$
  (select 'street', s.id, s.name, s.search, 'street', s.area, s.weight, s.location[0], s.location[1]
   from maps_street s, unnest(texts) as t(text)
   where s.city_id = city and t.text <% s.search
   order by word_similarity(t.text, s.search) + 0.2 * similarity(t.text, s.search) + 0.1 * s.weight desc limit most)
  union all
  (select 'place', p.id, p.name, p.search, p.kind, p.area, p.weight, p.location[0], p.location[1]
   from maps_place p, unnest(texts) as t(text)
   where p.city_id = city and t.text <% p.search
   order by word_similarity(t.text, p.search) + 0.2 * similarity(t.text, p.search) + 0.1 * p.weight desc limit most)
$$;
