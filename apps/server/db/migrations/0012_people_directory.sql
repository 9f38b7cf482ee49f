-- People as the console lists them: one row a person, with the driver's side and the wallet. Read only.
create view people_directory as
select u.uid, u.usertype, u.first_name, u.last_name, u.email, u.mobile, u.login_type, u.lang_locale, u.date_locale,
       u.approved, u.review, u.review_reason, u.created_by_admin, u.referral_id, u.signup_via_referral,
       u.profile_image, u.bank_name, u.bank_code, u.bank_account, u.rating_count, u.rating_sum, u.created_at,
       coalesce(a.balance, 0) as wallet_balance,
       d.uid as driver, d.car_type, c.name as car_type_name, d.vehicle_make, d.vehicle_model, d.vehicle_number,
       d.other_info, d.driver_active_status, d.queue, d.fleetadmin, d.documents_valid_until,
       f.first_name as fleetadmin_first_name, f.last_name as fleetadmin_last_name,
       (select count(*)::integer from driver_documents where driver_documents.uid = u.uid) as documents
from users u
left join drivers d on d.uid = u.uid and u.usertype = 'driver'
left join car_types c on c.id = d.car_type
left join users f on f.uid = d.fleetadmin
left join ledger_account a on a.owner = u.uid
where u.deleted_at is null;

-- searching a name, number, e-mail or plate anywhere in it
create extension if not exists pg_trgm;
create index users_search on users using gin
  ((first_name || ' ' || last_name || ' ' || email || ' ' || mobile || ' ' || referral_id) gin_trgm_ops);
