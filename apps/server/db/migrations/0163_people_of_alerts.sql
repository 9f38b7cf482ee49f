-- Who called for help or reported something, and the driver and the plate at that time: the booking may get another
-- driver later. The caller is null for a situation that the server detected.
alter table safety_alerts
  add column caller uuid,
  add column driver uuid,
  add column vehicle_reg_no text;
