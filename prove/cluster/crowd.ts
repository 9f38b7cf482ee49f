// Live sockets of riders who do not book, in child processes, because each process may open a limited number of files.
import type { ChildProcess } from 'node:child_process';
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
  /** Whether all sockets were open when the processes last reported, which they do four times a second. */
  isOpen(): boolean;
  /** The events received on each topic after this position of the outbox. */
  received(since: number): Promise<Received[]>;
  leave(): Promise<void>;
}

interface Member {
  readonly child: ChildProcess;
  sockets: number;
  open: number;
  /** Time of the last report, in ms of performance.now(). */
  reportedAt: number;
  /** Called with the received events when the process has sent them. */
  onReceived: (received: readonly Received[]) => void;
}

const OPEN_WITHIN_MS = 60_000;
/** A process that has not reported for this time is busy with sockets that it lost, or has ended, ms. */
const REPORTS_WITHIN_MS = 2_000;
const RECEIVED_WITHIN_MS = 30_000;

/** `onOpen` is called for each connection with its time, in ms of Date.now(). */
export function createCrowd(origin: string, onOpen: (at: number) => void): Crowd {
  const members: Member[] = [];
  const isOpen = () =>
    members.every(
      ({ sockets, open, reportedAt }) =>
        sockets === open && performance.now() - reportedAt < REPORTS_WITHIN_MS,
    );

  async function startMember(): Promise<Member> {
    const child = startProgram(program, { origin });
    const member: Member = { child, sockets: 0, open: 0, reportedAt: 0, onReceived: () => undefined };
    child.on('message', (report: CrowdReport) => {
      if (report.kind === 'received') return member.onReceived(report.received);
      member.reportedAt = performance.now();
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
      for (const member of members) all.push(...(await receivedBy(member, since)));
      return all;
    },
    leave: async () => void (await Promise.all(members.map(({ child }) => killProgram(child)))),
  };
}

function receivedBy(member: Member, since: number): Promise<readonly Received[]> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(
      () => reject(new Error('A process of the crowd does not answer')),
      RECEIVED_WITHIN_MS,
    );
    member.onReceived = (received) => {
      clearTimeout(late);
      resolve(received);
    };
    member.child.send({ since });
  });
}
