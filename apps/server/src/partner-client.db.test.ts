// A partner's program: a client that a third-party generator makes from the served document books at a running server.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createClient } from '@hey-api/openapi-ts';
import ts from 'typescript';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { createTestApp, type TestApp } from './kit/testing/test-app.ts';

/** Checked by the compiler against the generated client, and run. */
const PROGRAM = `
import { client } from './client/client.gen';
import {
  cancelBooking, createBooking, createEstimate, devInbox, getBooking, getCarTypes, listBookings,
  mobileSignIn, postLocation, sendOtp, setDuty,
  type Booking, type BookingPage, type BookingStatus, type Problem, type Quote,
} from './client';

const pickup = { lat: -34.9058, lng: -56.1913, add: 'Plaza Independencia, Montevideo' };
const drop = { lat: -34.9121, lng: -56.1645, add: 'Parque Rodó, Montevideo' };

async function signIn(mobile: string): Promise<void> {
  const sent = await sendOtp({ body: { mobile }, throwOnError: true });
  const inbox = await devInbox({ query: { mobile }, throwOnError: true });
  const otp = inbox.data.items[0]?.otp ?? '';
  const { verificationId } = sent.data;
  const session = await mobileSignIn({ body: { verificationId, otp }, throwOnError: true });
  client.setConfig({ auth: session.data.token });
}

export async function run(baseUrl: string) {
  client.setConfig({ baseUrl });
  const anonymous = await listBookings();
  const problem: Problem | undefined = anonymous.error;

  await signIn('+59892000001');
  const driver = await setDuty({ body: { driverActiveStatus: true }, throwOnError: true });
  await postLocation({ body: { lat: pickup.lat, lng: pickup.lng, at: Date.now() }, throwOnError: true });

  await signIn('+59891000001');
  const carTypes = await getCarTypes({ throwOnError: true });
  const carType = driver.data.driver?.carType ?? '';
  const quoted = await createEstimate({ body: { pickup, drop, carType }, throwOnError: true });
  const quote: Quote = quoted.data;
  const booked = await createBooking({
    headers: { 'Idempotency-Key': 'partner-1' },
    body: { pickup, drop, carType, estimate: quote.id, paymentPacket: { payment_mode: 'cash' } },
    throwOnError: true,
  });
  const path = { id: booked.data.booking_id };
  const read = await getBooking({ path, throwOnError: true });
  const booking: Booking = read.data;
  const cancelled = await cancelBooking({ path, body: { reason: 'The plan changed' }, throwOnError: true });
  const status: BookingStatus = cancelled.data.status;
  const again = await cancelBooking({ path, body: { reason: 'Once more' } });
  const listed = await listBookings({ query: { limit: 5 }, throwOnError: true });
  const page: BookingPage = listed.data;
  const wrong = await getBooking({ path: { id: 'not-an-id' } });
  return {
    anonymous: { status: anonymous.response?.status, code: problem?.code },
    carTypes: carTypes.data.items.map(({ name }) => name),
    quote: quote.trip_cost,
    booking: { id: booking.id, status: booking.status, trip_cost: booking.trip_cost, pickup: booking.pickup.add },
    cancelled: status,
    again: { status: again.response?.status, code: again.error?.code },
    listed: page.items.map(({ id }) => id),
    wrong: { status: wrong.response?.status, code: wrong.error?.code, paths: wrong.error?.errors?.map(({ path }) => path) },
  };
}
`;

const failure = z.object({ status: z.number(), code: z.string() });
const outcome = z.object({
  anonymous: failure,
  carTypes: z.array(z.string()),
  quote: z.number(),
  booking: z.object({ id: z.string(), status: z.string(), trip_cost: z.number(), pickup: z.string() }),
  cancelled: z.string(),
  again: failure,
  listed: z.array(z.string()),
  wrong: failure.extend({ paths: z.array(z.string()) }),
});

let app: TestApp;
let origin: string;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kerb-partner-'));
  app = await createTestApp({ city: true, seed: true });
  origin = await app.listen();
  const document = await fetch(`${origin}/api/v1/openapi.json`);
  const input = join(folder, 'openapi.json');
  await writeFile(input, await document.text());
  await createClient({
    input,
    output: join(folder, 'client'),
    plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
    logs: { level: 'silent' },
  });
  await writeFile(join(folder, 'program.ts'), PROGRAM);
}, 240_000);
afterAll(async () => {
  await app?.close();
  await rm(folder, { recursive: true, force: true });
});

function typeErrors(file: string): string[] {
  const program = ts.createProgram([file], {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: [],
  });
  return ts
    .getPreEmitDiagnostics(program)
    .map(
      ({ file: at, messageText }) => `${at?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
    );
}

it('compiles against the types that the document describes', { timeout: 180_000 }, () => {
  expect(typeErrors(join(folder, 'program.ts'))).toEqual([]);
});

it('signs in, gets a quote, books, reads the booking, cancels it and reads errors', async () => {
  const program: unknown = await import(/* @vite-ignore */ pathToFileURL(join(folder, 'program.ts')).href);
  const { run } = z
    .object({ run: z.function({ input: [z.string()], output: z.promise(outcome) }) })
    .parse(program);
  const done = await run(origin);
  expect(done.anonymous).toEqual({ status: 401, code: 'not_logged_in' });
  expect(done.carTypes).toContain('Economy');
  expect(done.booking).toMatchObject({ status: 'NEW', pickup: 'Plaza Independencia, Montevideo' });
  expect(done.booking.trip_cost).toBe(done.quote);
  expect(done.cancelled).toBe('CANCELLED');
  expect(done.again).toEqual({ status: 409, code: 'transition_not_allowed' });
  expect(done.listed).toEqual([done.booking.id]);
  expect(done.wrong).toEqual({ status: 400, code: 'invalid_input', paths: ['id'] });
});
