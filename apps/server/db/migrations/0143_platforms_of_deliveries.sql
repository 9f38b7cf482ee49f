-- A campaign for one platform reaches only the devices of that platform; null for all of the user's devices.
alter table notice_deliveries add column only_platform text;
