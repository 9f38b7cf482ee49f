// Opens the dispatch board in a browser: the server serves the app; responses about cars and requests, and the live
// socket, are simulated here.
import { once } from 'node:events';
import type { DispatchBoard, RouteAnswer, Routes } from '@kerb/contract';
import { boardGroups } from '@kerb/domain/dispatch';
import { demoMobile } from '@kerb/domain/identity';
import { createClient } from '@kerb/sdk/client';
import { type Random, seededRandom } from '@kerb/testing';
import type { Page } from 'playwright-core';
import { type WebSocket, WebSocketServer } from 'ws';

export const CARS = 2000;
export const REQUESTS = 500;
/** Every car reports every two seconds; positions are sent in frames, like by the server. */
const FRAME_MS = 250;
const CARS_A_FRAME = (CARS * FRAME_MS) / 2000;
/** Interval at which a request changes, so that the board is reloaded. */
const CHANGE_MS = 1500;

type LiveDriver = RouteAnswer<Routes['liveDrivers']>['items'][number];

function placeIn(random: Random) {
  return { lat: -34.93 + random() * 0.08, lng: -56.25 + random() * 0.16 };
}

const idOf = (number: number): string => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;

function makeCars(random: Random): LiveDriver[] {
  return Array.from({ length: CARS }, (_, number) => ({
    driver: idOf(number),
    name: `Driver ${number}`,
    vehicle_number: `BEN ${number}`,
    carType: null,
    queue: number % 3 === 0,
    ...placeIn(random),
    at: Date.now(),
    booking: null,
  }));
}

function makeBoard(random: Random): DispatchBoard {
  const now = Date.now();
  const place = (add: string) => ({ ...placeIn(random), add });
  const items = Array.from({ length: REQUESTS }, (_, number): DispatchBoard['items'][number] => ({
    id: idOf(10_000 + number),
    reference: `B${number}`,
    status: number < 150 ? 'NEW' : 'ACCEPTED',
    group: boardGroups[Math.floor((number * 4) / REQUESTS)] ?? 'on_way',
    risk: null,
    clock: 'waiting',
    since: now - random() * 600_000,
    expected_at: now + random() * 600_000,
    customer_name: `Rider ${number}`,
    carType: idOf(1),
    pickup: place(`Calle ${number}, Cordón, Montevideo`),
    drop: place(`Rambla ${number}, Pocitos, Montevideo`),
    tripdate: null,
    driver: number < 150 ? null : idOf(number),
    driver_name: number < 150 ? null : `Driver ${number}`,
    vehicle_number: number < 150 ? null : `BEN ${number}`,
    seen_at: now,
    follows: null,
    asked: 0,
    asked_by_hand: false,
  }));
  const counts = Object.fromEntries(
    boardGroups.map((group) => [group, items.filter((row) => row.group === group).length]),
  );
  return { at: now, items, counts: counts as DispatchBoard['counts'] };
}

/** Live socket of the page: cars that move, and requests that change. */
function sendUpdates(socket: WebSocket, cars: LiveDriver[], random: Random): () => void {
  let turn = 0;
  let seq = 1;
  const send = (message: object) => socket.send(JSON.stringify(message));
  socket.on('message', (text) => {
    const message: { type: string; topics?: string[] } = JSON.parse(String(text));
    if (message.type === 'subscribe') send({ type: 'subscribed', topics: message.topics ?? [], seq });
    if (message.type === 'ping') send({ type: 'pong' });
  });
  send({ type: 'ready', uid: null, seq });
  const move = setInterval(() => {
    for (const car of cars.slice(turn, turn + CARS_A_FRAME)) {
      car.lat += (random() - 0.5) * 0.0002;
      car.lng += (random() - 0.5) * 0.0002;
      const { driver, lat, lng } = car;
      send({ type: 'position', topic: 'drivers', driver, lat, lng, at: Date.now(), heading: 90 });
    }
    turn = (turn + CARS_A_FRAME) % CARS;
  }, FRAME_MS);
  const change = setInterval(() => {
    seq += 1;
    const data = { booking_id: idOf(10_000 + (seq % REQUESTS)), status: 'ACCEPTED' };
    send({ type: 'event', topic: 'bookings', seq, name: 'booking.changed', data });
  }, CHANGE_MS);
  return () => {
    clearInterval(move);
    clearInterval(change);
  };
}

/** Runs in the page before the app, and redirects its live socket. */
function useLiveSocketAt(url: string): void {
  const Own = globalThis.WebSocket;
  globalThis.WebSocket = class extends Own {
    constructor() {
      super(url);
    }
  };
}

/** Opens the board with its cars and requests; returns a function that ends their updates. */
export async function openBoard(page: Page, origin: string): Promise<() => void> {
  const random = seededRandom(500);
  const cars = makeCars(random);
  const board = makeBoard(random);
  const endings: (() => void)[] = [];
  await page.route('**/api/v1/drivers/live', (route) => route.fulfill({ json: { items: cars } }));
  await page.route('**/api/v1/dispatch/board', (route) =>
    route.fulfill({ json: { ...board, at: Date.now() } }),
  );
  const sockets = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  sockets.on('connection', (socket) => endings.push(sendUpdates(socket, cars, random)));
  endings.push(() => sockets.close());
  await once(sockets, 'listening');
  const address = sockets.address();
  if (address === null || typeof address === 'string') throw new Error('The live socket has no port');
  await page.addInitScript(useLiveSocketAt, `ws://127.0.0.1:${address.port}`);
  await page.goto(`${origin}/dashboard`);
  await page.getByRole('list', { name: 'Requests' }).waitFor();
  await page.getByLabel(`Active drivers: ${CARS.toLocaleString('en')}`).waitFor();
  return () => {
    for (const end of endings) end();
  };
}

/** Session token of an admin. */
export async function signInAdmin(origin: string): Promise<string> {
  const client = createClient({ baseUrl: origin });
  const mobile = demoMobile('admin', 1);
  const { verificationId } = await client.sendOtp({ body: { mobile } });
  const { items } = await client.devInbox({ query: { mobile } });
  const otp = items.find((message) => message.otp !== null)?.otp ?? '';
  return (await client.mobileSignIn({ body: { verificationId, otp } })).token;
}
