// Maps a message's screen name, as the specification defines it, to an address, and to the screen of each role.
import type { NoticeScreen } from '@kerb/contract';
import type { Usertype } from '@kerb/domain/identity';
import { bookingLink } from '../booking-link.ts';
import { isUuid } from '../is-uuid.ts';
import { paths } from '../paths.ts';

/** The target of a message: a screen name of the specification and its parameters. */
export interface MessageTarget {
  readonly screen: string | null;
  readonly params: Readonly<Record<string, string>>;
}

/** Addresses by the specification's screen names; each opens the screen of the signed-in user's role. */
export const screenPaths: Readonly<Record<NoticeScreen, string>> = {
  BookedCab: '/BookedCab',
  onlineChat: '/onlineChat',
  Wallet: '/Wallet',
  DriverTrips: '/DriverTrips',
  Profile: '/Profile',
  Drivers: '/Drivers',
  Alerts: '/Alerts',
};

const isScreen = (name: string): name is NoticeScreen => Object.hasOwn(screenPaths, name);

/** The booking's id in the parameters; null when it is missing or not a UUID. */
function bookingOf({ bookingId }: Readonly<Record<string, string>>): string | null {
  return bookingId !== undefined && isUuid(bookingId) ? bookingId : null;
}

/** "/BookedCab?bookingId=…", the same for every role; null when the message has no valid target. */
export function addressOf({ screen, params }: MessageTarget): string | null {
  if (screen === null || !isScreen(screen)) return null;
  const path = screenPaths[screen];
  if (screen !== 'BookedCab' && screen !== 'onlineChat') return path;
  const booking = bookingOf(params);
  return booking && `${path}?bookingId=${booking}`;
}

function chatLink(id: string, viewer: Usertype): string {
  switch (viewer) {
    case 'rider':
      return paths.tripChat(id);
    case 'driver':
      return paths.driverChat(id);
    case 'admin':
    case 'fleetadmin':
      return paths.booking(id);
  }
}

const walletOf: Readonly<Record<Usertype, string>> = {
  rider: paths.wallet,
  driver: paths.wallet,
  fleetadmin: paths.wallet,
  // Admins have no wallet: they get their own money screen.
  admin: paths.withdraws,
};

/** The address of the screen for the viewer's role; null when the message has no valid target. */
export function screenOf({ screen, params }: MessageTarget, viewer: Usertype): string | null {
  if (screen === null || !isScreen(screen)) return null;
  const manages = viewer === 'admin' || viewer === 'fleetadmin';
  const booking = bookingOf(params);
  switch (screen) {
    case 'BookedCab':
      return booking && bookingLink({ id: booking }, viewer);
    case 'onlineChat':
      return booking && chatLink(booking, viewer);
    case 'Wallet':
      return walletOf[viewer];
    case 'DriverTrips':
      return viewer === 'driver' ? paths.driverTrips : paths.bookings;
    case 'Profile':
      return paths.profile;
    case 'Drivers':
      return manages ? paths.drivers : paths.profile;
    case 'Alerts':
      return viewer === 'admin' ? paths.alerts : paths.profile;
  }
}
