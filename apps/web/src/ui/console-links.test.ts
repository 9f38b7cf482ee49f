// Tests the links that each role sees.
import type { Usertype } from '@kerb/domain/identity';
import { describe, expect, it } from 'vitest';
import { paths } from '../lib/paths.ts';
import { consoleLinks } from './console-links.ts';

const names = (role: Usertype) =>
  consoleLinks(role).map(({ group, links }) => [group, links.map((link) => link.name)]);

describe('the links of the console', () => {
  it('show every link to an admin, in groups', () => {
    expect(names('admin').map(([group]) => group)).toEqual(['general', 'users', 'wallet', 'settings']);
    expect(names('admin')[1]).toEqual([
      'users',
      ['riders', 'drivers', 'vehicles', 'shifts', 'fleetadmins', 'alladmin'],
    ]);
    expect(names('admin')[3]).toEqual([
      'settings',
      ['appinfo', 'settings', 'whatif', 'opendata', 'languagesetting'],
    ]);
  });

  it('show the other roles the links listed in the specification', () => {
    expect(names('fleetadmin')).toEqual([
      [
        'general',
        [
          'home',
          'dashboard',
          'bookings',
          'drivers',
          'vehicles',
          'shifts',
          'driverearning',
          'wallet',
          'profile',
        ],
      ],
    ]);
    const [fleet] = consoleLinks('fleetadmin');
    expect(fleet?.links.find(({ to }) => to === paths.driverearning)?.text).toBe('earningreports');
    expect(names('rider')).toEqual([['general', ['home', 'bookings', 'profile']]]);
    expect(names('driver')).toEqual([['general', ['home', 'driver_trips', 'bookings', 'profile']]]);
  });
});
