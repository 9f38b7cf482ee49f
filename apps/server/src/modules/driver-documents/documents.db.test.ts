// Tests of drivers' documents through the API: permissions, links that expire, replacement, expiry dates and reminders.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { MS_PER_DAY, MS_PER_HOUR, MS_PER_MINUTE } from '@kerb/domain/kernel';
import type { Settings } from '@kerb/domain/settings';
import { afterAll, describe, expect, test } from 'vitest';
import { testDataFolder } from '../../kit/testing/test-database.ts';
import { waitFor } from '../../kit/testing/wait-for.ts';
import { aPicture, createFleetApp } from '../fleet/testing/people-over-http.ts';
import { REMOVE_FILE_JOB } from './document-files.ts';
import { REMIND_JOB } from './remind-drivers.ts';

const environment = await createFleetApp();
afterAll(() => environment.close());
const { call, signIn, mobile, clock, query, runJob } = environment;

const admin = await signIn(mobile('admin', 1));
const boss = await signIn(mobile('fleetadmin', 1));
const rider = await signIn(mobile('simRider', 1));
let nextDriver = 1;
/** A driver that only this test uses, in the fleet of `fleetadmin`. */
async function newDriver(fleetadmin: string | null = null) {
  const number = mobile('simDriver', nextDriver++);
  const driver = { ...(await signIn(number)), mobile: number };
  await query.query('update drivers set fleetadmin = $2 where uid = $1', [driver.uid, fleetadmin]);
  return driver;
}
const picture = await aPicture();
const inDays = (days: number): string => new Date(clock.now() + days * MS_PER_DAY).toISOString().slice(0, 10);
const hand = (token: string, kind = 'licenseImage', expiresOn?: string, bytes = picture) =>
  call('PUT', `/me/documents/${kind}${expiresOn ? `?expiresOn=${expiresOn}` : ''}`, {
    token,
    file: { bytes },
  });
const rowOf = async (uid: string, kind = 'licenseImage') =>
  (
    await query.query(
      'select id, storage_key, reminded_days, expires_on::text from driver_documents where uid = $1 and kind = $2',
      [uid, kind],
    )
  ).rows[0];
const fileOf = (key: string): string => join(testDataFolder(), 'files', key);
const codeOf = ({ status, json }: { status: number; json: { code?: string } }) => [status, json.code];
const changeSettings = (patch: Partial<Settings>) =>
  environment.app.modules.withTx((tx) => environment.app.modules.settings.api.edit(tx, patch));

describe('a document', () => {
  test('is stored as WebP in the driver’s own folder, named by its time, and opens by its signed link', async () => {
    const driver = await newDriver();
    const put = await hand(driver.token, 'licenseImage', inDays(100));
    expect(put.status).toBe(200);
    const [item] = put.json.items;
    expect(item).toMatchObject({ kind: 'licenseImage', expiresOn: inDays(100), expired: false });
    const { storage_key } = await rowOf(driver.uid);
    expect(storage_key).toMatch(
      new RegExp(
        `^users/${driver.uid}/driverDocuments/\\d{4}-\\d\\d-\\d\\dT[\\d-]+Z-licenseImage-[0-9a-f]{12}\\.webp$`,
      ),
    );
    expect(existsSync(fileOf(storage_key))).toBe(true);
    expect(JSON.stringify(put.json)).not.toContain('driverDocuments');

    const opened = await call('GET', item.url);
    expect(opened.status).toBe(200);
    expect(opened.bytes.subarray(8, 12).toString()).toBe('WEBP');
    expect(opened.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-disposition': 'inline; filename="document.webp"',
    });
  });

  test('has a link that expires after ten minutes, and rejects a forged link', async () => {
    const driver = await newDriver();
    const [item] = (await hand(driver.token)).json.items;
    expect(item.linkExpiresAt - clock.now()).toBeLessThanOrEqual(10 * MS_PER_MINUTE);
    const url = new URL(item.url, 'http://kerb.test');
    const forged = [
      item.url.replace(/until=\d+/, `until=${item.linkExpiresAt + MS_PER_DAY}`),
      item.url.replace(/signature=.*/, 'signature=AAAA'),
      item.url.replace(url.searchParams.get('signature') ?? '?', 'A'.repeat(43)),
      item.url.replace(item.id, '0192e9a0-0000-7000-8000-000000000000'),
    ];
    for (const one of forged) expect(codeOf(await call('GET', one))).toEqual([404, 'not_found']);
    expect((await call('GET', `/documents/${item.id}/content`)).status).toBe(400);
    clock.advance(10 * MS_PER_MINUTE + 1000);
    expect(codeOf(await call('GET', item.url))).toEqual([410, 'link_expired']);
    const [again] = (await call('GET', '/me/documents', { token: driver.token })).json.items;
    expect((await call('GET', again.url)).status).toBe(200);
  });

  test('replaces the previous document of its kind; the old file is deleted after the commit', async () => {
    const driver = await newDriver();
    await hand(driver.token, 'img1');
    const before = await rowOf(driver.uid, 'img1');
    const { json } = await hand(driver.token, 'img1', undefined, await aPicture(220));
    expect(json.items).toHaveLength(1);
    const after = await rowOf(driver.uid, 'img1');
    expect(after.id).not.toBe(before.id);
    await waitFor(() => !existsSync(fileOf(before.storage_key)), 'the old file to go');
    expect(existsSync(fileOf(after.storage_key))).toBe(true);
    await runJob(REMOVE_FILE_JOB, { key: before.storage_key });
    await runJob(REMOVE_FILE_JOB, { key: after.storage_key });
    expect(existsSync(fileOf(after.storage_key))).toBe(true);
  });

  test('uploaded several times at once is stored once with one file', async () => {
    const driver = await newDriver();
    const answers = await Promise.all(
      [1, 2, 3, 4].map(async (n) => hand(driver.token, 'img2', undefined, await aPicture(n * 50))),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { items } = (await call('GET', '/me/documents', { token: driver.token })).json;
    expect(items).toHaveLength(1);
    expect((await call('GET', items[0].url)).status).toBe(200);
  });

  test('an upload that is not a picture changes nothing', async () => {
    const driver = await newDriver();
    await hand(driver.token);
    const before = await rowOf(driver.uid);
    const put = (file: { field?: string; bytes: Buffer }) =>
      call('PUT', '/me/documents/licenseImage', { token: driver.token, file });
    expect(codeOf(await put({ bytes: Buffer.from('<svg/>') }))).toEqual([422, 'image_unreadable']);
    expect(codeOf(await put({ bytes: Buffer.alloc(0) }))).toEqual([422, 'image_unreadable']);
    expect(codeOf(await put({ field: 'photo', bytes: picture }))).toEqual([400, 'invalid_input']);
    expect(codeOf(await hand(driver.token, 'passport'))).toEqual([400, 'invalid_input']);
    for (const day of ['2026-02-30', '1999-12-31', '0000-01-01', '9999-12-31', 'soon'])
      expect(codeOf(await hand(driver.token, 'licenseImage', day)), day).toEqual([400, 'invalid_input']);
    expect(codeOf(await call('PUT', '/me/documents/img1', { token: driver.token, body: {} }))).toEqual([
      415,
      'unsupported_media_type',
    ]);
    expect(await rowOf(driver.uid)).toEqual(before);
  });
});

describe('an upload above the size limit', () => {
  const large = Buffer.alloc(20 * 1024 * 1024, 7);

  test('is answered with 413 and a problem, with and without a Content-Length header', async () => {
    const origin = await environment.app.listen();
    const driver = await newDriver();
    const form = new FormData();
    form.set('image', new Blob([large], { type: 'image/jpeg' }), 'large.jpg');
    const send = (init: RequestInit) =>
      fetch(`${origin}/api/v1/me/documents/img1`, {
        method: 'PUT',
        ...init,
        headers: { authorization: `Bearer ${driver.token}`, ...init.headers },
      });
    const said = await send({ body: form });
    expect([said.status, said.headers.get('content-type')]).toEqual([413, 'application/problem+json']);
    expect(await said.json()).toMatchObject({ code: 'payload_too_large', status: 413 });

    const encoded = new Response(form);
    const unsaid: RequestInit & { duplex: 'half' } = {
      body: encoded.body,
      headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
      duplex: 'half',
    };
    const found = await send(unsaid);
    expect([found.status, await found.json()]).toEqual([
      413,
      expect.objectContaining({ code: 'payload_too_large' }),
    ]);
    expect(await rowOf(driver.uid, 'img1')).toBeUndefined();
    // The server still works and accepts the next upload.
    expect((await hand(driver.token, 'img1')).status).toBe(200);
  });
});

describe('who may', () => {
  test('a document is visible to its driver, their fleet admin and admins; others get not_found', async () => {
    const own = await newDriver(boss.uid);
    const other = await newDriver();
    await hand(own.token);
    await hand(other.token);
    const list = async (token: string | undefined, uid: string) =>
      (await call('GET', `/users/${uid}/documents`, { token })).status;
    expect(await list(admin.token, own.uid)).toBe(200);
    expect(await list(admin.token, other.uid)).toBe(200);
    expect(await list(boss.token, own.uid)).toBe(200);
    expect(await list(boss.token, other.uid)).toBe(404);
    expect(await list(admin.token, rider.uid)).toBe(404);
    expect(await list(rider.token, own.uid)).toBe(403);
    expect(await list(own.token, own.uid)).toBe(403);
    expect(await list(undefined, own.uid)).toBe(401);
    expect((await call('GET', '/me/documents', { token: rider.token })).status).toBe(403);
    const otherId = (await rowOf(other.uid)).id;
    const patch = (token: string | undefined, id: string) =>
      call('PATCH', `/documents/${id}`, { token, body: { expiresOn: inDays(9) } });
    expect((await patch(boss.token, otherId)).status).toBe(404);
    expect((await patch(own.token, otherId)).status).toBe(403);
    expect((await patch(admin.token, '0192e9a0-0000-7000-8000-000000000000')).status).toBe(404);
    const put = (token: string, uid: string) =>
      call('PUT', `/users/${uid}/documents/img3`, { token, file: { bytes: picture } });
    expect((await put(boss.token, other.uid)).status).toBe(404);
    expect((await put(admin.token, rider.uid)).status).toBe(404);
    expect((await put(boss.token, own.uid)).json.items).toHaveLength(2);
  });

  test('a driver’s own upload is audited with the old and the new expiry', async () => {
    const driver = await newDriver();
    await hand(driver.token, 'licenseImage', inDays(50));
    const { id } = await rowOf(driver.uid);
    await call('PATCH', `/documents/${id}`, { token: admin.token, body: { expiresOn: inDays(-2) } });
    await hand(driver.token, 'licenseImage', inDays(900));
    const { json } = await call('GET', `/users/${driver.uid}/audit`, { token: admin.token });
    expect(json.items).toMatchObject([
      {
        action: 'document',
        by: { id: driver.uid },
        before: { licenseImage: { expiresOn: inDays(-2) } },
        after: { licenseImage: { expiresOn: inDays(900) } },
      },
      { action: 'document', by: { id: admin.uid } },
      { action: 'document', by: { id: driver.uid }, after: { licenseImage: { expiresOn: inDays(50) } } },
    ]);
  });

  test('a change by an admin is audited, and rejected while critical edits are off', async () => {
    const driver = await newDriver(boss.uid);
    await hand(driver.token, 'licenseImage', inDays(50));
    const { id } = await rowOf(driver.uid);
    const patch = (expiresOn: string | null, token = admin.token) =>
      call('PATCH', `/documents/${id}`, { token, body: { expiresOn } });
    expect((await patch(inDays(60))).json).toMatchObject({ id, expiresOn: inDays(60), expired: false });
    await changeSettings({ AllowCriticalEditsAdmin: false });
    await waitFor(async () => !(await environment.app.modules.settings.api.get()).AllowCriticalEditsAdmin);
    expect(codeOf(await patch(inDays(70)))).toEqual([403, 'demo_mode']);
    expect(codeOf(await patch(inDays(70), boss.token))).toEqual([403, 'demo_mode']);
    const put = await call('PUT', `/users/${driver.uid}/documents/img1`, {
      token: admin.token,
      file: { bytes: picture },
    });
    expect(codeOf(put)).toEqual([403, 'demo_mode']);
    // Managers see which documents there are, without the pictures.
    for (const { token } of [admin, boss]) {
      const { items } = (await call('GET', `/users/${driver.uid}/documents`, { token })).json;
      expect(items).toMatchObject([
        { id, expiresOn: inDays(60), expired: false, url: null, linkExpiresAt: null },
      ]);
    }
    // Drivers may change and see their own documents also while critical edits are off.
    const own = await hand(driver.token, 'img2');
    expect(own.json.items.map(({ url }: { url: unknown }) => typeof url)).toEqual(['string', 'string']);
    await changeSettings({ AllowCriticalEditsAdmin: true });
    await waitFor(async () => (await environment.app.modules.settings.api.get()).AllowCriticalEditsAdmin);
    const { rows } = await query.query(
      'select action, by, before, after from user_audit_entries where uid = $1 and by <> $1',
      [driver.uid],
    );
    expect(rows).toEqual([
      {
        action: 'document',
        by: admin.uid,
        before: { licenseImage: expect.objectContaining({ expiresOn: inDays(50) }) },
        after: { licenseImage: expect.objectContaining({ expiresOn: inDays(60) }) },
      },
    ]);
  });
});

describe('document expiry', () => {
  const validUntilOf = async (uid: string): Promise<number | null> =>
    (await query.query('select documents_valid_until from drivers where uid = $1', [uid])).rows[0]
      .documents_valid_until;
  const duty = (token: string) => call('PUT', '/me/duty', { token, body: { driverActiveStatus: true } });

  test('is the earliest date of all documents, at the end of the day in the operator’s time zone', async () => {
    const driver = await newDriver();
    await hand(driver.token, 'licenseImage', '2090-06-30');
    await hand(driver.token, 'img1', '2090-03-31');
    await hand(driver.token, 'img2');
    // Montevideo is three hours behind UTC.
    expect(await validUntilOf(driver.uid)).toBe(Date.parse('2090-04-01T03:00:00Z'));
    const me = await call('GET', '/me', { token: driver.token });
    expect(me.json.driver).toMatchObject({ documentsValidUntil: Date.parse('2090-04-01T03:00:00Z') });
    await call('PATCH', `/documents/${(await rowOf(driver.uid, 'img1')).id}`, {
      token: admin.token,
      body: { expiresOn: null },
    });
    expect(await validUntilOf(driver.uid)).toBe(Date.parse('2090-07-01T03:00:00Z'));
    await changeSettings({ timezone: 'Europe/Madrid' });
    await waitFor(
      async () => (await validUntilOf(driver.uid)) === Date.parse('2090-06-30T22:00:00Z'),
      'the end to move',
    );
    await changeSettings({ timezone: 'America/Montevideo' });
    await waitFor(
      async () => (await validUntilOf(driver.uid)) === Date.parse('2090-07-01T03:00:00Z'),
      'the end to move back',
    );
  });

  test('takes the driver off duty until a new document is uploaded; omitting the date does not help', async () => {
    const driver = await newDriver();
    await hand(driver.token, 'licenseImage', inDays(1));
    expect((await duty(driver.token)).status).toBe(200);
    clock.advance(3 * MS_PER_DAY);
    expect(codeOf(await duty(driver.token))).toEqual([403, 'documents_expired']);
    const [item] = (await call('GET', '/me/documents', { token: driver.token })).json.items;
    expect(item.expired).toBe(true);
    expect((await hand(driver.token)).json.items[0]).toMatchObject({ expired: true });
    expect(codeOf(await duty(driver.token))).toEqual([403, 'documents_expired']);
    expect(codeOf(await hand(driver.token, 'licenseImage', inDays(-2)))).toEqual([400, 'invalid_input']);
    expect((await hand(driver.token, 'licenseImage', inDays(40))).json.items[0]).toMatchObject({
      expired: false,
    });
    expect((await duty(driver.token)).status).toBe(200);
  });
});

describe('document reminders', () => {
  const remindedDays = async (uid: string): Promise<number[]> =>
    (
      await query.query(
        `select data from outbox_events where name = 'document.expiring' and data ->> 'uid' = $1 order by id`,
        [uid],
      )
    ).rows.map(({ data }) => data.days_left);
  /** Sets the clock to eleven in the morning in Montevideo, `days` days later. */
  function morning(days: number): void {
    const next = Math.floor(clock.now() / MS_PER_DAY) * MS_PER_DAY + days * MS_PER_DAY + 14 * MS_PER_HOUR;
    clock.advance(next - clock.now());
  }

  test('are sent 30, 7 and 1 days before and on the day, each once, also after a missed or repeated run', async () => {
    morning(1);
    const driver = await newDriver();
    const late = await newDriver();
    await hand(driver.token, 'licenseImage', inDays(31));
    await hand(late.token, 'licenseImage', inDays(5));
    await runJob(REMIND_JOB);
    expect([await remindedDays(driver.uid), await remindedDays(late.uid)]).toEqual([[], [5]]);
    morning(1);
    await Promise.all([runJob(REMIND_JOB), runJob(REMIND_JOB)]);
    expect(await remindedDays(driver.uid)).toEqual([30]);
    // The job does not run on the day with seven days left.
    morning(24);
    await runJob(REMIND_JOB);
    await runJob(REMIND_JOB);
    expect(await remindedDays(driver.uid)).toEqual([30, 6]);
    morning(5);
    await runJob(REMIND_JOB);
    morning(1);
    await runJob(REMIND_JOB);
    morning(1);
    await runJob(REMIND_JOB);
    expect(await remindedDays(driver.uid)).toEqual([30, 6, 1, 0]);
    // A new document starts its own reminders. The driver signs in again, because the first session has been idle for a
    // month.
    await hand((await signIn(driver.mobile)).token, 'licenseImage', inDays(6));
    await runJob(REMIND_JOB);
    expect(await remindedDays(driver.uid)).toEqual([30, 6, 1, 0, 6]);
  });

  test('are not sent at night, nor to a driver who may not drive', async () => {
    const driver = await newDriver();
    const refused = await newDriver();
    for (const one of [driver, refused]) await hand(one.token, 'licenseImage', inDays(3));
    await query.query(`update users set approved = false, review = 'disabled' where uid = $1`, [refused.uid]);
    morning(1);
    clock.advance(-6 * MS_PER_HOUR);
    await runJob(REMIND_JOB);
    expect(await remindedDays(driver.uid)).toEqual([]);
    clock.advance(4 * MS_PER_HOUR);
    await runJob(REMIND_JOB);
    expect([(await remindedDays(driver.uid)).length, await remindedDays(refused.uid)]).toEqual([1, []]);
  });
});

test('deleting a driver deletes their document rows and files, and the car’s details', async () => {
  const driver = await newDriver(boss.uid);
  await hand(driver.token, 'licenseImage', inDays(50));
  await hand(driver.token, 'img1');
  const keys = [(await rowOf(driver.uid)).storage_key, (await rowOf(driver.uid, 'img1')).storage_key];
  const { live, driverPartOf } = environment.app.modules.fleet.api;
  const { exportDocuments } = environment.app.modules.documents.api;
  live.put({ driver: driver.uid, lat: -34.9, lng: -56.1, heading: null, at: clock.now() });
  expect(await driverPartOf(driver.uid)).toMatchObject({ vehicleNumber: expect.any(String) });
  expect(await exportDocuments(driver.uid)).toMatchObject([
    { kind: 'img1' },
    { kind: 'licenseImage', expiresOn: inDays(50) },
  ]);
  expect(await driverPartOf(rider.uid)).toBeNull();
  expect(await exportDocuments(rider.uid)).toEqual([]);
  const gone = await call('DELETE', '/me', { token: driver.token, body: { forfeit: true } });
  expect(gone.status).toBe(204);
  await waitFor(() => keys.every((key) => !existsSync(fileOf(key))), 'the files to go');
  await waitFor(() => live.get(driver.uid) === null, 'the car to be forgotten');
  expect(await rowOf(driver.uid)).toBeUndefined();
  const { rows } = await query.query('select * from drivers where uid = $1', [driver.uid]);
  expect(rows[0]).toMatchObject({
    vehicle_make: '',
    vehicle_number: '',
    other_info: '',
    driver_active_status: false,
    fleetadmin: null,
    documents_valid_until: null,
  });
  const { token } = await signIn(mobile('admin', 1));
  expect((await call('GET', `/users/${driver.uid}/documents`, { token })).status).toBe(404);
});
