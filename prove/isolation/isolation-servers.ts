// Servers in this process with their own modules and connections, whose statements can be delayed or changed.
import { setTimeout as pause } from 'node:timers/promises';
import { APP_ROLE } from '../../apps/server/src/kit/db/app-role.ts';
import { openDatabase } from '../../apps/server/src/kit/db/index.ts';
import { type Send, sendTo } from '../../apps/server/src/testing/send-to.ts';
import { interceptDatabase, type Rewrite, sameText } from '../lib/intercepted-database.ts';
import type { ProofDatabase } from '../lib/proof-server.ts';
import { openSubject } from '../lib/subject.ts';

const SERVERS = 2;
const CONNECTIONS = 16;
/** Share of the statements that are delayed, and the longest delay. */
const PAUSED_SHARE = 0.3;
const MAX_PAUSE_MS = 6;

/** Delays and changes of the calls and statements of a round. */
export interface Interference {
  /** Replaces statements of the servers. */
  readonly rewrite?: Rewrite;
  /** Changes the responses to the clients. */
  readonly answering?: (send: Send) => Send;
}

export interface IsolationServers {
  /** One function for each server. */
  readonly sends: readonly Send[];
  /** Delays statements by these random numbers, and changes them, while the work runs. */
  interfere<T>(random: () => number, interference: Interference, work: () => Promise<T>): Promise<T>;
  takeFailures(): string[];
  close(): Promise<void>;
}

export async function openServers(
  database: Pick<ProofDatabase, 'connectionString' | 'asOwner' | 'folder'>,
): Promise<IsolationServers> {
  let current: { random: () => number; rewrite: Rewrite } | null = null;
  let answering: (send: Send) => Send = (send) => send;

  async function open() {
    const { connectionString, asOwner, folder } = database;
    const own = openDatabase({ connectionString, role: APP_ROLE, maxConnections: CONNECTIONS });
    const intercepted = interceptDatabase(own, async ({ text }, send) => {
      if (current === null) return send(text);
      if (current.random() < PAUSED_SHARE) await pause(current.random() * MAX_PAUSE_MS);
      return send((current?.rewrite ?? sameText)(text));
    });
    const subject = await openSubject({ ...intercepted, asOwner, folder });
    return { own, subject, server: await subject.serve() };
  }

  const opened: Awaited<ReturnType<typeof open>>[] = [];
  while (opened.length < SERVERS) opened.push(await open());
  const direct = opened.map(({ server }) => sendTo(server));
  return {
    sends: direct.map(
      (send): Send =>
        (...call) =>
          answering(send)(...call),
    ),
    async interfere(random, interference, work) {
      current = { random, rewrite: interference.rewrite ?? sameText };
      answering = interference.answering ?? ((send) => send);
      try {
        return await work();
      } finally {
        current = null;
        answering = (send) => send;
      }
    },
    takeFailures: () => opened.flatMap(({ subject }) => subject.takeFailures()),
    async close() {
      for (const { server, own } of opened) {
        await server.close();
        await own.close();
      }
    },
  };
}
