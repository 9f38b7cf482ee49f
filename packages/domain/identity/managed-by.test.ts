// Whom somebody manages.
import { expect, it } from 'vitest';
import { managedBy } from './managed-by.ts';

it('is everybody for an admin, the fleet for its admin, and nobody for anyone else', () => {
  expect(managedBy({ uid: 'a', usertype: 'admin' })).toEqual({ of: 'all' });
  expect(managedBy({ uid: 'f', usertype: 'fleetadmin' })).toEqual({ of: 'fleet', fleetadmin: 'f' });
  expect(() => managedBy({ uid: 'r', usertype: 'rider' })).toThrowError(/^forbidden/);
  expect(() => managedBy({ uid: 'd', usertype: 'driver' })).toThrowError(/^forbidden/);
});
