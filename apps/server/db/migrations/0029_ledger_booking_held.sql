-- The ledger's verification also reads what of the wallet's part was held before the ride was settled.
create or replace view ledger_booking as
select id, status, customer, driver, driver_share, convenience_fees, discount_amount, prepaid, customer_paid,
  used_wallet_money, cash_payment_amount, card_payment_amount,
  -- bookings paid before the column existed had all of it held when they were prepaid
  case when prepaid then used_wallet_money else wallet_held end as wallet_held
from booking;
