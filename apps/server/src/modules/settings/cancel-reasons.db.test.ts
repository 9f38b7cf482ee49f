// Tests of the cancel reasons over HTTP: adding, rewording, removing, publishing to all clients, and unique labels.
import { type RouteDefinition, routes } from '@kerb/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { createUsersEnvironment, type Someone } from '../users/testing/users-environment.ts';

interface Reason {
  value: number;
  label: string;
  translations?: Record<string, { label?: string }>;
}

const environment = await createUsersEnvironment();
const admin = await environment.someone('admin');
const rider = await environment.someone('rider');

beforeEach(async () => {
  await environment.pool.query('delete from cancel_reasons');
  await environment.pool.query(
    "insert into cancel_reasons (value, label) values (0, 'The car is too far away'), (1, 'Plans have changed')",
  );
});

const list = async (): Promise<Reason[]> =>
  (await environment.call<{ items: Reason[] }>(rider, routes.getCancelReasons)).body.items;
const at = (route: RouteDefinition, value: number | string): RouteDefinition => ({
  ...route,
  path: `/cancel_reason/${value}`,
});
const add = (label: unknown, who: Someone | null = admin) =>
  environment.call<Reason>(who, routes.addCancelReason, { body: { label } });
const change = (value: number | string, label: unknown, who: Someone | null = admin) =>
  environment.call<Reason>(who, at(routes.editCancelReason, value), { body: { label } });
const remove = (value: number | string, who: Someone | null = admin) =>
  environment.call(who, at(routes.deleteCancelReason, value));
const changeSeen = (value: number, label: string, seen: Omit<Reason, 'value'>) =>
  environment.call<Reason>(admin, at(routes.editCancelReason, value), { body: { label, seen } });
const changesPublished = async (): Promise<number> =>
  (await environment.pool.query("select 1 from outbox_events where data ->> 'what' = 'cancel_reason'"))
    .rowCount ?? 0;

test('a new reason gets the next value and is last, and the change is published to all clients', async () => {
  const before = await changesPublished();
  const { status, body } = await add('  The driver asked me to  ');
  expect([status, body]).toEqual([201, { value: 2, label: 'The driver asked me to' }]);
  expect((await list()).at(-1)).toEqual(body);
  expect(await changesPublished()).toBe(before + 1);
});

test('the first reason has the value 0', async () => {
  await environment.pool.query('delete from cancel_reasons');
  expect((await add('The only one')).body.value).toBe(0);
});

test('a reason is changed once by two admins who have seen the same texts', async () => {
  const seen = { label: 'Plans have changed' };
  const both = await Promise.all([
    changeSeen(1, 'My plans are different', seen),
    changeSeen(1, 'I changed my mind', seen),
  ]);
  expect(both.map(({ status, code }) => (status === 200 ? 'changed' : code)).sort()).toEqual([
    'changed',
    'conflict',
  ]);
  const stored = both.find(({ status }) => status === 200)?.body ?? { label: '' };
  const es = { es: { label: 'Cambié de planes' } };
  const translated = await environment.call<Reason>(admin, at(routes.editCancelReason, 1), {
    body: { label: stored.label, translations: es, seen: { label: stored.label } },
  });
  expect(translated.status).toBe(200);
  expect((await changeSeen(1, 'Another text', { label: stored.label })).code).toBe('conflict');
  expect((await changeSeen(1, 'Another text', { label: stored.label, translations: es })).body).toEqual({
    value: 1,
    label: 'Another text',
    translations: es,
  });
});

test('a reason that took the value of a removed one is neither changed nor removed in its place', async () => {
  await remove(1);
  await add('The driver asked me to');
  expect((await changeSeen(1, 'Other plans', { label: 'Plans have changed' })).code).toBe('conflict');
  const removeSeen = (label: string) =>
    environment.call(admin, at(routes.deleteCancelReason, 1), {
      query: `?label=${encodeURIComponent(label)}`,
    });
  expect((await removeSeen('Plans have changed')).code).toBe('conflict');
  expect((await removeSeen('The driver asked me to')).status).toBe(204);
});

test('a reason is renamed in place, also in letter case only; a reason is removed', async () => {
  expect((await change(0, 'THE CAR is too far away')).body).toEqual({
    value: 0,
    label: 'THE CAR is too far away',
  });
  expect((await remove(0)).status).toBe(204);
  expect(await list()).toEqual([{ value: 1, label: 'Plans have changed' }]);
});

test('a duplicate label is rejected in any letter case, and nothing is published', async () => {
  const before = await changesPublished();
  expect((await add('plans have CHANGED')).code).toBe('name_taken');
  expect((await change(0, 'Plans have changed')).code).toBe('name_taken');
  expect(await list()).toHaveLength(2);
  expect(await changesPublished()).toBe(before);
});

test('an unknown reason is not found', async () => {
  expect((await change(9, 'Nothing')).code).toBe('not_found');
  expect((await remove(9)).code).toBe('not_found');
  expect((await remove(1)).status).toBe(204);
  expect((await remove(1)).code).toBe('not_found');
});

test.each([
  ['nothing', ''],
  ['blanks', '   '],
  ['too long', 'x'.repeat(121)],
  ['a number', 7],
  ['left out', undefined],
  ['turned round by a hidden letter', 'Too far \u202eyaw a'],
])('a label that is %s is refused', async (_, label) => {
  expect((await add(label)).code).toBe('invalid_input');
  expect((await change(0, label)).code).toBe('invalid_input');
});

test.each(['-1', '1.5', 'one', '99999999999'])('%s is no value', async (value) => {
  expect((await change(value, 'Any')).code).toBe('invalid_input');
  expect((await remove(value)).code).toBe('invalid_input');
});

test('only admins can edit reasons, and not in the demonstration', async () => {
  for (const [who, code] of [
    [rider, 'forbidden'],
    [null, 'not_logged_in'],
  ] as const) {
    expect((await add('Mine', who)).code).toBe(code);
    expect((await change(0, 'Mine', who)).code).toBe(code);
    expect((await remove(0, who)).code).toBe(code);
  }
  await environment.call(admin, routes.editSettings, { body: { AllowCriticalEditsAdmin: false } });
  const codes = [(await add('Mine')).code, (await change(0, 'Mine')).code, (await remove(0)).code];
  await environment.call(admin, routes.editSettings, { body: { AllowCriticalEditsAdmin: true } });
  expect(codes).toEqual(['demo_mode', 'demo_mode', 'demo_mode']);
  expect(await list()).toHaveLength(2);
});

test('reasons added concurrently have different values, and a duplicate label is rejected', async () => {
  const labels = ['One', 'Two', 'Three', 'three', 'Four'];
  const answers = await Promise.all(labels.map((label) => add(label)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 201, 409]);
  const values = (await list()).map(({ value }) => value);
  expect(values).toEqual([0, 1, 2, 3, 4, 5]);
});

describe('in other languages', () => {
  const write = (
    value: number | null,
    translations: unknown,
    {
      label = value === null ? 'Another reason' : `Reason ${value}`,
      who = admin,
    }: { label?: string; who?: Someone } = {},
  ) =>
    environment.call<Reason & { errors?: { path: string }[] }>(
      who,
      value === null ? routes.addCancelReason : at(routes.editCancelReason, value),
      { body: { label, translations } },
    );
  const spanish = (label: string) => ({ es: { label } });

  test('translations are stored trimmed, without blank ones, and an edit without any retains them', async () => {
    const { body } = await write(null, { es: { label: ' Otro motivo ' }, pt: { label: '  ' }, fr: {} });
    expect(body.translations).toEqual(spanish('Otro motivo'));
    expect((await change(body.value, 'Something else')).body).toEqual({
      ...body,
      label: 'Something else',
    });
    expect((await write(body.value, { ar: { label: 'سبب آخر' } })).body.translations).toEqual({
      ar: { label: 'سبب آخر' },
    });
    expect((await list()).at(-1)?.translations).toEqual({ ar: { label: 'سبب آخر' } });
    expect((await write(body.value, {})).body.translations).toBeUndefined();
  });

  test.each([
    ['a language that the installation does not have', { de: { label: 'Anderer Grund' } }, 'translations.de'],
    ['a variant of one', { 'es-UY': { label: 'Otro' } }, 'translations.es-UY'],
    ['a text that is too long', spanish('x'.repeat(121)), 'translations.es.label'],
    ['a hidden letter', spanish('a\u202eb'), 'translations.es.label'],
    ['a number', { es: { label: 7 } }, 'translations.es.label'],
    ['no object', 'Otro', 'translations'],
  ])('%s is refused with its field', async (_, translations, path) => {
    for (const value of [null, 0]) {
      const { code, body } = await write(value, translations);
      expect([code, body.errors?.map((error) => error.path)]).toEqual(['invalid_input', [path]]);
    }
    expect((await list()).map((reason) => reason.translations)).toEqual([undefined, undefined]);
  });

  test('translations are unique in their language, also with two concurrent edits', async () => {
    expect((await write(0, spanish('Otro motivo'))).status).toBe(200);
    const { code, body } = await write(1, spanish('OTRO motivo'));
    expect([code, body.errors?.map((error) => error.path)]).toEqual([
      'name_taken',
      ['translations.es.label'],
    ]);
    // The same text is allowed in another language, and a reason may have its own text again.
    expect((await write(1, { pt: { label: 'Otro motivo' } })).status).toBe(200);
    expect((await write(0, spanish('otro motivo'))).status).toBe(200);
    const both = await Promise.all([
      write(null, spanish('Llueve'), { label: 'It rains' }),
      write(1, spanish('llueve'), { label: 'Rain' }),
    ]);
    expect(both.map((answer) => answer.code ?? 'saved').toSorted()).toEqual(['name_taken', 'saved']);
  });

  test('translations in a deleted language remain with the reason, and no other reason gets one', async () => {
    await environment.pool.query(
      `update cancel_reasons set translations = '{"de": {"label": "Zu weit weg"}}' where value = 0`,
    );
    const saved = await write(0, { de: { label: 'Zu weit weg' }, ...spanish('Muy lejos') });
    expect(saved.body.translations).toEqual({ de: { label: 'Zu weit weg' }, es: { label: 'Muy lejos' } });
    expect((await write(1, { de: { label: 'Anders' } })).code).toBe('invalid_input');
  });

  test('are written by admins only', async () => {
    expect((await write(0, spanish('Otro'), { who: rider })).code).toBe('forbidden');
    expect((await write(null, spanish('Otro'), { who: rider })).code).toBe('forbidden');
  });
});
