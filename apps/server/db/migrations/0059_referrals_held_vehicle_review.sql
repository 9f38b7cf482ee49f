-- Referral bonuses are held for a day and can be reversed; a changed vehicle waits for review. Times are ms since the epoch.
alter table referrals
  add column status text not null default 'paid' check (status in ('held', 'paid', 'withheld', 'reversed')),
  -- when a held bonus is paid out
  add column due_at bigint,
  add column paid_at bigint,
  -- minor units that the referrer got: 0 for one who is gone, disabled or over the month's limit
  add column referrer_bonus bigint not null default 0 check (referrer_bonus >= 0),
  add column reversed_at bigint,
  add column reversed_by uuid references users (uid) on delete set null,
  -- why an admin reversed it
  add column reversal_reason text not null default '';
update referrals set paid_at = at, referrer_bonus = case when referrer is null then 0 else bonus end;
update referrals set status = 'withheld', paid_at = null where bonus = 0;
alter table referrals alter column status drop default;
create index referrals_reversed_by on referrals (reversed_by);
create index referrals_referrer_at on referrals (referrer, at desc, rider);
drop index referrals_referrer;
create index referrals_referrer_paid on referrals (referrer, paid_at) where referrer_bonus > 0;

alter table ledger_transaction drop constraint ledger_transaction_kind;
alter table ledger_transaction add constraint ledger_transaction_kind check (kind in (
  'ride', 'prepayment', 'prepayment_refund', 'cancellation', 'admin_credit', 'referral', 'referral_reversal', 'topup',
  'capture', 'provider_refund', 'booking_refund', 'withdrawal', 'withdrawal_paid', 'withdrawal_returned',
  'fare_review'));

-- An admin asked this driver, and not dispatch.
alter table booking_request add column by_hand boolean not null default false;

-- Since when an approved driver's changed vehicle waits for an admin; null when it does not.
alter table drivers add column vehicle_changed_at bigint;
create index drivers_vehicle_changed on drivers (vehicle_changed_at) where vehicle_changed_at is not null;

-- The directory as before, with the vehicle that waits.
create or replace view people_directory as
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
       coalesce(d.search, '') as by_vehicle_number,
       d.vehicle_changed_at
from users u
left join drivers d on d.uid = u.uid and u.usertype = 'driver'
left join car_types c on c.id = d.car_type
left join users f on f.uid = d.fleetadmin
left join ledger_account a on a.owner = u.uid
where u.deleted_at is null;
