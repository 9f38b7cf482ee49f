// Live-socket client that sends arbitrary frames and collects the server's responses.
import type { Socket } from 'node:net';
import { liveClientMessage } from '@kerb/contract';
import { WebSocket } from 'ws';
import { inTime } from './judge-answer.ts';

/** `wire`: bytes written to the connection unchanged, below the WebSocket protocol. */
export interface Frame {
  readonly kind: 'text' | 'binary' | 'wire';
  readonly data: Buffer;
}

/** Responses to some frames; `closed` is the server's close code, null while the socket is open. */
export interface LiveAnswers {
  readonly messages: readonly string[];
  readonly closed: number | null;
}

export interface LiveClient {
  /** Sends the frames, and waits until the server has handled them or closed the socket. */
  exchange(frames: readonly Frame[]): Promise<LiveAnswers>;
  /** Ends the connection without a closing handshake. */
  drop(): void;
}

/** Time after which a missing response counts as a failure, in ms. */
const SILENT_MS = 8_000;

export const textFrame = (data: string): Frame => ({ kind: 'text', data: Buffer.from(data) });

const pingFrame = textFrame('{"type":"ping"}');

/** Number of pong responses that the frames themselves cause. */
function pingsIn(frames: readonly Frame[]): number {
  return frames.filter(({ kind, data }) => {
    if (kind === 'wire') return false;
    try {
      return liveClientMessage.parse(JSON.parse(String(data))).type === 'ping';
    } catch {
      return false;
    }
  }).length;
}

export async function openLiveClient(
  origin: string,
  headers: Readonly<Record<string, string>>,
): Promise<LiveClient> {
  const client = new WebSocket(`${origin.replace(/^http/, 'ws')}/api/v1/live`, { headers });
  let messages: string[] = [];
  let isOpen = false;
  let closed: number | null = null;
  let connection: Socket | undefined;
  let onChange = (): void => undefined;
  client.on('upgrade', (response) => {
    connection = response.socket;
  });
  client.on('open', () => {
    isOpen = true;
    onChange();
  });
  client.on('error', () => undefined);
  client.on('close', (code) => {
    closed = code;
    onChange();
  });
  client.on('message', (data) => {
    messages.push(String(data));
    onChange();
  });

  /** Resolves when the condition holds or the socket is closed. */
  const until = (holds: () => boolean): Promise<void> =>
    inTime(
      new Promise<void>((resolve) => {
        onChange = () => {
          if (closed !== null || holds()) resolve();
        };
        onChange();
      }),
      SILENT_MS,
    );
  const countOf = (type: string): number =>
    messages.filter((message) => message.startsWith(`{"type":"${type}"`)).length;

  function send({ kind, data }: Frame): void {
    if (closed !== null) return;
    if (kind === 'wire') connection?.write(data);
    else client.send(data, { binary: kind === 'binary' });
  }

  // Waits until the socket is open, not until it is greeted, because clients without a session are greeted after a
  // pause only.
  await until(() => isOpen);
  return {
    async exchange(frames) {
      messages = [];
      for (const frame of frames) send(frame);
      send(pingFrame);
      const pongs = pingsIn(frames) + 1;
      await until(() => countOf('pong') >= pongs);
      return { messages, closed };
    },
    drop: () => client.terminate(),
  };
}
