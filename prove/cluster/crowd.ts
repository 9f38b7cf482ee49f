// Live sockets of riders who do not book, in child processes, because each process may open a limited number of files.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Caller } from '../../apps/server/src/testing/send-to.ts';
import { killProgram, nextMessage, startProgram } from '../lib/child-process.ts';
import { becomesTrueWithin } from '../lib/wait-for.ts';
import type { Received } from './judge-events.ts';

const program = join(import.meta.dirname, 'crowd.child.ts');
const SOCKETS_OF_A_PROCESS = 7_500;

/** Sent by a child process. */
export type CrowdReport =
  | {
      readonly kind: 'state';
      readonly sockets: number;
      readonly open: number;
      /** Times at which sockets connected since the report before, in ms of Date.now(). */
      readonly openedAt: readonly number[];
    }
  | { readonly kind: 'received'; readonly received: readonly Received[] };

export interface Crowd {
  /** Opens a socket for each caller; resolves when all sockets are open, rejects when they are not within a minute. */
  open(callers: readonly Caller[]): Promise<void>;
  /** Whether all sockets were open when the processes last reported, at most a quarter of a second ago. */
  isOpen(): boolean;
  /** The events received on each topic after this position of the outbox. */
  received(since: number): Promise<Received[]>;
  leave(): Promise<void>;
}

interface Member {
  readonly child: ChildProcess;
  sockets: number;
  open: number;
}

const OPEN_WITHIN_MS = 60_000;

/** `onOpen` is called for each connection with its time, in ms of Date.now(). */
export function createCrowd(origin: string, onOpen: (at: number) => void): Crowd {
  const members: Member[] = [];
  const isOpen = () => members.every(({ sockets, open }) => sockets === open);

  async function startMember(): Promise<Member> {
    const child = startProgram(program, { origin });
    const member: Member = { child, sockets: 0, open: 0 };
    child.on('message', (report: CrowdReport) => {
      if (report.kind !== 'state') return;
      member.open = report.sockets === member.sockets ? report.open : 0;
      for (const at of report.openedAt) onOpen(at);
    });
    await nextMessage(child);
    members.push(member);
    return member;
  }

  async function memberWithRoom(count: number): Promise<Member> {
    const last = members.at(-1);
    return last !== undefined && last.sockets + count <= SOCKETS_OF_A_PROCESS ? last : startMember();
  }

  return {
    async open(callers) {
      const member = await memberWithRoom(callers.length);
      member.sockets += callers.length;
      member.open = 0;
      member.child.send({ open: callers });
      if (!(await becomesTrueWithin(OPEN_WITHIN_MS, isOpen)))
        throw new Error('The crowd’s sockets do not open');
    },
    isOpen,
    async received(since) {
      const all: Received[] = [];
      for (const { child } of members) {
        child.send({ since });
        all.push(...(await nextReceived(child)));
      }
      return all;
    },
    leave: async () => void (await Promise.all(members.map(({ child }) => killProgram(child)))),
  };
}

async function nextReceived(child: ChildProcess): Promise<readonly Received[]> {
  for (;;) {
    const [report] = (await once(child, 'message')) as [CrowdReport];
    if (report.kind === 'received') return report.received;
  }
}
