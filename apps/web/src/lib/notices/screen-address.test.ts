// Tests which screen each message opens for each role, and that an address never contains any parameter but a booking's
// id.
import { noticeScreen } from '@kerb/contract';
import { usertype } from '@kerb/domain/identity';
import { describe, expect, it } from 'vitest';
import { addressOf, screenOf, screenPaths } from './screen-address.ts';

const bookingId = '0190b6a1-7c00-7000-8000-000000000001';
const params = { bookingId };

describe('the address of a notification', () => {
  it.each([
    ['BookedCab', 'rider', `/trip/${bookingId}`],
    ['BookedCab', 'driver', `/driver/trip/${bookingId}`],
    ['BookedCab', 'admin', `/bookings/${bookingId}`],
    ['BookedCab', 'fleetadmin', `/bookings/${bookingId}`],
    ['onlineChat', 'rider', `/trip/${bookingId}/chat`],
    ['onlineChat', 'driver', `/driver/trip/${bookingId}/chat`],
    ['onlineChat', 'admin', `/bookings/${bookingId}`],
    ['Wallet', 'rider', '/wallet'],
    ['Wallet', 'driver', '/wallet'],
    ['Wallet', 'fleetadmin', '/wallet'],
    ['Wallet', 'admin', '/withdraws'],
    ['DriverTrips', 'driver', '/driver'],
    ['DriverTrips', 'rider', '/bookings'],
    ['Profile', 'fleetadmin', '/profile'],
    ['Drivers', 'admin', '/drivers'],
    ['Drivers', 'driver', '/profile'],
    ['Alerts', 'admin', '/alerts'],
    ['Alerts', 'fleetadmin', '/profile'],
    ['Alerts', 'rider', '/profile'],
  ] as const)('%s leads a %s to %s', (screen, viewer, address) => {
    expect(screenOf({ screen, params }, viewer)).toBe(address);
  });

  it('exists for every screen of the contract and every role', () => {
    for (const screen of noticeScreen.options) {
      expect(addressOf({ screen, params })?.startsWith(screenPaths[screen])).toBe(true);
      for (const viewer of usertype.options) expect(screenOf({ screen, params }, viewer)).toMatch(/^\/\w/);
    }
  });

  it.each([[{}], [{ bookingId: '' }], [{ bookingId: 'x' }], [{ bookingId: `${bookingId}/../../login` }]])(
    'an invalid booking id leads nowhere: %j',
    (wrong: Record<string, string>) => {
      for (const screen of ['BookedCab', 'onlineChat']) {
        expect(addressOf({ screen, params: wrong })).toBeNull();
        expect(screenOf({ screen, params: wrong }, 'rider')).toBeNull();
      }
    },
  );

  it.each([null, '', 'toString', 'https://evil.example'])('no screen is called %s', (screen) => {
    expect(addressOf({ screen, params })).toBeNull();
    expect(screenOf({ screen, params }, 'admin')).toBeNull();
  });

  it('is the same for all roles, and contains the booking', () => {
    expect(addressOf({ screen: 'BookedCab', params: { ...params, more: '&x=1' } })).toBe(
      `/BookedCab?bookingId=${bookingId}`,
    );
    expect(addressOf({ screen: 'Wallet', params })).toBe('/Wallet');
  });
});
