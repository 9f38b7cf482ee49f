// List of the route patterns of the console's screens.
import { paths } from '../../lib/paths.ts';

/** `:id` matches one path segment. */
export const consolePaths: readonly string[] = [
  paths.dashboard,
  paths.alerts,
  paths.bookings,
  paths.addbookings,
  paths.profile,
  paths.riders,
  paths.drivers,
  paths.shifts,
  paths.vehicles,
  paths.fleetadmins,
  paths.alladmin,
  paths.cartypes,
  '/cartypes/:id',
  paths.cancelreasons,
  paths.promos,
  paths.notifications,
  paths.addtowallet,
  paths.withdraws,
  paths.farereviews,
  paths.money,
  paths.earningreports,
  paths.driverearning,
  paths.settings,
  paths.appinfo,
  paths.whatif,
  paths.opendata,
  paths.languagesetting,
  '/languagesetting/:id',
  '/bookings/:id',
  '/people/:id',
];

/** Addresses whose screen is a table, for operators. */
export const tablePaths: readonly string[] = [
  paths.bookings,
  paths.riders,
  paths.drivers,
  paths.vehicles,
  paths.fleetadmins,
  paths.alladmin,
  paths.cancelreasons,
  paths.promos,
  paths.notifications,
  paths.withdraws,
  paths.farereviews,
  paths.languagesetting,
];
