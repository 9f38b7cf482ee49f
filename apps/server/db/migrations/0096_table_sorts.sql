-- Lists of bookings and of people sorted by every column that says something, and drivers by what they are doing.

-- The life of a booking in its order, so that a list sorted by status begins with what waits for a decision.
create function kerb_booking_stage(status text) returns integer language sql immutable strict parallel safe
  return case status
    when 'PAYMENT_PENDING' then 1 when 'NEW' then 2 when 'ACCEPTED' then 3 when 'ARRIVED' then 4 when 'STARTED' then 5
    when 'REACHED' then 6 when 'PENDING' then 7 when 'PAID' then 8 when 'COMPLETE' then 9 else 10 end;

create index bookings_by_amount on bookings ((trip_cost - discount_amount), id);
create index bookings_by_customer_name on bookings (kerb_fold(customer_name), id);
create index bookings_by_driver_name on bookings (kerb_fold(coalesce(driver_name, '')), id);
create index bookings_by_vehicle_number on bookings (kerb_fold(coalesce(vehicle_number, '')), id);
create index bookings_by_stage on bookings (kerb_booking_stage(status), id);

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
       d.vehicle_changed_at,
       -- what waits for a decision first
       case when u.review = 'waiting' or d.vehicle_changed_at is not null then 1
            when u.review = 'approved' then 2 when u.review = 'refused' then 3 else 4 end as by_review,
       case when d.queue then 1 when d.driver_active_status then 2 else 3 end as by_duty,
       -- without documents first, then those that expire first
       coalesce(d.documents_valid_until, case when exists (
         select from driver_documents where driver_documents.uid = u.uid) then 9000000000000000 else 0 end)
         as by_documents,
       kerb_fold(coalesce(c.name, '')) as by_car_type,
       kerb_fold(coalesce(f.first_name || ' ' || f.last_name, '')) as by_fleetadmin,
       -- when the driver's last position came in, ms since the epoch
       p.seen_at
from users u
left join drivers d on d.uid = u.uid and u.usertype = 'driver'
left join driver_positions p on p.uid = d.uid
left join car_types c on c.id = d.car_type
left join users f on f.uid = d.fleetadmin
left join ledger_accounts a on a.owner = u.uid
where u.deleted_at is null;
