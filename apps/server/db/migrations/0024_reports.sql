-- Months of the operation, of drivers and of fleets, and the statements of drivers. Amounts are minor units, times ms
-- since the epoch.

-- When a booking was cancelled: the month in which its fee counts. Those of before have the time of the fee's entry.
alter table booking add column cancelled_at bigint;
update booking set cancelled_at = t.at
from ledger_transaction t where t.kind = 'cancellation' and t.booking = booking.id;

-- What earnings count (specification §5): PAID and COMPLETE bookings, all of which have a driver and a share, by when
-- they were paid, and CANCELLED ones having a fee by when they were cancelled. Read only.
create view report_earnings as
select paid_at as at, false as cancelled, driver, fleetadmin,
       trip_cost, driver_share, 0::bigint as cancellation_fee, convenience_fees, discount_amount
from booking where status in ('PAID', 'COMPLETE')
union all
select cancelled_at, true, driver, fleetadmin, 0, 0, cancellation_fee, 0, 0
from booking where status = 'CANCELLED' and cancellation_fee > 0;

-- A month is summed from these without reading the bookings themselves.
create index booking_earned_by_month on booking (paid_at)
  include (driver, fleetadmin, trip_cost, driver_share, convenience_fees, discount_amount)
  where status in ('PAID', 'COMPLETE');
create index booking_cancel_fees_by_month on booking (cancelled_at) include (driver, fleetadmin, cancellation_fee)
  where status = 'CANCELLED' and cancellation_fee > 0;

-- What was given back to riders of trips that were paid. Read only.
create view report_refunds as
select t.at, -e.amount as amount
from ledger_transaction t
join ledger_entry e on e.transaction = t.id
join ledger_account a on a.id = e.account and a.kind = 'refund_expense'
where t.kind = 'booking_refund';
create index ledger_booking_refunds on ledger_transaction (at) where kind = 'booking_refund';

-- Every movement of a person's wallet, signed. Read only.
create view report_movements as
select e.id, a.owner, t.kind, e.amount, t.at, t.booking, b.reference
from ledger_entry e
join ledger_account a on a.id = e.account
join ledger_transaction t on t.id = e.transaction
left join booking b on b.id = t.booking
where a.owner is not null;

-- Names under which reports speak of people, those who are gone included. Read only.
create view report_people as
select u.uid, u.usertype, u.first_name, u.last_name, d.fleetadmin, coalesce(d.vehicle_number, '') as vehicle_number
from users u left join drivers d on d.uid = u.uid;

-- As drivers were named and drove on their trips. Read only.
create view report_trips as
select id, driver, driver_name, vehicle_number, fleetadmin, status from booking where driver is not null;
