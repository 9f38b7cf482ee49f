// Spans of what runs behind calls: jobs, in the trace of the call that added them, and events of subscribers.
import { z } from 'zod';
import type { JobHandlers } from '../jobs/add-job.ts';
import type { Subscriber } from '../outbox/subscriber.ts';
import { TRACE_FIELD } from './trace-context.ts';
import type { Tracing } from './tracing.ts';

const tracedPayload = z.looseObject({ [TRACE_FIELD]: z.record(z.string(), z.string()).optional() });

/** The same jobs, each with a span, and without the trace in their payload. */
export function traceJobs(handlers: JobHandlers, tracing: Pick<Tracing, 'runWork'> | null): JobHandlers {
  const traced = Object.entries(handlers).map(([name, handle]) => {
    const run = async (given: unknown): Promise<void> => {
      const { data } = tracedPayload.safeParse(given);
      if (data === undefined) return handle(given);
      const { [TRACE_FIELD]: caller, ...payload } = data;
      if (tracing === null) return handle(payload);
      return tracing.runWork({ name: `job ${name}`, caller }, () => handle(payload));
    };
    return [name, run] as const;
  });
  return Object.fromEntries(traced);
}

/** The same subscriber, with a span of each event, or of several that it handles together. */
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
