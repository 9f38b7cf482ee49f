// The addresses of the console; which screen stands there, and for whom, is known once one of them is opened.
import type { RouteObject } from 'react-router';
import { lazyScreen } from '../../lib/lazy-screen.tsx';
import { paths } from '../../lib/paths.ts';

const element = lazyScreen('console', async () => (await import('./screens.tsx')).ConsoleScreens);

export const consoleRoutes: RouteObject[] = [
  paths.dashboard,
  paths.bookings,
  paths.addbookings,
  paths.profile,
  paths.riders,
  paths.drivers,
  paths.fleetadmins,
  paths.alladmin,
  paths.cartypes,
  '/cartypes/:id',
  paths.cancelreasons,
  paths.promos,
  paths.notifications,
  paths.addtowallet,
  paths.withdraws,
  paths.money,
  paths.earningreports,
  paths.driverearning,
  '/bookings/:id',
  '/people/:id',
].map((path) => ({ path, element }));
