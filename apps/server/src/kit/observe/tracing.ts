// Interface through which the server reports its calls and statements to a tracing system; implemented by
// open-telemetry.ts.
import type { IncomingHttpHeaders } from 'node:http';

export interface TracedCall {
  readonly method: string;
  readonly requestId: string;
  /** Their `traceparent` header continues the caller's trace. */
  readonly headers: IncomingHttpHeaders;
}

export interface EndedCall {
  /** Route pattern such as `/api/v1/bookings/:id`; undefined when no route matched. */
  readonly route: string | undefined;
  readonly status: number;
}

export interface TracedWork {
  /** Name of the span, such as `job` and the job's name. */
  readonly name: string;
  /** `traceparent` of the call that caused the work, which may have ended; undefined when it is unknown. */
  readonly caller: Readonly<Record<string, string>> | undefined;
}

export interface Tracing {
  /** Runs `go` so that its statements belong to this call's span. Returns the function that ends the span. */
  beginCall(call: TracedCall, go: () => void): (ended: EndedCall) => void;
  /** Runs background work in its own span, to which its statements belong. */
  runWork<T>(work: TracedWork, go: () => Promise<T>): Promise<T>;
  /** `sql` contains no values. Returns the function that ends the span, with the error when the statement failed. */
  beginQuery(sql: string): (error?: unknown) => void;
  /** Sends the remaining spans. */
  close(): Promise<void>;
}
