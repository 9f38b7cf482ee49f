// Tests which location an emergency call sends when the device finds it in time, later, or not at all.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { hasUnsavedInput } from '../../lib/unsaved-input.ts';
import { callForHelp, panicStateOf } from './panic-calls.ts';

interface Sent {
  readonly key: string | null;
  readonly body: unknown;
}

const HERE = { lat: -34.9, lng: -56.2 };
let sent: Sent[] = [];
let answers: Response[] = [];
let onPlace: PositionCallback = () => undefined;
let onNoPlace: PositionErrorCallback = () => undefined;

const found = () => onPlace({ coords: { latitude: HERE.lat, longitude: HERE.lng } } as GeolocationPosition);
const notFound = () => onNoPlace({ code: 3 } as GeolocationPositionError);

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  answers = [];
  vi.stubGlobal('fetch', async (_: string, { headers, body }: RequestInit = {}) => {
    sent.push({ key: new Headers(headers).get('idempotency-key'), body: JSON.parse(String(body)) });
    return answers.shift() ?? Response.json({ id: 'a', at: 42 }, { status: 201 });
  });
  vi.stubGlobal('navigator', {
    ...navigator,
    geolocation: {
      getCurrentPosition: (success: PositionCallback, failure: PositionErrorCallback) => {
        onPlace = success;
        onNoPlace = failure;
      },
    },
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('sends the location that the device finds at once', async () => {
  const call = callForHelp('at-once');
  found();
  await call;
  expect(sent.map(({ body }) => body)).toEqual([{ location: HERE }]);
});

it('sends the location in a second call when the device finds it after the first was received', async () => {
  const call = callForHelp('later');
  await vi.advanceTimersByTimeAsync(1_500);
  expect(sent.map(({ body }) => body)).toEqual([{}]);
  expect(panicStateOf('later')).toEqual({ kind: 'received', at: 42 });
  expect(hasUnsavedInput()).toBe(true);
  answers = [Response.json({ error: { code: 'overloaded' } }, { status: 503 })];
  await vi.advanceTimersByTimeAsync(8_000);
  found();
  await vi.advanceTimersByTimeAsync(0);
  // A failure of the second call is retried, and does not make the first one look unconfirmed.
  expect(panicStateOf('later')).toEqual({ kind: 'received', at: 42 });
  await vi.advanceTimersByTimeAsync(60_000);
  await call;
  expect(sent.map(({ body }) => body)).toEqual([{}, { location: HERE }, { location: HERE }]);
  const [first, second, third] = sent.map(({ key }) => key);
  expect(second).not.toBe(first);
  expect(third).toBe(second);
  expect(panicStateOf('later')).toEqual({ kind: 'received', at: 42 });
  expect(hasUnsavedInput()).toBe(false);
});

it('sends one call when the device finds no location', async () => {
  const call = callForHelp('nowhere');
  notFound();
  await call;
  expect(sent.map(({ body }) => body)).toEqual([{}]);
});

it('sends one call when the device does not answer', async () => {
  const call = callForHelp('silent');
  await vi.advanceTimersByTimeAsync(30_000);
  await call;
  expect(sent.map(({ body }) => body)).toEqual([{}]);
  expect(hasUnsavedInput()).toBe(false);
});

it('leaves the location to a newer call', async () => {
  const first = callForHelp('twice');
  await vi.advanceTimersByTimeAsync(1_500);
  const findFirst = onPlace;
  const second = callForHelp('twice');
  found();
  await second;
  findFirst({ coords: { latitude: 1, longitude: 2 } } as GeolocationPosition);
  await first;
  expect(sent.map(({ body }) => body)).toEqual([{}, { location: HERE }]);
});
