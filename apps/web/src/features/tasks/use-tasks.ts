// React hook for the driver's open tasks: updated by live events, removed when they expire, answered one at a time.
import type { BookingView, Task } from '@kerb/contract';
import { ApiError } from '@kerb/sdk/client';
import { fetchBookings, fetchTasks } from '@kerb/sdk/store';
import { useEffect, useMemo, useState } from 'react';
import { client, refreshUser, useKerbDispatch, useKerbSelector } from '../../lib/store.ts';
import { useClockOffset } from '../../lib/trip-queue/server-clock.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { answerKey, nextExpiryIn, openTasks } from './countdown.ts';

interface Place {
  readonly lat: number;
  readonly lng: number;
}

export interface Tasks {
  /** Null while loading. */
  readonly tasks: readonly Task[] | null;
  /** Error code of the last request; null after a success. */
  readonly failure: string | null;
  /** Error of the last answer. */
  readonly problem: unknown;
  /** Id of the booking being answered. */
  readonly busy: string | null;
  readonly reload: () => void;
  readonly dismiss: () => void;
  /** The accepted booking, or null when it was rejected. */
  readonly accept: (task: Task, from: Place | null) => Promise<BookingView | null>;
  readonly decline: (task: Task) => Promise<void>;
}

/** Errors after which the task is removed; after other errors the driver can try again. */
const gone = ['booking_taken', 'transition_not_allowed', 'not_found', 'driver_not_eligible', 'forbidden'];

export function useTasks(): Tasks {
  const dispatch = useKerbDispatch();
  const { tasks: all, error } = useKerbSelector((state) => state.taskdata);
  const [answered, setAnswered] = useState<ReadonlySet<string>>(new Set());
  const [known, setKnown] = useState<readonly Task[] | null>(all);
  const [phoneNow, setNow] = useState(() => Date.now());
  // Deadlines are by the server's clock: with a phone clock that is ahead, every task would expire at once.
  const offset = useClockOffset();
  const now = phoneNow + offset;
  const { busyKey, problem, clearProblem, run } = useSubmission();

  // The previous list stays visible until a reload has finished.
  useEffect(() => {
    if (all === null) return;
    setKnown(all);
    setNow(Date.now());
  }, [all]);

  // One timer for the next deadline removes the expired task and reloads the list.
  useEffect(() => {
    const wait = nextExpiryIn(known ?? [], now);
    if (wait === null) return;
    const timer = setTimeout(() => {
      setNow(Date.now());
      void dispatch(fetchTasks());
    }, wait + 50);
    return () => clearTimeout(timer);
  }, [known, now, dispatch]);

  const open = useMemo(() => known && openTasks(known, now, answered), [known, now, answered]);
  const leave = (task: Task) => setAnswered((before) => new Set(before).add(answerKey(task)));

  const answer = <Result>(task: Task, call: () => Promise<Result>) =>
    run(async () => {
      try {
        const result = await call();
        leave(task);
        return result;
      } catch (refusal) {
        if (refusal instanceof ApiError && gone.includes(refusal.code)) leave(task);
        throw refusal;
      } finally {
        void dispatch(fetchTasks());
      }
    }, task.booking);

  return {
    tasks: open,
    failure: error.flag ? (error.msg ?? 'internal') : null,
    problem,
    busy: busyKey,
    reload: () => void dispatch(fetchTasks()),
    dismiss: clearProblem,
    accept: async (task, from) => {
      const body = from ? { location: { lat: from.lat, lng: from.lng }, at: Date.now() + offset } : {};
      const accepted = await answer(task, () => client.acceptBooking({ params: { id: task.booking }, body }));
      if (accepted) void dispatch(fetchBookings());
      void refreshUser();
      return accepted?.result ?? null;
    },
    decline: async (task) => {
      await answer(task, () => client.declineBooking({ params: { id: task.booking }, body: {} }));
    },
  };
}
