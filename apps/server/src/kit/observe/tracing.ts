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

export interface Tracing {
  /** Calls `go` so that statements which follow from it belong to this call. Returns what ends the span. */
  beginCall(call: TracedCall, go: () => void): (ended: EndedCall) => void;
  /** `sql` has no values. Returns what ends the span, with the error of a statement that failed. */
  beginQuery(sql: string): (error?: unknown) => void;
  /** Sends what is left. */
  close(): Promise<void>;
}
