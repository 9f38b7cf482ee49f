// A live socket of the measured server, or a socket of the bare one, whose messages are passed to a listener.
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { addressOf, type Caller } from '../lib/posts.ts';

/** Common fields of every message; further fields are read by the code that expects them. */
export interface Received {
  readonly type: string;
  readonly [field: string]: unknown;
}

export interface LiveSocket {
  log(message: object): void;
  /** The next message of this type, which must arrive within ten seconds. */
  next(type: string): Promise<Received>;
  /** Disconnects without a closing handshake, like a phone that loses its network. */
  end(): void;
}

const ANSWERS_WITHIN_MS = 10_000;

function parse(text: string): Received {
  const message: unknown = JSON.parse(text);
  if (typeof message !== 'object' || message === null || !('type' in message))
    throw new Error(`The socket sent ${text}`);
  return { ...message, type: String(message.type) };
}

async function open(
  address: string,
  headers: Record<string, string>,
  onMessage: (message: Received) => void,
): Promise<LiveSocket> {
  const socket = new WebSocket(address, { headers, perMessageDeflate: false });
  const waiting = new Map<string, (message: Received) => void>();
  socket.on('message', (data) => {
    const message = parse(String(data));
    waiting.get(message.type)?.(message);
    waiting.delete(message.type);
    onMessage(message);
  });
  const next = (type: string): Promise<Received> =>
    new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`No message ${type} came`)), ANSWERS_WITHIN_MS);
      waiting.set(type, (message) => {
        clearTimeout(late);
        resolve(message);
      });
    });
  // Rejects when the socket is rejected.
  await Promise.all([once(socket, 'open'), next('ready')]);
  return {
    log: (message) => socket.send(JSON.stringify(message)),
    next,
    end: () => socket.terminate(),
  };
}

const urlOf = (origin: string, path: string): string => `${origin.replace('http', 'ws')}${path}`;

/** Opens a socket from the caller's own address, signed in; without a token as a visitor. */
export function openLiveSocket(
  origin: string,
  { token, address }: Pick<Caller, 'address'> & Partial<Pick<Caller, 'token'>>,
  onMessage: (message: Received) => void = () => undefined,
): Promise<LiveSocket> {
  const session: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return open(urlOf(origin, '/api/v1/live'), { 'x-forwarded-for': address, ...session }, onMessage);
}

export const openBareSocket = (
  origin: string,
  onMessage: (message: Received) => void = () => undefined,
): Promise<LiveSocket> => open(urlOf(origin, '/'), {}, onMessage);

export async function subscribe(socket: LiveSocket, topic: string): Promise<void> {
  const subscribed = socket.next('subscribed');
  socket.log({ type: 'subscribe', topics: [topic] });
  await subscribed;
}

/** Opens a driver's socket, and resumes their topics before the newest event, as an app that connects again. */
export async function resumeLiveSocket(origin: string, driver: Caller): Promise<LiveSocket> {
  let since = 0;
  const socket = await openLiveSocket(origin, driver, (message) => {
    if (message.type === 'ready') since = Number(message.seq) - 1;
  });
  const subscribed = socket.next('subscribed');
  socket.log({ type: 'subscribe', topics: ['me', 'tasks', 'bookings'], since });
  await subscribed;
  return socket;
}

/** Throws unless the first error in response to the messages has this code. */
export async function expectError(
  socket: LiveSocket,
  messages: readonly object[],
  code: string,
): Promise<void> {
  const answer = socket.next('error').then(
    (error) => String(error.code),
    () => 'no error',
  );
  for (const message of messages) socket.log(message);
  const received = await answer;
  if (received !== code) throw new Error(`A check is missing: ${code} was expected, ${received} came`);
}

/** Throws unless the server rejects the topic with this code. */
export const expectRefusal = (socket: LiveSocket, topic: string, code: string): Promise<void> =>
  expectError(socket, [{ type: 'subscribe', topics: [topic] }], code);

const SOCKETS_OF_AN_ADDRESS = 100;

/** Opens this number of visitors' sockets, a hundred for each address. */
export const visitors = (count: number, firstAddress: number): Pick<Caller, 'address'>[] =>
  Array.from({ length: count }, (_, index) => ({
    address: addressOf(firstAddress + Math.floor(index / SOCKETS_OF_AN_ADDRESS)),
  }));

/** Opens one socket for each item, some at a time. */
export async function openAll<Item>(
  items: readonly Item[],
  openOne: (item: Item, index: number) => Promise<LiveSocket>,
): Promise<LiveSocket[]> {
  const AT_ONCE = 50;
  const sockets: LiveSocket[] = [];
  for (let first = 0; first < items.length; first += AT_ONCE) {
    const portion = items.slice(first, first + AT_ONCE);
    sockets.push(...(await Promise.all(portion.map((item, index) => openOne(item, first + index)))));
  }
  return sockets;
}
