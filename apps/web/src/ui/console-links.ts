// Which links of the console each role sees, in order and in groups.
import type { Usertype } from '@kerb/domain/identity';
import { paths } from '../lib/paths.ts';

const entries = {
  home: paths.home,
  dashboard: paths.dashboard,
  alerts: paths.alerts,
  driver_trips: paths.driverTrips,
  bookings: paths.bookings,
  addbookings: paths.addbookings,
  riders: paths.riders,
  drivers: paths.drivers,
  fleetadmins: paths.fleetadmins,
  alladmin: paths.alladmin,
  earningreports: paths.earningreports,
  driverearning: paths.driverearning,
  addtowallet: paths.addtowallet,
  withdraws: paths.withdraws,
  farereviews: paths.farereviews,
  money: paths.money,
  cartypes: paths.cartypes,
  cancelreasons: paths.cancelreasons,
  promos: paths.promos,
  notifications: paths.notifications,
  appinfo: paths.appinfo,
  settings: paths.settings,
  whatif: paths.whatif,
  languagesetting: paths.languagesetting,
  profile: paths.profile,
} as const;

export type LinkName = keyof typeof entries;
export type GroupName = 'general' | 'users' | 'wallet' | 'settings';

export interface ConsoleLink {
  readonly name: LinkName;
  /** What it is called: fleet admins call their drivers' earnings "earning reports" (specification §2). */
  readonly text: LinkName;
  readonly to: string;
}

export interface ConsoleGroup {
  readonly group: GroupName;
  readonly links: readonly ConsoleLink[];
}

type Plan = readonly (readonly [GroupName, readonly LinkName[]])[];

const plans: Record<Usertype, Plan> = {
  admin: [
    [
      'general',
      [
        'home',
        'dashboard',
        'alerts',
        'bookings',
        'addbookings',
        'cartypes',
        'cancelreasons',
        'promos',
        'notifications',
        'profile',
      ],
    ],
    ['users', ['riders', 'drivers', 'fleetadmins', 'alladmin']],
    ['wallet', ['earningreports', 'driverearning', 'addtowallet', 'withdraws', 'farereviews', 'money']],
    ['settings', ['appinfo', 'settings', 'whatif', 'languagesetting']],
  ],
  // "Earning reports" of a fleet admin are the driver earnings, the report that role may open.
  fleetadmin: [['general', ['home', 'dashboard', 'bookings', 'drivers', 'driverearning', 'profile']]],
  driver: [['general', ['home', 'driver_trips', 'bookings', 'profile']]],
  rider: [['general', ['home', 'bookings', 'profile']]],
};

const textOf = (role: Usertype, name: LinkName): LinkName =>
  role === 'fleetadmin' && name === 'driverearning' ? 'earningreports' : name;

/** The groups a role sees. */
export function consoleLinks(role: Usertype): ConsoleGroup[] {
  return plans[role].map(([group, names]) => ({
    group,
    links: names.map((name) => ({ name, text: textOf(role, name), to: entries[name] })),
  }));
}
