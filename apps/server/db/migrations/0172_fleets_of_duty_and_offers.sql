-- The fleet of the driver at the time: a driver who changes fleets must not take their past along to the next one.
-- Null: no fleet.
alter table duty_periods add column fleetadmin uuid;
alter table booking_requests add column fleetadmin uuid;

-- The fleet admin whose driver this is now, for rows that store it.
create function kerb_fleet_of(driver uuid) returns uuid language sql stable parallel safe
  return (select fleetadmin from drivers where uid = driver);
