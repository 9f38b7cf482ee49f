// Generates frames for the live socket: changed messages of the contract, and bytes that are not messages.
import { changeAt, type Draw, type Path, pathsIn, pick } from './change-input.ts';
import { type Frame, textFrame } from './live-client.ts';
import { oddValues } from './odd-values.ts';

/** Ids and tokens for the frames of a caller. */
export interface LiveIds {
  /** Session token of the caller. */
  readonly token: string;
  /** A booking of the caller, or of another user for a role without bookings. */
  readonly own: string;
  /** Bookings of other users. */
  readonly foreign: readonly string[];
}

/** Valid messages of each type. */
const messagesOf = ({ token, own, foreign }: LiveIds): readonly object[] => [
  { type: 'auth', token },
  { type: 'subscribe', topics: ['me', 'catalog', `booking:${own}`], since: 0 },
  ...foreign.map((id) => ({ type: 'subscribe', topics: [`booking:${id}`, `chat:${id}`] })),
  { type: 'subscribe', topics: ['money', 'drivers', 'people', 'alerts', 'calls', 'bookings', 'tasks'] },
  { type: 'unsubscribe', topics: ['me', `booking:${own}`] },
  { type: 'position', lat: -34.9, lng: -56.19, at: Date.now() },
  { type: 'typing', topic: `chat:${own}` },
  { type: 'offer-shown', booking: own },
  { type: 'ping' },
];

const oddTopics: readonly string[] = [
  '__proto__',
  'constructor',
  'toString:00000000-0000-0000-0000-000000000000',
  'booking:',
  'booking',
  'booking:00000000-0000-0000-0000-000000000000:me',
  'booking:00000000-0000-0000-0000-00000000000g',
  'ME',
  'me\u0000',
  'driver:00000000-0000-0000-0000-000000000000',
];

const frameHead = (first: number, length: number): Buffer => {
  const head = Buffer.alloc(14);
  head[0] = first;
  head[1] = 0x80 | 127;
  head.writeBigUInt64BE(BigInt(length), 2);
  return head;
};

/** Bytes below the protocol that only a broken or hostile client sends; most of them close the connection. */
const wireFrames: readonly { readonly title: string; readonly data: Buffer }[] = [
  { title: 'a frame that is not masked', data: Buffer.from([0x81, 0x02, 0x68, 0x69]) },
  { title: 'a reserved bit', data: Buffer.from([0xf1, 0x80, 0, 0, 0, 0]) },
  { title: 'an unknown operation', data: Buffer.from([0x8b, 0x80, 0, 0, 0, 0]) },
  { title: 'a continuation of nothing', data: Buffer.from([0x80, 0x80, 0, 0, 0, 0]) },
  { title: 'text that is not UTF-8', data: Buffer.from([0x81, 0x82, 0, 0, 0, 0, 0xc3, 0x28]) },
  { title: 'a length of 2^62 bytes', data: frameHead(0x81, 2 ** 62) },
  { title: 'a length of 4 GB', data: frameHead(0x82, 2 ** 32) },
  { title: 'a control frame of 126 bytes', data: Buffer.from([0x89, 0xfe, 0x00, 0x7e, 0, 0, 0, 0]) },
  {
    title: 'a close with a code that is not allowed',
    data: Buffer.from([0x88, 0x82, 0, 0, 0, 0, 0x03, 0xee]),
  },
  { title: 'a close with half of a code', data: Buffer.from([0x88, 0x81, 0, 0, 0, 0, 0x03]) },
];

export interface OddFrame extends Frame {
  /** Title for the report. */
  readonly title: string;
}

const titled = (frame: Frame): OddFrame => ({
  ...frame,
  title: `${frame.kind} ${String(frame.data).slice(0, 120)}`,
});

function nest(depth: number): string {
  return `${'['.repeat(depth)}${']'.repeat(depth)}`;
}

/** A message with one to three of its values changed, removed or added. */
function changedMessage(draw: Draw, ids: LiveIds): Frame {
  let message: unknown = pick(draw, messagesOf(ids)) ?? {};
  const count = 1 + (draw(4) === 0 ? 1 + draw(2) : 0);
  for (let change = 0; change < count; change += 1) {
    const places: readonly Path[] = [...pathsIn(message, []), ['since'], ['topics', 0], ['__proto__']];
    const path = pick(draw, places) ?? [];
    const isTopic = path.includes('topics') && draw(2) === 0;
    const value: unknown = isTopic ? pick(draw, oddTopics) : pick(draw, oddValues);
    message = changeAt(message, path, draw(12) === 0 ? undefined : value);
  }
  return textFrame(JSON.stringify(message) ?? '');
}

/** Bytes that are not a message. */
function oddBytes(draw: Draw, ids: LiveIds): Frame {
  const valid = Buffer.from(JSON.stringify(pick(draw, messagesOf(ids))));
  const frames: readonly (() => Frame)[] = [
    () => textFrame(''),
    () => textFrame('null'),
    () => textFrame(valid.subarray(0, draw(valid.length)).toString()),
    () => textFrame(`\ufeff${valid.toString()}`),
    () => textFrame(nest(1 + draw(7_000))),
    () => textFrame(`{"type":"ping","more":${nest(200)}}`),
    () => textFrame(`{"type":"subscribe","topics":[${Array(50).fill('"me"').join()}]}`),
    () => textFrame(`{"type":"subscribe","topics":[${Array(2_000).fill('"me"').join()}]}`),
    () => textFrame(`{"type":"ping","__proto__":{"actor":{"role":"admin"}}}`),
    () => textFrame('x'.repeat(16 * 1024 + draw(2))),
    () => ({ kind: 'binary', data: valid }),
    () => ({ kind: 'binary', data: Buffer.from(Array.from({ length: 1 + draw(300) }, () => draw(256))) }),
    () => ({ kind: 'text', data: Buffer.from(valid.map((byte) => (draw(20) === 0 ? draw(128) : byte))) }),
  ];
  return (pick(draw, frames) ?? (() => textFrame('')))();
}

/** One to four frames; the last may close the connection. */
export function drawFrames(draw: Draw, ids: LiveIds): OddFrame[] {
  const frames = Array.from({ length: 1 + draw(4) }, () =>
    titled(
      draw(4) === 0
        ? oddBytes(draw, ids)
        : draw(6) === 0
          ? textFrame(JSON.stringify(pick(draw, messagesOf(ids))))
          : changedMessage(draw, ids),
    ),
  );
  const wire = draw(12) === 0 ? pick(draw, wireFrames) : undefined;
  return wire === undefined ? frames : [...frames, { kind: 'wire', ...wire }];
}
