// Table of the routes called by pages without a user. The first page loads these; the whole table is loaded with the
// first call of another route.
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
