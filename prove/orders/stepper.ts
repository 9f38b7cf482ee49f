// Runs several actions concurrently, one statement at a time and in a chosen order, on a real PostgreSQL.
import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { Intercept } from '../lib/intercepted-database.ts';

/** The points at which an action stops until it is chosen. */
export type Grain = 'locks and writes' | 'transactions';

interface Task {
  readonly index: number;
  /** Added to the time that the action reads, in ms. */
  readonly offsetMs: number;
  state: 'waiting' | 'running' | 'done';
  pid: number;
  /** Its last statement before a transaction has read the booking without a lock. */
  hasLooked: boolean;
  /** It has taken its first lock. */
  hasLocked: boolean;
  inTransaction: boolean;
  open: () => void;
  result: string;
}

export interface Action {
  readonly offsetMs?: number;
  /** Resolves to a short text of the result: a status with an error code, or a value. */
  readonly run: () => Promise<string>;
}

/** Chooses which of the enabled tasks continues; the first is the one that ran last, if it can continue. */
export type Choose = (enabled: readonly number[]) => number;

/** Time that a statement may take before PostgreSQL is queried whether it waits for a lock, in ms. */
const LOOK_AFTER_MS = 3;
const MAX_POLLS = 2_000;

/**
 * Rows of users and settings are locked in shared mode only, and the chain of the ledger is the last lock of a
 * transaction.
 */
const lock = /from "(bookings|drivers|withdraws|promos)" .*for update|pg_advisory|ledger_hold\(/;
const write = /^update "(bookings|drivers)"/;

const looksAt = (text: string): boolean => /from "(bookings|booking_requests)"/.test(text);

export interface Stepper {
  readonly intercept: Intercept;
  /** The time offset of the current action. */
  offset(): number;
  /** The results of all actions, in their order. */
  run(actions: readonly Action[], choose: Choose, grain: Grain): Promise<string[]>;
}

export function createStepper(asOwner: Pick<pg.Pool, 'query'>): Stepper {
  const current = new AsyncLocalStorage<Task>();
  let grain: Grain = 'locks and writes';
  let changes = 0;
  let wake: () => void = () => undefined;

  const changed = (): void => {
    changes += 1;
    wake();
  };

  function stop(task: Task): Promise<void> {
    return new Promise((resolve) => {
      task.open = resolve;
      task.state = 'waiting';
      changed();
    });
  }

  function stopsAt(task: Task, text: string): boolean {
    if (!task.inTransaction) return task.hasLooked && (text === 'begin' || looksAt(text));
    if (text === 'commit') return true;
    const isLock = lock.test(text);
    if (grain === 'transactions') return !task.hasLocked && (isLock || write.test(text));
    return isLock || write.test(text);
  }

  const intercept: Intercept = async ({ text, pid }, send) => {
    const task = current.getStore();
    if (task === undefined) return send(text);
    if (stopsAt(task, text)) await stop(task);
    if (task.inTransaction && (lock.test(text) || write.test(text))) task.hasLocked = true;
    if (text === 'begin' || text.startsWith('start transaction')) task.inTransaction = true;
    else if (!task.inTransaction && looksAt(text)) task.hasLooked = true;
    task.pid = pid;
    try {
      return await send(text);
    } finally {
      if (text === 'commit' || text === 'rollback') {
        task.inTransaction = false;
        task.hasLooked = false;
        task.hasLocked = false;
      }
    }
  };

  async function waitForLocks(pids: readonly number[]): Promise<number> {
    const { rows } = await asOwner.query(
      "select count(*)::int as waiting from pg_stat_activity where pid = any($1) and wait_event_type = 'Lock'",
      [pids],
    );
    return rows[0]?.waiting ?? 0;
  }

  /** Resolves when every task waits to be chosen, waits for a lock, or is done. */
  async function settle(tasks: readonly Task[]): Promise<void> {
    for (let looks = 0; looks < MAX_POLLS; looks += 1) {
      const running = tasks.filter(({ state }) => state === 'running');
      if (running.length === 0) return;
      const before = changes;
      const next = new Promise<void>((resolve) => {
        wake = resolve;
      });
      await Promise.race([next, pause(LOOK_AFTER_MS)]);
      if (changes !== before) continue;
      const others = tasks.some(({ state }) => state === 'waiting');
      const waiting = await waitForLocks(running.map(({ pid }) => pid));
      // When no other task can continue, PostgreSQL resolves the deadlock.
      if (changes === before && waiting === running.length && others) return;
    }
    throw new Error('An action neither ends nor waits for a lock');
  }

  async function perform(task: Task, { run }: Action): Promise<void> {
    await current.run(task, async () => {
      await stop(task);
      task.result = await run();
    });
    task.state = 'done';
    changed();
  }

  return {
    intercept,
    offset: () => current.getStore()?.offsetMs ?? 0,
    async run(actions, choose, wanted) {
      grain = wanted;
      const tasks = actions.map(
        ({ offsetMs = 0 }, index): Task => ({
          index,
          offsetMs,
          state: 'waiting',
          pid: 0,
          hasLooked: false,
          hasLocked: false,
          inTransaction: false,
          open: () => undefined,
          result: '',
        }),
      );
      const all = Promise.all(
        tasks.map((task, index) => perform(task, actions[index] ?? { run: async () => '' })),
      );
      let last = 0;
      while (tasks.some(({ state }) => state !== 'done')) {
        await settle(tasks);
        const enabled = tasks
          .filter(({ state }) => state === 'waiting')
          .map(({ index }) => index)
          .sort((one, other) => Number(other === last) - Number(one === last) || one - other);
        if (enabled.length === 0) continue;
        last = choose(enabled);
        const task = tasks[last];
        if (!task) throw new Error(`There is no action ${last}`);
        task.state = 'running';
        task.open();
      }
      await all;
      return tasks.map(({ result }) => result);
    },
  };
}
