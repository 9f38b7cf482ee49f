// Traces by OpenTelemetry, configured by its standard variables. Loaded only where an address for traces is set. A span has
// no personal data: routes as patterns, statements without their values, no addresses of people and no queries of URLs.
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

/** Statements of the same kind have one name: `SELECT`, `INSERT`. */
const nameOfStatement = (sql: string): string =>
  /^\s*(?:\/\*.*?\*\/\s*)?(\w+)/s.exec(sql)?.[1]?.toUpperCase() ?? 'SQL';
/** A statement for many rows is as long as they are. */
const LONGEST_STATEMENT = 2_000;

function fail(span: Span, error: unknown): void {
  // Messages of the database may contain values; the code says what went wrong.
  const code: unknown = error instanceof Object ? Reflect.get(error, 'code') : undefined;
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute('error.type', typeof code === 'string' ? code : 'error');
}

/** Sampling, batches, addresses and headers are read from the variables `OTEL_*` by the library. */
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
      // Statements of the server itself belong to no span.
      if (trace.getActiveSpan() === undefined) return () => undefined;
      const attributes = { 'db.system.name': 'postgresql', 'db.query.text': sql.slice(0, LONGEST_STATEMENT) };
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
