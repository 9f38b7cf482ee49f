-- NEW bookings that were left to the admins while autoDispatch was off. Times are ms since the epoch.
create table dispatch_by_hand (
  booking uuid primary key,
  -- since when drivers are looked for again; null while it is still left to the admins
  resumed_at bigint
);
