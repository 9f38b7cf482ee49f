// Tests which users an account manages.
import { expect, it } from 'vitest';
import { managedBy } from './managed-by.ts';

it('is all users for an admin, the fleet for its fleet admin, and forbidden for others', () => {
  expect(managedBy({ uid: 'a', usertype: 'admin' })).toEqual({ of: 'all' });
  expect(managedBy({ uid: 'f', usertype: 'fleetadmin' })).toEqual({ of: 'fleet', fleetadmin: 'f' });
  expect(() => managedBy({ uid: 'r', usertype: 'rider' })).toThrowError(/^forbidden/);
  expect(() => managedBy({ uid: 'd', usertype: 'driver' })).toThrowError(/^forbidden/);
});
