// The addresses of the console; which screen stands there, and for whom, is known once one of them is opened.
import type { RouteObject } from 'react-router';
import { lazyScreen } from '../../lib/lazy-screen.tsx';
import { paths } from '../../lib/paths.ts';

// The drawer's link to the alerts, and the toast of a new one, are on every screen: their texts are those of safety.
const element = lazyScreen(['console', 'safety'], async () => (await import('./screens.tsx')).ConsoleScreens);

export const consoleRoutes: RouteObject[] = [
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
].map((path) => ({ path, element }));
