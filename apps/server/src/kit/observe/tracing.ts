// What the server reports to a tracing system about its calls and statements; implemented by open-telemetry.ts.
import type { IncomingHttpHeaders } from 'node:http';

export interface TracedCall {
  readonly method: string;
  readonly requestId: string;
  /** Their `traceparent` continues the trace of the caller. */
  readonly headers: IncomingHttpHeaders;
}

export interface EndedCall {
  /** The pattern of the route, such as `/api/v1/bookings/:id`; undefined where no route matched. */
  readonly route: string | undefined;
  readonly status: number;
}

export interface TracedWork {
  /** Such as `job` and the job's name. */
  readonly name: string;
  /** `traceparent` of the call that led to it, which may have ended; undefined where none is known. */
  readonly caller: Readonly<Record<string, string>> | undefined;
}

export interface Tracing {
  /** Calls `go` so that statements which follow from it belong to this call. Returns what ends the span. */
  beginCall(call: TracedCall, go: () => void): (ended: EndedCall) => void;
  /** Runs work behind calls in a span of its own; statements of it belong to the span. */
  runWork<T>(work: TracedWork, go: () => Promise<T>): Promise<T>;
  /** `sql` has no values. Returns what ends the span, with the error of a statement that failed. */
  beginQuery(sql: string): (error?: unknown) => void;
  /** Sends what is left. */
  close(): Promise<void>;
}
