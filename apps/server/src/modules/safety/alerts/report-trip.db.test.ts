// Tests of riders' reports about a ride: permissions, time limits, notices to admins and the driver, and messages that
// are never lost.
import type { TripReport } from '@kerb/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSafetyEnvironment, type SafetyEnvironment } from '../testing/safety-environment.ts';

let environment: SafetyEnvironment;
beforeAll(async () => {
  environment = await createSafetyEnvironment();
});
afterAll(() => environment.close());

const lost = { about: 'lost_item', message: 'A black umbrella' };
const raisedOf = async (booking: string) => {
  const { rows } = await environment.database.pool.query<{ data: object }>(
    `select data from outbox_events where name = 'alert.raised' and data ->> 'booking_id' = $1 order by id`,
    [booking],
  );
  return rows.map(({ data }) => data);
};

describe('a lost item', () => {
  it('is an alert for admins; its event contains only ids, and its notices read the details', async () => {
    const admin = await environment.addAdmin();
    const { id, rider, driver } = await environment.trip('PAID');
    const { reference } = await environment.record(id);
    const answer = await environment.report(rider, id, lost);
    expect(answer).toMatchObject({
      status: 201,
      body: { about: 'lost_item', message: 'A black umbrella', at: environment.now(), resolvedAt: null },
    });
    const { items } = (await environment.alerts(admin, '?open=true&limit=1')).body;
    expect(items[0]).toMatchObject({
      id: answer.body.id,
      kind: 'lost_item',
      booking: id,
      raisedBy: 'rider',
      message: 'A black umbrella',
      place: null,
    });
    expect(await raisedOf(id)).toEqual([
      { alert_id: answer.body.id, booking_id: id, kind: 'lost_item', driver: driver.uid },
    ]);
    expect(await environment.safety.findReport(answer.body.id)).toEqual({
      reference,
      message: 'A black umbrella',
      driver: driver.uid,
    });
  });

  it('reported again while it is open is added to the report; also a hundred at once', async () => {
    const admin = await environment.addAdmin();
    const { id, rider } = await environment.trip('PAID');
    const before = (await environment.alerts(admin)).body.open;
    await Promise.all(
      Array.from({ length: 100 }, (_, count) =>
        environment.report(rider, id, { ...lost, message: `Item ${count}.` }),
      ),
    );
    const { items, open } = (await environment.alerts(admin, '?open=true&limit=1')).body;
    expect(open).toBe(before + 1);
    expect(items[0]?.times).toBe(100);
    expect(items[0]?.message?.split('\n').sort()).toEqual(
      Array.from({ length: 100 }, (_, count) => `Item ${count}.`).sort(),
    );
  });

  it('shows the newest message first, and is at most 4,000 characters long', async () => {
    const { id, rider } = await environment.trip('PAID');
    for (const letter of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'])
      await environment.report(rider, id, { ...lost, message: letter.repeat(500) });
    const [report] = (await environment.reports(rider, id)).body.items;
    expect(report?.message).toMatch(/^i{500}\nh{500}\n/);
    expect(report?.message).toHaveLength(4000);
  });

  it('repeated with the same key is one report', async () => {
    const { id, rider } = await environment.trip('PAID');
    const first = await environment.report(rider, id, lost, 'one-press');
    expect((await environment.report(rider, id, lost, 'one-press')).body).toEqual(first.body);
    expect((await environment.reports(rider, id)).body.items).toHaveLength(1);
    expect(await raisedOf(id)).toHaveLength(1);
  });

  it('stays open until an admin resolves it, also after the payment; the next report is a new one', async () => {
    const admin = await environment.addAdmin();
    const { id, rider } = await environment.trip('PAID');
    const { body } = await environment.report(rider, id, lost);
    await environment.tripChanged(id, 'STARTED');
    const state = async () =>
      (await environment.reports(rider, id)).body.items.map(({ resolvedAt }: TripReport) => resolvedAt);
    expect(await state()).toEqual([null]);
    await environment.resolve(admin, body.id, { note: 'The driver brings it' });
    expect(await state()).toEqual([environment.now()]);
    environment.pass(1000);
    await environment.report(rider, id, { about: 'lost_item', message: 'Gloves too' });
    expect((await environment.reports(rider, id)).body.items).toMatchObject([
      { message: 'Gloves too', resolvedAt: null },
      { message: 'A black umbrella' },
    ]);
  });

  it('is rejected before the trip is over', async () => {
    for (const status of ['NEW', 'ACCEPTED', 'STARTED'] as const) {
      const { id, rider } = await environment.trip(status);
      expect((await environment.report(rider, id, lost)).code).toBe('transition_not_allowed');
      expect(await raisedOf(id)).toEqual([]);
    }
  });
});

describe('a question', () => {
  it('goes to admins only, at any stage of the booking', async () => {
    const { id, rider } = await environment.trip('NEW');
    const { body } = await environment.report(rider, id, { about: 'help', message: ' Who pays? ' });
    expect(body).toMatchObject({ about: 'help', message: 'Who pays?' });
    expect(await raisedOf(id)).toMatchObject([{ kind: 'help' }]);
    expect(await environment.safety.findReport(body.id)).toMatchObject({ driver: null });
  });
});

describe('a report', () => {
  it('can only be made by the rider', async () => {
    const { id, rider, driver } = await environment.trip('PAID');
    await environment.report(rider, id, lost);
    const stranger = await environment.addRider();
    expect((await environment.report(stranger, id, lost)).status).toBe(404);
    expect((await environment.reports(stranger, id)).status).toBe(404);
    for (const actor of [driver, await environment.addAdmin()]) {
      expect((await environment.report(actor, id, lost)).status).toBe(403);
      expect((await environment.reports(actor, id)).status).toBe(403);
    }
    expect((await environment.report(null, id, lost)).status).toBe(401);
  });

  it('requires a message of at most 500 characters', async () => {
    const { id, rider } = await environment.trip('PAID');
    for (const wrong of [
      { about: 'lost_item' },
      { about: 'lost_item', message: '  ' },
      { about: 'lost_item', message: 'x'.repeat(501) },
      { about: 'weather', message: 'x' },
      { message: 'x' },
    ])
      expect((await environment.report(rider, id, wrong)).code).toBe('invalid_input');
    expect((await environment.report(rider, id, { about: 'help', message: 'x'.repeat(500) })).status).toBe(
      201,
    );
  });
});
