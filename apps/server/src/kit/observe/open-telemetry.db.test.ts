// Tests the traces that an OpenTelemetry collector receives: one trace per call with its statements, without personal
// data.
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { observeStatements } from '../db/observe-statements.ts';
import { addJob } from '../jobs/add-job.ts';
import { startJobs } from '../jobs/runner.ts';
import { createTestApp } from '../testing/test-app.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { createLogger } from './logger.ts';
import { createMetrics } from './metrics.ts';
import { startTracing } from './open-telemetry.ts';
import { startOtlpCollector } from './testing/otlp-collector.ts';
import { traceJobs, traceSubscriber } from './trace-work.ts';

const collector = await startOtlpCollector('/v1/traces');
vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', collector.url);
vi.stubEnv('OTEL_SERVICE_NAME', 'kerb-of-the-test');
afterAll(() => {
  vi.unstubAllEnvs();
  collector.close();
});

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const occurrences = (text: Buffer, part: string | Buffer): number => {
  let count = 0;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) count += 1;
  return count;
};

beforeEach(() => collector.forget());

it('a request is one trace with its statements, continues the caller’s trace, and contains no values', async () => {
  const tracing = startTracing('0.0.0-test');
  const database = await createTestDatabase();
  database.pool.on('connect', (client) =>
    observeStatements(client, { comment: () => null, begin: (sql) => tracing.beginQuery(sql) }),
  );
  const app = await createTestApp({ database, seed: true, tracing });
  const answer = await app.server.inject({
    method: 'POST',
    url: '/api/v1/auth/otp?secret=of-the-address',
    headers: { traceparent: `00-${TRACE}-b7ad6b7169203331-01`, 'x-request-id': 'from-the-browser-1' },
    payload: { mobile: '+59891000001' },
  });
  expect(answer.statusCode).toBe(201);
  await app.close();
  await tracing.close();

  const sent = collector.received();
  expect(occurrences(sent, 'kerb-of-the-test')).toBeGreaterThan(0);
  expect(occurrences(sent, 'POST /api/v1/auth/otp')).toBe(1);
  expect(occurrences(sent, 'from-the-browser-1')).toBe(1);
  // Counts the spans of the call and its statements; concurrent jobs and events have traces of their own.
  const statements = occurrences(sent, Buffer.from(TRACE, 'hex')) - 1;
  expect(statements).toBeGreaterThan(2);
  expect(statements).toBeLessThanOrEqual(occurrences(sent, 'db.query.text'));
  expect(occurrences(sent, '59891000001')).toBe(0);
  expect(occurrences(sent, 'of-the-address')).toBe(0);
});

it('the trace continues in an added job, whose payload is unchanged', async () => {
  const tracing = startTracing('0.0.0-test');
  const database = await createTestDatabase();
  database.pool.on('connect', (client) =>
    observeStatements(client, { comment: () => null, begin: (text) => tracing.beginQuery(text) }),
  );
  const add = () => database.withTx((tx) => addJob(tx, 'print_receipt', { booking: 'b-1' }));
  const headers = { traceparent: `00-${TRACE}-b7ad6b7169203331-01` };
  await new Promise<void>((resolve, reject) => {
    const end = tracing.beginCall({ method: 'POST', requestId: 'r-1', headers }, () => {
      add().then(resolve, reject);
    });
    end({ route: '/api/v1/bookings', status: 201 });
  });

  const printed: unknown[] = [];
  const handlers = {
    async print_receipt(payload: unknown) {
      await sql`select 'of the job'`.execute(database.queries);
      printed.push(payload);
    },
  };
  const runner = await startJobs({
    database,
    handlers: traceJobs(handlers, tracing),
    schedules: {},
    logger: createLogger('fatal'),
    metrics: createMetrics(),
  });
  await vi.waitFor(() => expect(printed).toEqual([{ booking: 'b-1' }]));
  await runner.stop();
  await tracing.close();
  await database.close();

  const sent = collector.received();
  expect(occurrences(sent, 'job print_receipt')).toBe(1);
  expect(occurrences(sent, 'of the job')).toBe(1);
  // The call, the statements of its transaction, the job and its statement belong to one trace.
  expect(occurrences(sent, Buffer.from(TRACE, 'hex'))).toBe(2 + occurrences(sent, 'db.query.text'));
});

it('handling the events of a subscriber has a span, for single events and batches', async () => {
  const tracing = startTracing('0.0.0-test');
  const handled: number[] = [];
  const subscriber = traceSubscriber(
    {
      name: 'of-the-test',
      events: ['trip.ended'],
      handle: async () => void handled.push(1),
      handleTogether: async (events) => void handled.push(events.length),
    },
    tracing,
  );
  const event = { id: 1, position: 1, name: 'trip.ended', topics: [], data: {}, at: 0 };
  await subscriber.handle(event);
  await subscriber.handleTogether?.([event, event]);
  await tracing.close();
  expect(handled).toEqual([1, 2]);
  expect(occurrences(collector.received(), 'events of-the-test')).toBe(2);
});
