// Child process of the cluster proof with live sockets of riders who do not book, as many as it has descriptors for.
import { z } from 'zod';
import type { Caller } from '../../apps/server/src/testing/send-to.ts';
import { createCalls } from './clients.ts';
import type { CrowdReport } from './crowd.ts';
import { openWatcher, topicsOf, type Watcher } from './watchers.ts';

const { origin } = z.object({ origin: z.string() }).parse(JSON.parse(process.argv[2] ?? ''));
const callers = z.array(z.custom<Caller>((value) => typeof value === 'object' && value !== null));
const command = z.union([z.object({ open: callers }), z.object({ since: z.number() })]);
const REPORT_INTERVAL_MS = 250;

const { personOf } = createCalls(origin);
const watchers: Watcher[] = [];
let openedAt: number[] = [];

const report = (message: CrowdReport): void => void process.send?.(message);

function openAll(people: readonly Caller[]): void {
  for (const caller of people)
    watchers.push(
      openWatcher({
        origin,
        person: personOf(caller),
        topics: topicsOf.rider(caller.uid),
        onOpen: () => openedAt.push(Date.now()),
      }),
    );
}

function reportState(): void {
  const open = watchers.filter(({ live }) => live.state() === 'open').length;
  report({ kind: 'state', sockets: watchers.length, open, openedAt });
  openedAt = [];
}

process.on('message', (message) => {
  const task = command.parse(message);
  if ('open' in task) openAll(task.open);
  else report({ kind: 'received', received: watchers.flatMap((watcher) => watcher.received(task.since)) });
});
process.on('disconnect', () => process.exit(0));
setInterval(reportState, REPORT_INTERVAL_MS);
reportState();
