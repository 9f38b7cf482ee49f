// Implements tracing with OpenTelemetry, configured by its standard variables. Loaded only when an endpoint for traces
// is set. Spans contain no personal data: only route patterns, statements without values, and no IP addresses or query
// strings.
import {
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { describeService } from './describe-service.ts';
import type { Tracing } from './tracing.ts';

/** Names a statement by its kind: `SELECT`, `INSERT`. */
const nameOfStatement = (sql: string): string =>
  /^\s*(?:\/\*.*?\*\/\s*)?(\w+)/s.exec(sql)?.[1]?.toUpperCase() ?? 'SQL';
/** Maximum length of a statement in a span, characters; a statement for many rows can be very long. */
const MAX_STATEMENT_LENGTH = 2_000;

function fail(span: Span, error: unknown): void {
  // Only the code is recorded, because messages of the database may contain values.
  const code: unknown = error instanceof Object ? Reflect.get(error, 'code') : undefined;
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute('error.type', typeof code === 'string' ? code : 'error');
}

/** The library reads sampling, batches, endpoints and headers from the variables `OTEL_*`. */
export function startTracing(version: string): Tracing {
  const provider = new NodeTracerProvider({
    resource: describeService(version),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  provider.register();
  const tracer = trace.getTracer('kerb', version);

  const callerOf = (headers: object): Context => propagation.extract(ROOT_CONTEXT, headers);

  return {
    beginCall({ method, requestId, headers }, go) {
      const attributes = { 'http.request.method': method, 'kerb.request_id': requestId };
      const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, callerOf(headers));
      context.with(trace.setSpan(ROOT_CONTEXT, span), go);
      return ({ route, status }) => {
        if (route !== undefined) {
          span.updateName(`${method} ${route}`);
          span.setAttribute('http.route', route);
        }
        span.setAttribute('http.response.status_code', status);
        if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      };
    },
    runWork({ name, caller }, go) {
      const parent = caller === undefined ? ROOT_CONTEXT : callerOf(caller);
      const span = tracer.startSpan(name, { kind: SpanKind.CONSUMER }, parent);
      return context.with(trace.setSpan(ROOT_CONTEXT, span), async () => {
        try {
          return await go();
        } catch (error) {
          fail(span, error);
          throw error;
        } finally {
          span.end();
        }
      });
    },
    beginQuery(sql) {
      // Statements outside of any span, such as the server's own, are not traced.
      if (trace.getActiveSpan() === undefined) return () => undefined;
      const attributes = {
        'db.system.name': 'postgresql',
        'db.query.text': sql.slice(0, MAX_STATEMENT_LENGTH),
      };
      const span = tracer.startSpan(nameOfStatement(sql), { kind: SpanKind.CLIENT, attributes });
      return (error) => {
        if (error !== undefined) fail(span, error);
        span.end();
      };
    },
    async close() {
      await provider.shutdown();
      trace.disable();
      context.disable();
      propagation.disable();
    },
  };
}
