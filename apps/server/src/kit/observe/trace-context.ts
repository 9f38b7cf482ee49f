// The trace of the running call, for the jobs that it adds.
import { context, propagation } from '@opentelemetry/api';

/** The field of a job's payload that has the trace of the call which added it. */
export const TRACE_FIELD = 'kerb_trace';

/** The payload with the running call's trace; unchanged outside of calls that are traced. */
export function withTrace(payload: Record<string, unknown>): Record<string, unknown> {
  const trace: Record<string, string> = {};
  propagation.inject(context.active(), trace);
  return Object.keys(trace).length === 0 ? payload : { ...payload, [TRACE_FIELD]: trace };
}
