-- When the first and the last thing happened that reports of earnings count; null before the first. Each end is read from
-- the end of an index: of the union report_earnings every row would be read. Read only.
create view report_extent as
select least(
         (select min(paid_at) from bookings where status in ('PAID', 'COMPLETE')),
         (select min(cancelled_at) from bookings where status = 'CANCELLED' and cancellation_fee > 0),
         (select min(at) from ledger_transactions where kind = 'booking_refund')) as first,
       greatest(
         (select max(paid_at) from bookings where status in ('PAID', 'COMPLETE')),
         (select max(cancelled_at) from bookings where status = 'CANCELLED' and cancellation_fee > 0),
         (select max(at) from ledger_transactions where kind = 'booking_refund')) as last;
