// Tests of editing car types as an admin, over HTTP: names, prices, pictures, concurrent edits, and deleting a car type
// that is in use.
import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { routes } from '@kerb/contract';
import type { CarType } from '@kerb/domain/fleet';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { testDataFolder } from '../../kit/testing/test-database.ts';
import { waitFor } from '../../kit/testing/wait-for.ts';
import { createUsersEnvironment, type Someone } from '../users/testing/users-environment.ts';

// The estimate of a trip needs the city.
const environment = await createUsersEnvironment({}, { city: true });
const { pool, withTx } = environment;
const { fleet } = environment.app.modules;
const admin = await environment.someone('admin');

const plain = { rate_per_unit_distance: 38, rate_per_hour: 240, min_fare: 130 };
let made = 0;
const newName = (): string => {
  made += 1;
  return `Car ${made}`;
};
const add = (change: object = {}, who: Someone | null = admin) =>
  environment.call<CarType>(who, routes.addCarType, { body: { name: newName(), ...plain, ...change } });
const edit = (id: string, body: object, who: Someone | null = admin) =>
  environment.call<CarType>(who, routes.editCarType, { id, body });
const remove = (id: string, who: Someone | null = admin) =>
  environment.call(who, routes.deleteCarType, { id });
const list = async () => (await environment.call<{ items: CarType[] }>(null, routes.getCarTypes)).body.items;
const find = async (id: string) => (await list()).find((one) => one.id === id);

async function added(change: object = {}): Promise<CarType> {
  const { status, body } = await add(change);
  expect(status).toBe(201);
  return body;
}

async function upload(id: string, bytes: Buffer, who: Someone = admin) {
  const head =
    '--kerb\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n';
  const response = await environment.app.server.inject({
    method: 'PUT',
    url: `/api/v1/cartypes/${id}/image`,
    headers: {
      authorization: `Bearer ${who.token}`,
      'content-type': 'multipart/form-data; boundary=kerb',
    },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--kerb--\r\n')]),
  });
  return { status: response.statusCode, body: response.json() };
}
const picture = (image: string) => environment.app.server.inject({ method: 'GET', url: image });

async function hasFile(image: string): Promise<boolean> {
  const files = await readdir(testDataFolder(), { recursive: true });
  return files.some((file) => file.endsWith(`${image.split('/').at(-1)}.webp`));
}

/** Picture of 1000 by 500 pixels: the left half is red, the right half transparent. */
const redCar = await sharp({ create: { width: 500, height: 500, channels: 4, background: '#c81e1e' } })
  .extend({ right: 500, background: { r: 0, g: 0, b: 0, alpha: 0 } })
  .png()
  .toBuffer();

/** Resolves when a statement waits for a row lock of another transaction. */
const waitForBlockedQuery = () =>
  waitFor(async () => {
    const { rows } = await environment.asOwner.query(
      "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
    );
    return rows.length > 0;
  }, 'a blocked query');

test('an added car type is listed at once, with its slabs in order, and open pages are notified', async () => {
  await environment.events();
  const cancelSlab = [
    { minsDelayed: 8, amount: 90 },
    { minsDelayed: 3, amount: 50 },
  ];
  const name = `  <b>${newName()}</b> 🚕 `;
  const carType = await added({ name, rate_per_unit_distance: 38.1255, cancelSlab });
  expect(carType).toMatchObject({
    name: name.trim(),
    rate_per_unit_distance: 38.1255,
    version: 1,
    image: '',
    cancelSlab: [...cancelSlab].reverse(),
  });
  expect(await find(carType.id)).toEqual(carType);
  expect((await environment.events()).map(({ name, topics }) => [name, topics])).toEqual([
    ['catalog.changed', ['catalog']],
  ]);
});

test.each([
  [{ min_fare: -1 }, 'min_fare'],
  [{ min_fare: 1e300 }, 'min_fare'],
  [{ min_fare: '130' }, 'min_fare'],
  [{ min_fare: 130.005 }, 'min_fare'],
  [{ rate_per_hour: 0.00001 }, 'rate_per_hour'],
  [{ name: '' }, 'name'],
  [{ name: 'a\u0000b' }, 'name'],
  [{ image: '/api/v1/car-images/0193e000-0000-7000-8000-00000000c0de' }, 'image'],
  [{ options: [{ description: 'x', amount: 0.001 }] }, 'options.0.amount'],
])('%j is refused with its field, and nothing is added', async (change, path) => {
  const before = await list();
  const { status, code, body } = await add(change);
  expect([status, code]).toEqual([400, 'invalid_input']);
  expect(body).toMatchObject(
    path === 'name' && 'name' in change && change.name ? {} : { errors: [{ path }] },
  );
  expect(await list()).toEqual(before);
});

test('rejects NaN in the JSON, and a body of two megabytes', async () => {
  const send = (payload: string) =>
    environment.app.server.inject({
      method: 'POST',
      url: '/api/v1/cartypes',
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
      payload,
    });
  expect((await send('{"name":"N","rate_per_hour":NaN}')).json()).toMatchObject({ code: 'invalid_input' });
  expect((await send(JSON.stringify({ name: 'x'.repeat(2_000_000) }))).statusCode).toBe(413);
});

test('rejects a name that is taken in any letter case, also when two are added concurrently', async () => {
  const { id, name, version } = await added();
  expect((await add({ name: name.toUpperCase() })).code).toBe('name_taken');
  const same = newName();
  const both = await Promise.all([add({ name: same }), add({ name: same.toUpperCase() })]);
  expect(both.map(({ code }) => code ?? 'added').sort()).toEqual(['added', 'name_taken']);
  expect((await edit(id, { ...plain, name: same, version })).code).toBe('name_taken');
  // A car type may change the letter case of its own name.
  expect((await edit(id, { ...plain, name: name.toUpperCase(), version })).body.name).toBe(
    name.toUpperCase(),
  );
});

test('when two admins edit the same version, the first edit is saved and the second gets conflict', async () => {
  const { id, name, version } = await added();
  const answers = await Promise.all(
    [150, 160].map((min_fare) => edit(id, { ...plain, name, min_fare, version })),
  );
  expect(answers.map(({ code }) => code ?? 'edited').sort()).toEqual(['conflict', 'edited']);
  const winner = answers.find(({ status }) => status === 200)?.body;
  expect(winner?.version).toBe(version + 1);
  expect(await find(id)).toEqual(winner);
  expect((await edit(id, { ...plain, name, version: version + 1 })).status).toBe(200);
  // An edit must send the whole car type and the version that it is based on.
  expect((await edit(id, { ...plain, name })).code).toBe('invalid_input');
  expect((await edit(randomUUID(), { ...plain, name: newName(), version: 1 })).code).toBe('not_found');
});

test('only admins can edit, and no user can while critical edits are off', async () => {
  const carType = await added();
  const { id, name, version } = carType;
  const tryAll = async (who: Someone) => [
    (await add({}, who)).code,
    (await edit(id, { ...plain, name, version }, who)).code,
    (await remove(id, who)).code,
    (await upload(id, redCar, who)).body.code,
  ];
  for (const role of ['rider', 'driver', 'fleetadmin'] as const)
    expect(new Set(await tryAll(await environment.someone(role)))).toEqual(new Set(['forbidden']));
  await environment.set({ AllowCriticalEditsAdmin: false });
  expect(new Set(await tryAll(admin))).toEqual(new Set(['demo_mode']));
  await environment.set({ AllowCriticalEditsAdmin: true });
  expect(await find(id)).toEqual(carType);
});

describe('in other languages', () => {
  const choice = (description: string, es: string) => ({
    description,
    amount: 1,
    translations: { es: { description: es } },
  });
  const errorsOf = ({ code, body }: { code: string | undefined; body: CarType & { errors?: unknown } }) => [
    code,
    body.errors,
  ];

  test('its texts are stored without blank ones, listed for every user, and replaced by the next edit', async () => {
    const { id, name, version, translations } = await added({
      translations: { es: { name: ' Económico ', extra_info: '' }, pt: { name: '  ' } },
      options: [choice('Child seat', 'Sillita')],
    });
    expect(translations).toEqual({ es: { name: 'Económico' } });
    expect((await find(id))?.options).toEqual([choice('Child seat', 'Sillita')]);
    const ar = { ar: { name: 'اقتصادية', extra_info: 'رحلات يومية' } };
    const edited = await edit(id, { ...plain, name, translations: ar, version });
    expect(edited.body.translations).toEqual(ar);
    expect((await upload(id, redCar)).body.translations).toEqual(ar);
    expect(await find(id)).toMatchObject({ translations: ar, options: [] });
  });

  test.each([
    [{ translations: { de: { name: 'Sparsam' } } }, 'translations.de'],
    [{ translations: { 'pt-BR': { name: 'Econômico' } } }, 'translations.pt-BR'],
    [{ translations: { es: { name: 'x'.repeat(61) } } }, 'translations.es.name'],
    [{ translations: { es: { extra_info: 'x'.repeat(301) } } }, 'translations.es.extra_info'],
    [{ translations: { 'no locale': { name: 'x' } } }, 'translations.no locale'],
    [
      { options: [{ description: 'Seat', amount: 1, translations: { de: { description: 'Sitz' } } }] },
      'options.0.translations.de',
    ],
    [
      { parcelTypes: [choice('Box', 'Caja'), choice('Crate', 'caja')] },
      'parcelTypes.1.translations.es.description',
    ],
  ])('%j is refused with its field', async (change, path) => {
    const before = await list();
    const answer = await add(change);
    expect(errorsOf(answer)).toEqual(['invalid_input', [expect.objectContaining({ path })]]);
    expect(await list()).toEqual(before);
  });

  test('a name is unique within its language, also when two are added concurrently', async () => {
    const one = await added({ translations: { es: { name: 'Lujo' } } });
    const other = await added();
    const body = { ...plain, name: other.name, version: 1 };
    const taken = await edit(other.id, { ...body, translations: { es: { name: 'LUJO' } } });
    const path = 'translations.es.name';
    expect(errorsOf(taken)).toEqual(['name_taken', [expect.objectContaining({ path })]]);
    expect((await edit(other.id, { ...body, translations: { fr: { name: 'Lujo' } } })).status).toBe(200);
    const same = { ...plain, name: one.name, version: 1, translations: { es: { name: 'lujo' } } };
    expect((await edit(one.id, same)).status).toBe(200);
    const both = await Promise.all(
      ['Grande', 'grande'].map((name) => add({ translations: { es: { name } } })),
    );
    expect(both.map(({ code }) => code ?? 'added').sort()).toEqual(['added', 'name_taken']);
  });

  test('when two admins translate the same version one is rejected; other roles cannot translate', async () => {
    const { id, name, version } = await added();
    const translate = (es: string, who: Someone = admin) =>
      edit(id, { ...plain, name, version, translations: { es: { name: es } } }, who);
    for (const role of ['rider', 'driver', 'fleetadmin'] as const)
      expect((await translate('Suyo', await environment.someone(role))).code).toBe('forbidden');
    const answers = await Promise.all([translate('Uno'), translate('Dos')]);
    expect(answers.map(({ code }) => code ?? 'edited').sort()).toEqual(['conflict', 'edited']);
    const winner = answers.find(({ status }) => status === 200)?.body;
    expect((await find(id))?.translations).toEqual(winner?.translations);
  });

  test('the texts of a deleted language remain on the car type', async () => {
    const { id, name, version } = await added();
    await pool.query(`update car_types set translations = '{"de": {"name": "Sparsam"}}' where id = $1`, [id]);
    const translations = { de: { name: 'Sparsam' }, es: { name: 'Ahorro' } };
    expect((await edit(id, { ...plain, name, version, translations })).body.translations).toEqual(
      translations,
    );
    expect((await add({ translations: { de: { name: 'Anders' } } })).code).toBe('invalid_input');
  });
});

describe('a picture', () => {
  test('is stored as a small WebP with transparency, at a URL that cannot be guessed', async () => {
    const { id } = await added({ image: '/cars/van.svg' });
    const { status, body } = await upload(id, redCar);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id,
      version: 2,
      image: expect.stringMatching(/^\/api\/v1\/car-images\/[0-9a-f-]{36}$/),
    });
    const answer = await picture(body.image);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/webp']);
    expect(answer.headers['cache-control']).toContain('immutable');
    const { data, info } = await sharp(answer.rawPayload).raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height, info.channels]).toEqual([512, 256, 4]);
    expect([data[3], data[(512 - 1) * 4 + 3]]).toEqual([255, 0]);
  });

  test('replaces the previous picture, whose file is deleted and which is removed from bookings', async () => {
    const carType = await added();
    const { id, name } = carType;
    const first = (await upload(id, redCar)).body.image;
    const rider = await environment.someone('rider');
    const driver = await environment.someone('driver');
    const booking = await environment.addBooking({
      customer: rider.uid,
      driver: driver.uid,
      status: 'COMPLETE',
    });
    await pool.query('update bookings set car_type = $1, car_image = $2 where id = $3', [id, first, booking]);
    const second = (await upload(id, redCar)).body;
    expect(second.image).not.toBe(first);
    expect((await picture(first)).statusCode).toBe(404);
    expect((await picture(second.image)).statusCode).toBe(200);
    const shown = async () =>
      (await pool.query('select car_image from bookings where id = $1', [booking])).rows[0]?.car_image;
    await waitFor(async () => (await shown()) === second.image, 'the picture of the booking');
    await waitFor(async () => !(await hasFile(first)), 'the removal of its file');
    expect(await hasFile(second.image)).toBe(true);

    // A built-in picture can replace it; the address of an uploaded picture cannot be assigned.
    const other = await added();
    expect((await edit(other.id, { ...plain, name: other.name, image: second.image, version: 1 })).code).toBe(
      'invalid_input',
    );
    const { version } = second;
    expect((await edit(id, { ...plain, name, image: second.image, version })).status).toBe(200);
    expect((await picture(second.image)).statusCode).toBe(200);
    const back = await edit(id, { ...plain, name, image: '/cars/van.svg', version: version + 1 });
    expect(back.body.image).toBe('/cars/van.svg');
    expect((await picture(second.image)).statusCode).toBe(404);
    await waitFor(async () => (await shown()) === '/cars/van.svg', 'the picture of the booking');
  });

  test('is rejected if it is not an image, and the previous one remains', async () => {
    const { id, image } = await added({ image: '/cars/van.svg' });
    expect((await upload(id, Buffer.from('<svg onload="alert(1)"/>'))).body.code).toBe('image_unreadable');
    expect((await upload(randomUUID(), redCar)).body.code).toBe('not_found');
    expect((await find(id))?.image).toBe(image);
    expect((await picture(`/api/v1/car-images/${randomUUID()}`)).statusCode).toBe(404);
  });
});

describe('deleting', () => {
  test('deletes the car type and its picture; a repeated request returns not_found', async () => {
    const { id } = await added();
    const { image } = (await upload(id, redCar)).body;
    expect((await remove(id)).status).toBe(204);
    expect(await find(id)).toBeUndefined();
    expect((await picture(image)).statusCode).toBe(404);
    expect((await remove(id)).code).toBe('not_found');
  });

  test('is rejected while a driver uses the car type, and accepted for former drivers', async () => {
    const { id } = await added();
    const driver = await environment.someone('driver');
    await withTx((tx) => fleet.api.saveDriver(tx, driver.uid, { carType: id }));
    expect((await remove(id)).code).toBe('in_use');
    await pool.query("update users set usertype = 'rider' where uid = $1", [driver.uid]);
    expect((await remove(id)).status).toBe(204);
  });

  test.each(['PAYMENT_PENDING', 'NEW', 'ACCEPTED', 'STARTED', 'PENDING'] as const)(
    'is refused while a booking that is %s waits for it, and not for what is over',
    async (status) => {
      const { id } = await added();
      const rider = await environment.someone('rider');
      const driver = await environment.someone('driver');
      const who = {
        customer: rider.uid,
        ...(status === 'NEW' || status === 'PAYMENT_PENDING' ? {} : { driver: driver.uid }),
      };
      for (const over of ['COMPLETE', 'CANCELLED'] as const) {
        const booking = await environment.addBooking({
          customer: rider.uid,
          driver: driver.uid,
          status: over,
        });
        await pool.query('update bookings set car_type = $1 where id = $2', [id, booking]);
      }
      const open = await environment.addBooking({ ...who, status });
      await pool.query('update bookings set car_type = $1 where id = $2', [id, open]);
      expect((await remove(id)).code).toBe('in_use');
      await pool.query('delete from bookings where id = $1', [open]);
      expect((await remove(id)).status).toBe(204);
    },
  );

  test('waits for a transaction that assigns the car type, and is then rejected', async () => {
    const { id } = await added();
    const driver = await environment.someone('driver');
    let removal: ReturnType<typeof remove> | undefined;
    await withTx(async (tx) => {
      await fleet.api.saveDriver(tx, driver.uid, { carType: id });
      removal = remove(id);
      await waitForBlockedQuery();
    });
    expect((await removal)?.code).toBe('in_use');
  });

  test('makes a concurrent assignment or booking of the car type fail', async () => {
    const { id } = await added();
    const driver = await environment.someone('driver');
    let change: Promise<unknown> | undefined;
    await withTx(async (tx) => {
      await tx
        .withTables<{ car_types: { id: string } }>()
        .deleteFrom('car_types')
        .where('id', '=', id)
        .execute();
      change = withTx((other) => fleet.api.saveDriver(other, driver.uid, { carType: id })).catch(
        (error: unknown) => error,
      );
      await waitForBlockedQuery();
    });
    expect(await change).toMatchObject({ code: 'invalid_input', errors: [{ path: 'carType' }] });
    await withTx(async (tx) => expect(await fleet.api.lockCarType(tx, id)).toBe(false));
  });
});

describe('between the estimate and the booking', () => {
  const pickup = { lat: -34.9061, lng: -56.1996, add: 'Plaza Independencia' };
  const drop = { lat: -34.9146, lng: -56.1664, add: 'Parque Rodó' };
  const tripdate = Date.now() + 7_200_000;
  const estimate = async (rider: Someone, carType: string) =>
    (
      await environment.call<{ id: string; trip_cost: number }>(rider, routes.createEstimate, {
        body: { pickup, drop, waypoints: [], carType, tripdate },
      })
    ).body;
  const book = (rider: Someone, carType: string, quote: string) =>
    environment.call<{ booking_id: string; errors?: unknown }>(rider, routes.createBooking, {
      body: {
        pickup,
        drop,
        waypoints: [],
        carType,
        estimate: quote,
        bookLater: true,
        tripdate,
        paymentPacket: { payment_mode: 'cash' },
      },
    });
  const someRider = () =>
    environment.someone('rider', { lastName: 'Paz', email: `${randomUUID()}@mail.example` });

  test('an edit changes the price of new estimates but not of existing quotes', async () => {
    const rider = await someRider();
    const { id, name, version } = await added();
    const quote = await estimate(rider, id);
    await edit(id, { ...plain, name, base_fare: 1000, version });
    const { body } = await book(rider, id, quote.id);
    const { rows } = await pool.query('select trip_cost from bookings where id = $1', [body.booking_id]);
    expect(rows).toEqual([{ trip_cost: Math.round(quote.trip_cost * 100) }]);
    expect((await estimate(rider, id)).trip_cost).toBeGreaterThan(quote.trip_cost + 850);
  });

  test('a deleted car type cannot be booked, also when it is deleted concurrently', async () => {
    const rider = await someRider();
    const early = await added();
    const late = await added();
    const quotes = [await estimate(rider, early.id), await estimate(rider, late.id)];
    await remove(early.id);
    expect((await book(rider, early.id, quotes[0]?.id ?? '')).code).toBe('select_proper');
    let booking: ReturnType<typeof book> | undefined;
    await withTx(async (tx) => {
      await tx
        .withTables<{ car_types: { id: string } }>()
        .deleteFrom('car_types')
        .where('id', '=', late.id)
        .execute();
      booking = book(rider, late.id, quotes[1]?.id ?? '');
      await waitForBlockedQuery();
    });
    expect((await booking)?.code).toBe('select_proper');
    const { rows } = await pool.query('select 1 from bookings where car_type = any($1::uuid[])', [
      [early.id, late.id],
    ]);
    expect(rows).toEqual([]);
  });
});
