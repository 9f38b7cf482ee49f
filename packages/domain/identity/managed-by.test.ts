// Tests which users an account manages.
import { expect, it } from 'vitest';
import { managedBy } from './managed-by.ts';

it('returns all users to an admin, the fleet to its fleet admin, and forbidden to others', () => {
  expect(managedBy({ uid: 'a', usertype: 'admin' })).toEqual({ of: 'all' });
  expect(managedBy({ uid: 'f', usertype: 'fleetadmin' })).toEqual({ of: 'fleet', fleetadmin: 'f' });
  expect(() => managedBy({ uid: 'r', usertype: 'rider' })).toThrowError(/^forbidden/);
  expect(() => managedBy({ uid: 'd', usertype: 'driver' })).toThrowError(/^forbidden/);
});
