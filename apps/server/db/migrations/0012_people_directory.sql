-- People as the console lists, searches and sorts them.

-- As people type it: without accents, in lower case. Immutable, so that it can be kept and indexed.
create function kerb_fold(words text) returns text language sql immutable strict parallel safe
  return lower(public.unaccent('public.unaccent', words));

alter table users
  -- e-mail and mobile apart from the names: where they are hidden they are not searched either
  add column search text not null generated always as (
    kerb_fold(first_name || ' ' || last_name || ' ' || referral_id)) stored,
  add column search_contact text not null generated always as (lower(email || ' ' || mobile)) stored;
create index users_search on users using gin (search gin_trgm_ops);
create index users_search_contact on users using gin (search_contact gin_trgm_ops);
-- the plate, whatever blanks it is written with
alter table drivers add column search text not null generated always as (
  replace(kerb_fold(vehicle_number), ' ', '')) stored;
create index drivers_search on drivers using gin (search gin_trgm_ops);

-- Who has the pattern somewhere in the names, the referral code, the plate and, if asked for, e-mail or mobile.
create function people_search(pattern text, with_contact boolean) returns table (uid uuid)
language sql stable as $$
  select u.uid from users u where u.search like kerb_fold(pattern)
  union
  select u.uid from users u where with_contact and u.search_contact like lower(pattern)
  union
  select d.uid from drivers d where d.search like replace(kerb_fold(pattern), ' ', '')
$$;

-- One row a person, with the driver's side, the wallet and what the lists are sorted by. Read only.
create view people_directory as
select u.uid, u.usertype, u.first_name, u.last_name, u.email, u.mobile, u.login_type, u.lang_locale, u.date_locale,
       u.approved, u.review, u.review_reason, u.created_by_admin, u.referral_id, u.signup_via_referral,
       u.profile_image, u.bank_name, u.bank_code, u.bank_account, u.rating_count, u.rating_sum, u.created_at,
       coalesce(a.balance, 0) as wallet_balance,
       d.uid as driver, d.car_type, c.name as car_type_name, d.vehicle_make, d.vehicle_model, d.vehicle_number,
       d.other_info, d.driver_active_status, d.queue, d.fleetadmin, d.documents_valid_until,
       f.first_name as fleetadmin_first_name, f.last_name as fleetadmin_last_name,
       (select count(*)::integer from driver_documents where driver_documents.uid = u.uid) as documents,
       kerb_fold(u.first_name) as by_first_name,
       kerb_fold(u.last_name) as by_last_name,
       lower(u.email) as by_email,
       case when u.rating_count = 0 then 0 else u.rating_sum::float8 / u.rating_count end as by_rating,
       coalesce(d.search, '') as by_vehicle_number
from users u
left join drivers d on d.uid = u.uid and u.usertype = 'driver'
left join car_types c on c.id = d.car_type
left join users f on f.uid = d.fleetadmin
left join ledger_account a on a.owner = u.uid
where u.deleted_at is null;

-- A page of a list is read along its order.
drop index users_usertype_created;
create index users_by_created on users (usertype, created_at, uid) where deleted_at is null;
create index users_by_created_all on users (created_at, uid) where deleted_at is null and usertype <> 'admin';
create index users_by_first_name on users (usertype, kerb_fold(first_name), uid) where deleted_at is null;
create index users_by_last_name on users (usertype, kerb_fold(last_name), uid) where deleted_at is null;
create index users_by_email on users (usertype, lower(email), uid) where deleted_at is null;
create index users_by_mobile on users (usertype, mobile, uid) where deleted_at is null;
create index users_by_rating on users (
  usertype, (case when rating_count = 0 then 0 else rating_sum::float8 / rating_count end), uid) where deleted_at is null;
