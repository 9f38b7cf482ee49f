// The routes that pages without a user call. They load with the first page, the whole table when another is called.
import type { RouteName } from '@kerb/contract';
import { routeTable } from './route-table.ts';

const names: readonly RouteName[] = [
  'cancelOtp',
  'createEstimate',
  'getCaptcha',
  'getCarTypes',
  'getLanguage',
  'getSession',
  'getSettings',
  'listLanguages',
  'mapsAutocomplete',
  'mapsPlace',
  'mapsReverse',
  'mobileSignIn',
  'nearbyDrivers',
  'sendOtp',
  'trackBooking',
];

export const publicRoutes = Object.fromEntries(names.map((name) => [name, routeTable[name]]));
