// The dispatch board in a real browser with 2,000 cars and 500 open requests: what the page's main thread does in a second
// of updates. The server sends the app; its answers about cars and requests, and the live socket, are made here.
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { DispatchBoard, RouteAnswer, Routes } from '@kerb/contract';
import { boardGroups } from '@kerb/domain/dispatch';
import { demoMobile } from '@kerb/domain/identity';
import { createClient } from '@kerb/sdk/client';
import { type Random, seededRandom } from '@kerb/testing';
import { chromium, type Page } from 'playwright-core';
import { type WebSocket, WebSocketServer } from 'ws';
import { type Benchmark, runPairs } from './lib/benchmark.ts';
import { startServer, temporaryFolder } from './lib/server.ts';

const CARS = 2000;
const REQUESTS = 500;
const PAIRS = 5;
/** Of one sample. */
const SAMPLE_MS = 4000;
/** Every car reports every two seconds; positions are sent in frames, as the server does. */
const FRAME_MS = 250;
const CARS_A_FRAME = (CARS * FRAME_MS) / 2000;
/** A request changes this often, so that the board is read again. */
const CHANGE_MS = 1500;
const LIMIT_MS = 250;
const SETTLE_MS = 5000;
/** Without a graphics card the processor draws the map. */
const OPEN_WITHIN_MS = 120_000;

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

/** The live socket of the page: cars that move, and requests that change. */
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

/** ms of main-thread tasks a second, while the page is updated. */
async function measure(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const read = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
  };
  const before = await read();
  const begun = performance.now();
  await pause(SAMPLE_MS);
  const spent = (await read()) - before;
  const seconds = (performance.now() - begun) / 1000;
  await session.detach();
  return (spent * 1000) / seconds;
}

/** Runs in the page, before the app: its live socket is another one. */
function useLiveSocketAt(url: string): void {
  const Own = globalThis.WebSocket;
  globalThis.WebSocket = class extends Own {
    constructor() {
      super(url);
    }
  };
}

async function openBoard(page: Page, origin: string): Promise<() => void> {
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

async function signInAdmin(origin: string): Promise<string> {
  const client = createClient({ baseUrl: origin });
  const mobile = demoMobile('admin', 1);
  const { verificationId } = await client.sendOtp({ body: { mobile } });
  const { items } = await client.devInbox({ query: { mobile } });
  const otp = items.find((message) => message.otp !== null)?.otp ?? '';
  return (await client.mobileSignIn({ body: { verificationId, otp } })).token;
}

export const benchmark: Benchmark = {
  name: 'board',
  unit: 'ms',
  about: `main-thread work of the dispatch board in a second of updates of ${CARS} cars and ${REQUESTS} requests, beside ${LIMIT_MS} ms`,
  async run(say) {
    const folder = temporaryFolder('board');
    const server = await startServer(folder.path);
    const browser = await chromium.launch({
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu', '--enable-unsafe-swiftshader', '--use-angle=swiftshader'],
    });
    try {
      const token = await signInAdmin(server.origin);
      const context = await browser.newContext({
        viewport: { width: 1280, height: 800 },
        serviceWorkers: 'block',
        // The live socket has a port of its own.
        bypassCSP: true,
      });
      await context.addCookies([{ name: 'kerb_session', value: token, url: server.origin }]);
      const page = await context.newPage();
      page.setDefaultTimeout(OPEN_WITHIN_MS);
      const end = await openBoard(page, server.origin);
      await pause(SETTLE_MS);
      const report = await runPairs({
        name: 'board',
        unit: 'ms',
        pairs: PAIRS,
        say,
        ours: async () => [await measure(page)],
        limit: async () => [LIMIT_MS],
      });
      end();
      return report;
    } finally {
      await browser.close();
      await server.stop();
      folder.remove();
    }
  },
};
