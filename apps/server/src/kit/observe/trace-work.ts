// Creates spans for background work: jobs, in the trace of the call that added them, and events handled by subscribers.
import { z } from 'zod';
import type { JobHandlers } from '../jobs/add-job.ts';
import type { Subscriber } from '../outbox/subscriber.ts';
import { TRACE_FIELD } from './trace-context.ts';
import type { Tracing } from './tracing.ts';

const tracedPayload = z.looseObject({ [TRACE_FIELD]: z.record(z.string(), z.string()).optional() });

/** Wraps the job handlers: each run has a span, and the trace is removed from the payload. */
export function traceJobs(handlers: JobHandlers, tracing: Pick<Tracing, 'runWork'> | null): JobHandlers {
  const traced = Object.entries(handlers).map(([name, handle]) => {
    const run = async (jobPayload: unknown): Promise<void> => {
      const { data } = tracedPayload.safeParse(jobPayload);
      if (data === undefined) return handle(jobPayload);
      const { [TRACE_FIELD]: caller, ...payload } = data;
      if (tracing === null) return handle(payload);
      return tracing.runWork({ name: `job ${name}`, caller }, () => handle(payload));
    };
    return [name, run] as const;
  });
  return Object.fromEntries(traced);
}

/** Wraps the subscriber: each event, or each group of events handled together, has a span. */
export function traceSubscriber(
  subscriber: Subscriber,
  tracing: Pick<Tracing, 'runWork'> | null,
): Subscriber {
  if (tracing === null) return subscriber;
  const work = { name: `events ${subscriber.name}`, caller: undefined };
  const { handleTogether } = subscriber;
  const traced: Subscriber = {
    name: subscriber.name,
    events: subscriber.events,
    handle: (event) => tracing.runWork(work, () => subscriber.handle(event)),
  };
  if (handleTogether === undefined) return traced;
  return {
    ...traced,
    handleTogether: (events) => tracing.runWork(work, () => handleTogether.call(subscriber, events)),
  };
}
