-- Vehicles that drivers share, apart from the cars they own: who may take one, who has it, and what it cost them.
create table vehicles (
  id uuid primary key,
  -- The fleet admin whose vehicle it is; null for the platform's own.
  fleetadmin uuid references users (uid),
  vehicle_number text not null,
  -- Letters and digits of the plate in lower case.
  plate_key text not null check (plate_key <> ''),
  vehicle_make text not null,
  vehicle_model text not null,
  -- Null after the car type was deleted.
  car_type uuid references car_types (id) on delete set null,
  other_info text not null,
  plan text not null check (plan in ('none', 'rent', 'commission')),
  -- Minor units for each calendar day of the operator's time zone.
  rent_amount bigint check (rent_amount > 0),
  -- Percent of the driver's share of each trip.
  commission_percent numeric(5, 2) check (commission_percent > 0 and commission_percent <= 100),
  created_at bigint not null,
  retired_at bigint,
  check ((plan = 'rent') = (rent_amount is not null)),
  check ((plan = 'commission') = (commission_percent is not null))
);
create unique index vehicles_plate on vehicles (plate_key) where retired_at is null;
create index vehicles_fleetadmin on vehicles (fleetadmin) where fleetadmin is not null;
create index vehicles_car_type on vehicles (car_type) where car_type is not null;
create index vehicles_created on vehicles (created_at, id);

-- Who may take a vehicle.
create table vehicle_drivers (
  vehicle uuid not null references vehicles (id),
  driver uuid not null references users (uid),
  primary key (vehicle, driver)
);
create index vehicle_drivers_driver on vehicle_drivers (driver);

-- From taking a vehicle to its return. The plan is that of the moment of taking, and applies until the return.
create table vehicle_handovers (
  id uuid primary key,
  vehicle uuid not null references vehicles (id),
  driver uuid not null references users (uid),
  fleetadmin uuid references users (uid),
  plan text not null check (plan in ('none', 'rent', 'commission')),
  rent_amount bigint check (rent_amount > 0),
  commission_percent numeric(5, 2) check (commission_percent > 0 and commission_percent <= 100),
  taken_at bigint not null,
  taken_by uuid not null references users (uid),
  odometer_taken integer check (odometer_taken >= 0),
  returned_at bigint check (returned_at >= taken_at),
  returned_by uuid references users (uid),
  odometer_returned integer check (odometer_returned >= 0),
  note_taken text not null default '',
  note_returned text not null default '',
  -- The last calendar day whose rent was charged.
  charged_through date,
  -- The driver's own vehicle, put back at the return. Emptied then.
  own_vehicle_number text not null default '',
  own_vehicle_make text not null default '',
  own_vehicle_model text not null default '',
  own_other_info text not null default '',
  own_car_type uuid references car_types (id) on delete set null,
  own_vehicle_changed_at bigint,
  check ((returned_at is null) = (returned_by is null)),
  check ((plan = 'rent') = (rent_amount is not null)),
  check ((plan = 'commission') = (commission_percent is not null))
);
create unique index vehicle_handovers_open_vehicle on vehicle_handovers (vehicle) where returned_at is null;
create unique index vehicle_handovers_open_driver on vehicle_handovers (driver) where returned_at is null;
create index vehicle_handovers_vehicle on vehicle_handovers (vehicle, id);
create index vehicle_handovers_driver on vehicle_handovers (driver, taken_at);
create index vehicle_handovers_fleetadmin on vehicle_handovers (fleetadmin) where fleetadmin is not null;
create index vehicle_handovers_taken_by on vehicle_handovers (taken_by);
create index vehicle_handovers_returned_by on vehicle_handovers (returned_by) where returned_by is not null;
create index vehicle_handovers_own_car_type on vehicle_handovers (own_car_type) where own_car_type is not null;
create index vehicle_handovers_rent on vehicle_handovers (id) where returned_at is null and plan = 'rent';

-- What a driver was charged for a vehicle. Each has one transaction of the ledger, with its id as the reference.
create table vehicle_charges (
  id uuid primary key,
  handover uuid not null references vehicle_handovers (id),
  kind text not null check (kind in ('rent', 'commission')),
  vehicle uuid not null references vehicles (id),
  driver uuid not null references users (uid),
  fleetadmin uuid references users (uid),
  -- Of rent: one charge a vehicle, driver and day.
  day date,
  -- Of a commission: the booking, the driver's share that it was computed from, and which of its charges this is: one
  -- at first, one more for each later change of the share.
  booking uuid references bookings (id),
  driver_share bigint,
  part smallint check (part > 0),
  -- Minor units; negative where a part of a commission was given back.
  amount bigint not null check (amount <> 0),
  at bigint not null,
  check ((kind = 'rent') = (day is not null)),
  check ((kind = 'commission') = (booking is not null)),
  check ((booking is null) = (driver_share is null)),
  check ((booking is null) = (part is null)),
  check (kind = 'commission' or amount > 0)
);
create unique index vehicle_charges_day on vehicle_charges (vehicle, driver, day) where day is not null;
create unique index vehicle_charges_booking on vehicle_charges (booking, part) where booking is not null;
create index vehicle_charges_vehicle on vehicle_charges (vehicle);
create index vehicle_charges_handover on vehicle_charges (handover);
create index vehicle_charges_driver on vehicle_charges (driver);
create index vehicle_charges_fleetadmin on vehicle_charges (fleetadmin) where fleetadmin is not null;

-- The shared vehicle the driver has; the other columns of the driver's vehicle are then copies of it.
alter table drivers add column shared_vehicle uuid references vehicles (id);
create unique index drivers_shared_vehicle on drivers (shared_vehicle) where shared_vehicle is not null;

alter table ledger_transactions drop constraint ledger_transaction_kind;
alter table ledger_transactions add constraint ledger_transaction_kind check (kind in (
  'ride', 'prepayment', 'prepayment_refund', 'cancellation', 'admin_credit', 'referral', 'referral_reversal', 'topup',
  'capture', 'provider_refund', 'booking_refund', 'withdrawal', 'withdrawal_paid', 'withdrawal_returned',
  'fare_review', 'tip', 'vehicle_rent', 'vehicle_commission'));

-- What the ledger's verification compares with the transactions of rents and commissions.
create view ledger_vehicle_charges as
select id, 'vehicle_' || kind as kind, driver, fleetadmin, amount from vehicle_charges;
