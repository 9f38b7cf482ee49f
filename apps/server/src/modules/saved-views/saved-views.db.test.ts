// Tests of saved views over HTTP: a user's own, those that admins share, and the limits.
import { maxSavedViews, routes, type SavedView } from '@kerb/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Actor } from '../../kit/index.ts';
import { type BookingEnvironment, createBookingEnvironment } from '../booking/testing/booking-environment.ts';
import { createSavedViewsModule } from './index.ts';

let environment: BookingEnvironment;
beforeAll(async () => {
  environment = await createBookingEnvironment({}, { more: (parts) => [createSavedViewsModule(parts)] });
});
afterAll(() => environment.close());

const view = (change: Record<string, unknown> = {}) => ({
  table: 'bookings',
  name: 'Waiting',
  query: 'status=NEW&sort=tripdate&order=asc',
  columns: ['reference', 'status', 'driver'],
  shared: false,
  ...change,
});
const add = (actor: Actor, change: Record<string, unknown> = {}) =>
  environment.call<SavedView>(actor, routes.addSavedView, null, view(change));
const edit = (actor: Actor, id: string, change: Record<string, unknown>) =>
  environment.call<SavedView>(actor, routes.editSavedView, id, change);
const namesOf = async (actor: Actor, table = 'bookings') => {
  const { body } = await environment.call<{ items: SavedView[] }>(
    actor,
    routes.listSavedViews,
    null,
    undefined,
    table && `?table=${table}`,
  );
  return body.items.map(({ name, own }) => (own ? name : `${name} (shared)`));
};

it('is listed for its owner by name, for one table or for all, as it was saved', async () => {
  const admin = await environment.addAdmin();
  const added = await add(admin);
  expect(added).toMatchObject({ status: 201, body: { ...view(), own: true } });
  await add(admin, { name: 'Cancelled', columns: null });
  await add(admin, { name: 'Waiting', table: 'drivers' });
  expect(await namesOf(admin)).toEqual(['Cancelled', 'Waiting']);
  expect(await namesOf(admin, 'drivers')).toEqual(['Waiting']);
  expect(await namesOf(admin, '')).toEqual(['Cancelled', 'Waiting', 'Waiting']);
  expect((await edit(admin, added.body.id, { name: 'New', columns: null })).body).toMatchObject({
    name: 'New',
    columns: null,
    query: view().query,
  });
  expect((await edit(admin, added.body.id, {})).body).toMatchObject({ name: 'New' });
  expect((await environment.call(admin, routes.deleteSavedView, added.body.id)).status).toBe(204);
  expect((await environment.call(admin, routes.deleteSavedView, added.body.id)).code).toBe('not_found');
  expect(await namesOf(admin)).toEqual(['Cancelled']);
});

it('is visible to other admins once it is shared, and changed by its owner only', async () => {
  const admin = await environment.addAdmin();
  const colleague = await environment.addAdmin();
  const fleetadmin = await environment.addFleetAdmin();
  const { id } = (await add(admin, { name: 'Team' })).body;
  expect(await namesOf(colleague)).not.toContain('Team (shared)');
  await edit(admin, id, { shared: true });
  expect(await namesOf(colleague)).toContain('Team (shared)');
  expect(await namesOf(fleetadmin)).toEqual([]);
  expect((await edit(colleague, id, { name: 'Mine' })).code).toBe('not_found');
  expect((await environment.call(colleague, routes.deleteSavedView, id)).code).toBe('not_found');
});

it('of a fleet admin cannot be shared with other fleets', async () => {
  const fleetadmin = await environment.addFleetAdmin();
  const rival = await environment.addFleetAdmin();
  expect((await add(fleetadmin, { shared: true })).code).toBe('forbidden');
  const { id } = (await add(fleetadmin)).body;
  expect((await edit(fleetadmin, id, { shared: true })).code).toBe('forbidden');
  expect((await edit(fleetadmin, id, { name: 'Ours' })).status).toBe(200);
  expect(await namesOf(rival)).toEqual([]);
});

it('has a unique name among the views of a table, in any letter case, also when two are saved at once', async () => {
  const admin = await environment.addAdmin();
  const codes = await Promise.all([add(admin, { name: 'Same' }), add(admin, { name: 'same' })]);
  expect(codes.map(({ code }) => code).toSorted()).toEqual(['name_taken', undefined]);
  const { id } = (await add(admin, { name: 'Other' })).body;
  expect((await edit(admin, id, { name: ' SAME ' })).code).toBe('name_taken');
});

it('is rejected when it is malformed, and beyond the limit of a table', async () => {
  const admin = await environment.addAdmin();
  for (const change of [
    { name: ' ' },
    { name: 'x'.repeat(61) },
    { table: 'ledger' },
    { query: 'x'.repeat(1001) },
    { columns: [] },
    { columns: ['a b'] },
    { shared: 'yes' },
    { owner: admin.uid },
  ])
    expect([change, (await add(admin, change)).code]).toEqual([change, 'invalid_input']);
  for (let count = 0; count < maxSavedViews; count += 1) await add(admin, { name: `View ${count}` });
  expect((await add(admin, { name: 'One more' })).code).toBe('too_many_views');
  expect((await add(admin, { name: 'Elsewhere', table: 'riders' })).status).toBe(201);
});
