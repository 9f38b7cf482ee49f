// Tests of a changed vehicle of an approved driver, which needs approval: the driver stays signed in and gets no new
// offers.
import { type Me, routes, type User } from '@kerb/contract';
import { afterEach, describe, expect, test } from 'vitest';
import { createUsersEnvironment, type Someone } from './testing/users-environment.ts';

const environment = await createUsersEnvironment();
afterEach(() => environment.set({}));
const admin = await environment.someone('admin');
const fleetadmin = await environment.someone('fleetadmin');
const aDriver = () => environment.someone('driver', { fleetadmin: fleetadmin.uid, plate: 'SAB 1234' });

const change = (driver: Someone, vehicle: object) =>
  environment.call<Me>(driver, routes.updateProfile, { body: vehicle });
const edit = (actor: Someone, { uid }: Someone, body: object) =>
  environment.call(actor, routes.editUser, { id: uid, body });
const waits = async ({ uid }: Someone) =>
  (await environment.call<User>(admin, routes.getUser, { id: uid })).body.driver?.vehicleChangedAt !== null;
const mayGetTasks = async ({ uid }: Someone) =>
  (await environment.app.modules.fleet.api.driverOf(uid))?.approved;
const queue = async () =>
  (
    await environment.call<{ items: User[] }>(admin, routes.listUsers, {
      query: '?review=waiting&limit=200',
    })
  ).body.items.map(({ id }) => id);

describe('a changed number plate', () => {
  test('waits for an admin’s approval: no tasks, still signed in, listed for review', async () => {
    const driver = await aDriver();
    const changed = await change(driver, { vehicleNumber: 'SZZ 9999' });
    expect([changed.status, changed.body.driver]).toEqual([
      200,
      expect.objectContaining({ vehicleNumber: 'SZZ 9999', vehicleChangedAt: expect.any(Number) }),
    ]);
    expect([await mayGetTasks(driver), await queue()]).toEqual([false, expect.arrayContaining([driver.uid])]);
    expect((await environment.call(driver, routes.getMe)).status).toBe(200);
    expect((await environment.call(driver, routes.approveUser, { id: driver.uid })).code).toBe('forbidden');
    expect((await environment.call(fleetadmin, routes.approveUser, { id: driver.uid })).code).toBe(
      'forbidden',
    );
    const answers = await Promise.all(
      [1, 2].map(() => environment.call(admin, routes.approveUser, { id: driver.uid })),
    );
    expect(answers.map(({ code }) => code ?? 'ok').sort()).toEqual(['already_reviewed', 'ok']);
    expect([await mayGetTasks(driver), await waits(driver)]).toEqual([true, false]);
    expect(await queue()).not.toContain(driver.uid);
    const audit = await environment.call<{ items: object[] }>(admin, routes.getUserAudit, { id: driver.uid });
    expect(audit.body.items[0]).toMatchObject({ action: 'approve', after: { vehicle: 'approved' } });
  });

  test('still waits when the approval is of an earlier change', async () => {
    const driver = await aDriver();
    const seen = (await change(driver, { vehicleNumber: 'SZZ 9998' })).body.driver?.vehicleChangedAt ?? null;
    const latest =
      (await change(driver, { vehicleNumber: 'SZZ 9997' })).body.driver?.vehicleChangedAt ?? null;
    expect(latest).not.toBe(seen);
    const approve = (vehicleChangedAt: number | null) =>
      environment.call(admin, routes.approveUser, {
        id: driver.uid,
        body: { review: 'approved', vehicleChangedAt },
      });
    expect((await approve(seen)).code).toBe('conflict');
    expect([await waits(driver), await mayGetTasks(driver)]).toEqual([true, false]);
    expect((await approve(latest)).status).toBe(200);
    expect(await waits(driver)).toBe(false);
  });

  test('waits when a fleet admin changed it, and not when an admin did', async () => {
    const driver = await aDriver();
    await edit(fleetadmin, driver, { vehicleModel: 'Mobi' });
    expect(await waits(driver)).toBe(true);
    await edit(admin, driver, { vehicleModel: 'Argo' });
    expect([await waits(driver), await mayGetTasks(driver)]).toEqual([false, true]);
  });

  test('requires no review for another spelling, for other fields, and where drivers need no approval', async () => {
    const driver = await aDriver();
    await change(driver, { vehicleNumber: 'sab-1234', other_info: 'red' });
    await change(driver, { firstName: 'Eva' });
    expect(await waits(driver)).toBe(false);
    await environment.set({ driver_approval: false });
    await change(driver, { vehicleNumber: 'SZZ 9999' });
    expect([await waits(driver), await mayGetTasks(driver)]).toEqual([false, true]);
  });
});
