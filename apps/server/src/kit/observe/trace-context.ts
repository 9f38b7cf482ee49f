// Passes the trace of the running call to the jobs that it adds.
import { context, propagation } from '@opentelemetry/api';

/** Field of a job's payload with the trace of the call that added it. */
export const TRACE_FIELD = 'kerb_trace';

/** Adds the running call's trace to the payload; unchanged outside traced calls. */
export function withTrace(payload: Record<string, unknown>): Record<string, unknown> {
  const trace: Record<string, string> = {};
  propagation.inject(context.active(), trace);
  return Object.keys(trace).length === 0 ? payload : { ...payload, [TRACE_FIELD]: trace };
}
