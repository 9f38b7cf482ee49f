-- Promos and who used them; the promo on a quote; the rule by which a booking's discount was granted. Amounts of promos
-- are in major units as the operator writes them, discounts of quotes in minor units, times ms since the epoch.

create table promo (
  id uuid primary key,
  promo_name text not null,
  -- the name as it is compared (promoNameKey): in small letters, without surrounding blanks
  name_key text not null constraint promo_name_once unique,
  promo_description text not null,
  promo_discount_type text not null check (promo_discount_type in ('flat', 'percentage')),
  promo_discount_value numeric not null check (promo_discount_value > 0),
  max_promo_discount_value numeric check (max_promo_discount_value > 0),
  min_order numeric not null check (min_order >= 0),
  promo_validity bigint not null,
  promo_usage_limit integer not null check (promo_usage_limit > 0),
  -- how many rows of promo_use it has; may be above a limit that was lowered afterwards
  user_avail integer not null default 0 check (user_avail >= 0),
  created_at bigint not null
);
create index promo_created on promo (created_at, id);
create index promo_validity on promo (promo_validity, id);
create index promo_user_avail on promo (user_avail, id);

-- One row for each booking that has a promo and was not cancelled: a booking uses one promo, a rider each promo once.
create table promo_use (
  booking uuid primary key,
  promo uuid not null references promo on delete cascade,
  rider uuid not null,
  used_at bigint not null,
  constraint promo_use_once_a_rider unique (rider, promo)
);
create index promo_use_promo on promo_use (promo);

alter table quote
  add column promo uuid,
  add column promo_details jsonb,
  add column promo_terms jsonb,
  add column discount_amount bigint not null default 0,
  add constraint quote_discount check (discount_amount between 0 and trip_cost),
  add constraint quote_promo_whole check (
    (promo is null) = (promo_details is null) and (promo is null) = (promo_terms is null)
    and (promo is not null or discount_amount = 0));

alter table booking
  add column promo_terms jsonb,
  add constraint booking_promo_whole check (
    promo_applied = (promo_details is not null) and (promo_terms is null or promo_applied));
