// Tests of the user's own account through the API: photo, data export, and deletion of all personal data.
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { demoMobile } from '@kerb/domain/identity';
import { toMinor } from '@kerb/domain/kernel';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { createTestApp } from '../../../kit/testing/test-app.ts';
import { testDataFolder } from '../../../kit/testing/test-database.ts';
import { waitFor } from '../../../kit/testing/wait-for.ts';

const app = await createTestApp({ seed: true });
afterAll(() => app.close());
const { pool, withTx } = app.database;

interface Call {
  body?: object;
  token?: string;
  file?: { field: string; bytes: Buffer };
}

function multipart(file: NonNullable<Call['file']>) {
  const head = `--kerb\r\ncontent-disposition: form-data; name="${file.field}"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`;
  return {
    headers: { 'content-type': 'multipart/form-data; boundary=kerb' },
    payload: Buffer.concat([Buffer.from(head), file.bytes, Buffer.from('\r\n--kerb--\r\n')]),
  };
}

async function call(method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE', path: string, given: Call = {}) {
  const form = given.file && multipart(given.file);
  const response = await app.server.inject({
    method,
    url: `/api/v1${path}`,
    headers: { ...(given.token ? { authorization: `Bearer ${given.token}` } : {}), ...form?.headers },
    ...(form ? { payload: form.payload } : given.body ? { payload: given.body } : {}),
  });
  const isJson = String(response.headers['content-type']).includes('json') && response.body !== '';
  return { status: response.statusCode, json: isJson ? response.json() : null, response };
}

async function signIn(mobile: string): Promise<{ token: string; uid: string }> {
  const { json: sent } = await call('POST', '/auth/otp', { body: { mobile } });
  const inbox = await call('GET', `/dev/inbox?mobile=${encodeURIComponent(mobile)}&limit=20`);
  const { verificationId } = sent;
  const { json } = await call('POST', '/auth/session', {
    body: {
      verificationId,
      otp: inbox.json.items.find((message: { otp: string | null }) => message.otp !== null)?.otp,
    },
  });
  return { token: json.token, uid: json.user.id };
}

/** Only the mobiles of the simulator may request a second code immediately. */
const admin = await signIn(demoMobile('admin', 1));
let simulated = 0;
/** A rider that only this test uses. */
const newRider = () => {
  simulated += 1;
  return demoMobile('simRider', simulated);
};

const picture = (background: string, edge = 900) =>
  sharp({ create: { width: edge, height: edge / 2, channels: 3, background } })
    .png()
    .toBuffer();

/**
 * Inserts a booking of these users with all columns that the table requires; `name` marks the columns with personal
 * data.
 */
async function addBooking(
  people: { customer: string; driver?: string; name?: string; driverName?: string },
  status: string,
) {
  const id = randomUUID();
  const { customer, driver = null, name = 'Some Rider' } = people;
  const driverName = people.driverName ?? name;
  const done = status === 'COMPLETE';
  await pool.query(
    `insert into bookings (id, reference, status, appcat, quote, booking_type_admin, book_later, tripdate,
       booking_date, dispatch_at, car_type, car_type_name, car_image, customer, customer_name, customer_contact,
       customer_email, customer_image, customer_rating, pickup, drop_point, waypoints, polyline, pricing, estimate,
       estimate_distance_km, estimate_time_secs, trip_cost, convenience_fees, driver_share, breakdown,
       payment_mode, payable_amount, customer_paid, driver, driver_name, driver_contact, driver_image,
       vehicle_number, driver_accept_time, delivery_person, pick_up_instructions, rating_comment)
     values ($1, $2, $3, 'taxi', $4, false, true, 1, 1, 1, $5, 'Economy', '', $6, $7 || ' rides', '+1' || $7,
       $7 || '@example.com', '/api/v1/photos/' || $7, '', '{"lat":1,"lng":2,"add":"Plaza"}',
       '{"lat":1,"lng":2,"add":"Rambla"}', '[]', '', '{"decimals":2}', 1000, 1, 1, 1000, 100, 900, '{}', 'cash', 1000, $8,
       $9, $10, $11, $12, $13, $14, $7 || ' takes it', 'Ask for ' || $7, 'Thank you, ' || $7)`,
    [
      id,
      referenceOf(id),
      status,
      randomUUID(),
      randomUUID(),
      customer,
      name,
      done ? 1000 : 0,
      ...(driver === null
        ? [null, null, null, null, null, null]
        : [
            driver,
            `${driverName} drives`,
            `+2${driverName}`,
            `/api/v1/photos/${driverName}`,
            `PLATE ${driverName}`,
            1,
          ]),
    ],
  );
  return id;
}

const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const referenceOf = (id: string): string =>
  [...Buffer.from(id.replaceAll('-', '').slice(-12), 'hex')]
    .map((byte) => LETTERS[byte % LETTERS.length])
    .join('');

/** Every column of the database (table.column) with a text or JSON value that contains one of the marks. */
async function placesOf(marks: readonly string[]): Promise<string[]> {
  const { rows: columns } = await pool.query<{ place: string; find: string }>(`
    select format('%I.%I.%I', table_schema, table_name, column_name) as place,
           format('select 1 from %I.%I where %I::text ilike any($1) limit 1', table_schema, table_name, column_name) as find
    from information_schema.columns join information_schema.tables using (table_catalog, table_schema, table_name)
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
      and (data_type in ('text', 'character varying', 'json', 'jsonb', 'ARRAY', 'character') or udt_name = 'citext')`);
  expect(columns.length).toBeGreaterThan(60);
  const found: string[] = [];
  for (const { place, find } of columns) {
    const { rowCount } = await pool.query(find, [marks.map((mark) => `%${mark}%`)]);
    if (rowCount) found.push(place);
  }
  return found;
}

const balanceOf = (uid: string) => app.modules.wallet.api.balanceOf(uid);
const credit = (uid: string, amount: number, kind: 'rider' | 'driver' = 'rider') =>
  withTx((tx) =>
    app.modules.wallet.api.creditByAdmin(tx, randomUUID(), {
      account: { kind, owner: uid },
      amount: toMinor(amount, 2),
    }),
  );

describe('the photo', () => {
  test('is stored small as WebP at a public address that cannot be guessed', async () => {
    const { token } = await signIn(newRider());
    const set = await call('PUT', '/me/photo', {
      token,
      file: { field: 'photo', bytes: await picture('red') },
    });
    expect(set.status).toBe(200);
    expect(set.json.profile_image).toMatch(/^\/api\/v1\/photos\/[0-9a-f]{8}-[0-9a-f]{4}-4/);
    const { response } = await call('GET', set.json.profile_image.replace('/api/v1', ''));
    expect(response.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    expect(await sharp(response.rawPayload).metadata()).toMatchObject({
      format: 'webp',
      width: 512,
      height: 256,
    });
  });

  test('a new photo gets a new URL; replaced and removed photos are deleted with their files', async () => {
    const { token, uid } = await signIn(newRider());
    const put = async (colour: string) =>
      (await call('PUT', '/me/photo', { token, file: { field: 'photo', bytes: await picture(colour) } })).json
        .profile_image as string;
    const first = await put('red');
    const second = await put('blue');
    const fileOf = (address: string) =>
      join(testDataFolder(), 'files', 'users', uid, 'profileImage', `${address.split('/').at(-1)}.webp`);
    expect(existsSync(fileOf(second))).toBe(true);
    expect(second).not.toBe(first);
    const status = async (address: string) => (await call('GET', address.replace('/api/v1', ''))).status;
    expect([await status(first), await status(second)]).toEqual([404, 200]);
    const removed = await call('DELETE', '/me/photo', { token });
    expect(removed.json.profile_image).toBeNull();
    expect(await status(second)).toBe(404);
    expect((await call('DELETE', '/me/photo', { token })).status).toBe(200);
    for (const address of [first, second])
      await waitFor(() => !existsSync(fileOf(address)), `the file of ${address} to be removed`);
  });

  test('an unreadable, oversized or missing file is rejected, and the current photo remains', async () => {
    const { token } = await signIn(newRider());
    const put = (bytes: Buffer, field = 'photo') =>
      call('PUT', '/me/photo', { token, file: { field, bytes } });
    const { json: me } = await put(await picture('green'));
    expect((await put(Buffer.from('<svg onload="alert(1)"/>'))).json.code).toBe('image_unreadable');
    expect((await put(Buffer.alloc(13 * 1024 * 1024))).json.code).toBe('payload_too_large');
    expect((await put(await picture('red'), 'other')).json.code).toBe('invalid_input');
    expect((await call('PUT', '/me/photo', { token, body: {} })).status).toBe(415);
    expect((await call('PUT', '/me/photo')).status).toBe(401);
    expect((await call('GET', `/photos/${randomUUID()}`)).json.code).toBe('not_found');
    expect((await call('GET', '/photos/none')).status).toBe(400);
    expect((await call('GET', '/me', { token })).json.profile_image).toBe(me.profile_image);
  });

  test('bookings show the current photo', async () => {
    const { token, uid } = await signIn(newRider());
    const booking = await addBooking({ customer: uid }, 'NEW');
    const { json } = await call('PUT', '/me/photo', {
      token,
      file: { field: 'photo', bytes: await picture('red') },
    });
    await waitFor(async () => {
      const { rows } = await pool.query('select customer_image from bookings where id = $1', [booking]);
      return rows[0].customer_image === json.profile_image;
    }, 'the booking to show the photo');
    await pool.query('delete from bookings where id = $1', [booking]);
  });
});

describe('the data export', () => {
  test('is one JSON document with no data of other people except their names', async () => {
    const mobile = newRider();
    const { token, uid } = await signIn(mobile);
    const driver = (await signIn(demoMobile('simDriver', 1))).uid;
    await addBooking({ customer: uid, driver, name: 'Marta' }, 'COMPLETE');
    await credit(uid, 12.5);
    await withTx((tx) =>
      app.modules.identity.api.rememberAddress(tx, uid, { lat: 1, lng: 2, add: 'Rambla 1' }, false),
    );
    const { status, json, response } = await call('GET', '/me/export', { token });
    expect(status).toBe(200);
    expect(response.headers['content-disposition']).toMatch(
      /^attachment; filename="kerb-data-\d{4}-\d\d-\d\d\.json"$/,
    );
    expect(json).toMatchObject({
      profile: { id: uid, mobile },
      // The current session, and the one of the phone that the demonstration created.
      sessions: [{ current: true }, { current: false, device: 'Android Browser on Android' }],
      devices: [{ userPlatform: 'ANDROID' }],
      savedAddresses: [{ description: 'Rambla 1' }],
      bookings: [{ as: 'customer', driver_name: 'Marta drives', trip_cost: 10, customer_paid: 10 }],
      wallet: [{ amount: 12.5, balance: 12.5, txRef: 'AdminCredit' }],
      notices: [],
      changesByAdmins: [],
      ratingsGiven: [],
      ratingsReceived: [],
    });
    expect(response.body).not.toContain('+2Marta');
    expect(response.body).not.toMatch(/token|hash/i);
    expect((await call('GET', '/me/export')).status).toBe(401);
  });
});

describe('deleting my account', () => {
  test('leaves no personal data of the user in any column of the database', async () => {
    const mobile = newRider();
    const first = await signIn(mobile);
    const mark = 'Xqzanita';
    await call('PATCH', '/me', {
      token: first.token,
      body: {
        firstName: mark,
        lastName: 'Pqzaz',
        email: `${mark}@kerb.example`,
        bankName: `${mark} bank`,
        bankAccount: 'Xqz-1',
        lang: { langLocale: 'es', dateLocale: 'es-UY' },
      },
    });
    await call('PUT', '/me/photo', {
      token: first.token,
      file: { field: 'photo', bytes: await picture('red') },
    });
    const photo = (await call('GET', '/me', { token: first.token })).json.profile_image as string;
    const { uid } = first;
    const invited = await signIn(newRider());
    await pool.query('update users set referral_id = $1, push_token = $2 where uid = $3', [
      'xqzanita1234',
      `push of ${mark}`,
      uid,
    ]);
    await pool.query('update users set signup_via_referral = $1 where uid = $2', [
      'Xqzanita1234',
      invited.uid,
    ]);
    const booking = await addBooking(
      { customer: uid, name: mark, driver: randomUUID(), driverName: 'Other' },
      'COMPLETE',
    );
    await withTx((tx) =>
      app.modules.identity.api.recordAudit(tx, {
        uid,
        by: admin.uid,
        action: 'edit',
        before: { firstName: mark },
        after: { firstName: 'x' },
      }),
    );
    await pool.query(
      `insert into notices (id, source, uid, kind, title, body, screen, params, at)
       values (gen_random_uuid(), 'event:1', $1, 'accepted', $3, $3, 'BookedCab', jsonb_build_object('bookingId', $4::text), 1),
              (gen_random_uuid(), 'event:1', $2, 'accepted', $3, 'Pick up ' || $3, 'BookedCab', jsonb_build_object('bookingId', $4::text), 1)`,
      [uid, invited.uid, mark, booking],
    );
    await pool.query(
      `insert into social_identities (provider, subject, uid, connected_at) values ('google', $1, $2, 1)`,
      [`subject of ${mark}`, uid],
    );
    await withTx((tx) =>
      app.modules.identity.api.rememberAddress(tx, uid, { lat: 1, lng: 2, add: `Home of ${mark}` }, false),
    );
    await pool.query(
      `insert into notice_deliveries (notice, channel, next_at, until, only_token)
       select id, 'push', 1, 1, 'token-of-' || $2 from notices where uid = $1`,
      [uid, mark],
    );
    await pool.query(
      `insert into safety_alerts (id, booking, kind, raised_by, at, last_at, over_at, resolved_at, resolved_by, note)
       values ($1, $2, 'panic', 'rider', 1, 1, 1, 2, $1, 'Called ' || $3 || ' back')`,
      [randomUUID(), booking, mark],
    );
    await pool.query(
      `insert into share_links (id, booking, shared_by, token_hash, made_at) values ($1, $2, $3, $4, 1)`,
      [randomUUID(), booking, uid, Buffer.alloc(32)],
    );
    await credit(uid, 3);
    const marks = [mark, 'Pqzaz', mobile, 'Xqz-1', photo];
    expect((await placesOf(marks)).length).toBeGreaterThan(20);

    const refused = await call('DELETE', '/me', { token: first.token, body: {} });
    expect([refused.status, refused.json.code]).toEqual([409, 'balance_open']);
    expect((await call('DELETE', '/me', { token: first.token, body: { forfeit: true } })).status).toBe(204);

    expect((await call('GET', photo.replace('/api/v1', ''))).status).toBe(404);
    const file = join(
      testDataFolder(),
      'files',
      'users',
      uid,
      'profileImage',
      `${photo.split('/').at(-1)}.webp`,
    );
    await waitFor(() => !existsSync(file), 'the file of the photo to be removed');
    expect(await placesOf(marks)).toEqual([]);
    const shareLinks = 'select 1 from share_links where booking = $1';
    expect((await pool.query(shareLinks, [booking])).rowCount).toBe(0);
    expect((await call('GET', '/me', { token: first.token })).status).toBe(401);
    const { rows: listed } = await pool.query('select 1 from people_directory where uid = $1', [uid]);
    expect(listed).toEqual([]);
    // The trip and the ledger entries stay, and the ledger is balanced.
    const { rows } = await pool.query(
      'select customer, customer_name, trip_cost from bookings where id = $1',
      [booking],
    );
    expect(rows).toEqual([{ customer: uid, customer_name: '', trip_cost: 1000 }]);
    expect(await balanceOf(uid)).toBe(300);
    const { rows: linked } = await pool.query(
      `select 1 from users invited join users by on by.referral_id = invited.signup_via_referral
       where invited.uid = $1 and by.uid = $2`,
      [invited.uid, uid],
    );
    expect(linked).toHaveLength(1);

    const again = await signIn(mobile);
    expect(again.uid).not.toBe(uid);
    expect((await call('GET', '/me', { token: again.token })).json).toMatchObject({
      firstName: '',
      email: '',
      walletBalance: 0,
    });
  });

  test('removes the personal data of a driver, who can no longer drive', async () => {
    const mobile = demoMobile('simDriver', 2);
    const { token, uid } = await signIn(mobile);
    await call('PATCH', '/me', {
      token,
      body: { firstName: 'Yqzdriver', vehicleNumber: 'YQZ 1234', other_info: 'Ask for Yqzdriver' },
    });
    await addBooking(
      { customer: (await signIn(newRider())).uid, driver: uid, driverName: 'Yqzdriver' },
      'COMPLETE',
    );
    const [{ email } = { email: '' }] = (await pool.query('select email from users where uid = $1', [uid]))
      .rows;
    const marks = ['Yqzdriver', 'YQZ 1234', mobile, email];
    expect((await placesOf(marks)).length).toBeGreaterThan(4);
    expect((await call('DELETE', '/me', { token, body: {} })).status).toBe(204);
    expect(await placesOf(marks)).toEqual([]);
    expect(await app.modules.fleet.api.driverOf(uid)).toBeNull();
  });

  test('is rejected during a booking as rider or driver, and with a negative balance', async () => {
    const { token, uid } = await signIn(newRider());
    const remove = () => call('DELETE', '/me', { token, body: { forfeit: true } });
    for (const status of ['PAYMENT_PENDING', 'NEW', 'ACCEPTED', 'STARTED', 'PENDING']) {
      const driver = ['PAYMENT_PENDING', 'NEW'].includes(status) ? {} : { driver: randomUUID() };
      const booking = await addBooking({ customer: uid, ...driver }, status);
      expect((await remove()).json.code).toBe('user_busy');
      await pool.query('delete from bookings where id = $1', [booking]);
    }
    const reviewed = await addBooking({ customer: uid, driver: randomUUID() }, 'COMPLETE');
    await pool.query(`update bookings set fare_review = 'open' where id = $1`, [reviewed]);
    expect((await remove()).json.code).toBe('user_busy');
    await pool.query('delete from bookings where id = $1', [reviewed]);
    const driving = await signIn(demoMobile('simDriver', 3));
    const trip = await addBooking({ customer: uid, driver: driving.uid }, 'STARTED');
    expect((await call('DELETE', '/me', { token: driving.token, body: {} })).json.code).toBe('user_busy');
    await pool.query('delete from bookings where id = $1', [trip]);
    await withTx((tx) =>
      app.modules.wallet.api.chargeCancellation(tx, randomUUID(), {
        rider: uid,
        driver: driving.uid,
        fee: toMinor(1, 2),
      }),
    );
    expect((await remove()).json.code).toBe('balance_open');
    expect((await call('GET', '/me', { token })).status).toBe(200);
    // An admin may delete the account.
    await withTx((tx) => app.modules.account.api.deleteUser(tx, uid, { by: 'admin', forfeit: false }));
    expect((await call('GET', '/me', { token })).status).toBe(401);
  });

  test('is applied once when requested many times concurrently', async () => {
    const { token, uid } = await signIn(newRider());
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => call('DELETE', '/me', { token, body: {} })),
    );
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    for (const { status } of answers) expect([204, 401, 404]).toContain(status);
    const { rows } = await pool.query(
      "select 1 from outbox_events where name = 'user.deleted' and data ->> 'uid' = $1",
      [uid],
    );
    expect(rows).toHaveLength(1);
    await expect(
      withTx((tx) => app.modules.account.api.deleteUser(tx, uid, { by: 'admin', forfeit: true })),
    ).rejects.toMatchObject({ code: 'not_found' });
  });

  test('waits for a concurrent booking transaction, after which the user can no longer book', async () => {
    const { uid } = await signIn(newRider());
    await withTx(async (tx) => {
      expect(await app.modules.identity.api.lockExisting(tx, uid)).toBe(true);
      const deleting = withTx((other) =>
        app.modules.account.api.deleteUser(other, uid, { by: 'self', forfeit: true }),
      );
      deleting.catch(() => undefined);
      await waitFor(async () => {
        const { rowCount } = await app.database.asOwner.query(
          "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        );
        return rowCount !== 0;
      }, 'the deletion to wait for the booking');
    });
    await waitFor(async () => (await app.modules.identity.api.userOf(uid)) === null);
    await withTx(async (tx) => expect(await app.modules.identity.api.lockExisting(tx, uid)).toBe(false));
  });

  test('is rejected for the last admin, also when two admins delete their accounts concurrently', async () => {
    const one = admin;
    const other = await signIn(newRider());
    await pool.query("update users set usertype = 'admin' where uid = $1", [other.uid]);
    const answers = await Promise.all(
      [one, other].map(({ token }) => call('DELETE', '/me', { token, body: { forfeit: true } })),
    );
    expect(answers.map(({ json, status }) => json?.code ?? status).sort()).toEqual([204, 'last_admin']);
    const { rows } = await pool.query("select 1 from users where usertype = 'admin' and approved");
    expect(rows).toHaveLength(1);
  });
});
