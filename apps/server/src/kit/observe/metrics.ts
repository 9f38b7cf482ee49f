// Defines the server's metrics, exported in Prometheus's text format.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export interface Metrics {
  /** The metrics of one city, and of the process in that of the first city. */
  readonly registry: Registry;
  /** Its own registry, and those of the other cities that this server runs. */
  registries(): readonly Registry[];
  /** Registers the registries of other cities; they are read at each export. */
  includeOthers(read: () => readonly Registry[]): void;
  readonly httpSeconds: Histogram<'method' | 'route' | 'status'>;
  /** Calls rejected because of overload, by priority. */
  readonly shed: Counter<'class'>;
  readonly liveSockets: Gauge;
  /** Received positions of cars that report to other servers. */
  readonly positionsReceived: Counter;
  /** Ignored messages from other servers: their topic or format is unknown to this server. */
  readonly messagesUnread: Counter<'reason'>;
  readonly liveDropped: Counter<'kind'>;
  readonly liveRefused: Counter<'reason'>;
  readonly eventsHandled: Counter<'subscriber' | 'result'>;
  readonly jobs: Counter<'name' | 'result'>;
  /** Metrics of the routing engine's queue by lane: waiting calls, waiting times, and rejected calls. */
  readonly routing: {
    readonly waiting: Gauge<'lane'>;
    readonly waitSeconds: Histogram<'lane'>;
    readonly refused: Counter<'lane'>;
  };
  /** Registers a gauge whose value is read at each export; NaN when reading fails or takes longer than two seconds. */
  observe(name: string, help: string, read: () => number | Promise<number>): void;
  /** Registers the circuit breakers by host; their states are read at each export. */
  observeBreakers(read: () => ReadonlyMap<string, 'closed' | 'half-open' | 'open'>): void;
  /**
   * Registers the number of list and report statements answered by the replica and by the primary; read at each export.
   */
  observeReads(read: () => Readonly<Record<'replica' | 'primary', number>>): void;
}

/** Values of the metric `kerb_breaker_state`. */
const breakerValues = { closed: 0, 'half-open': 1, open: 2 } as const;

/** Timeout of reading one gauge, ms: an unavailable database must not delay the export of the other metrics. */
const READ_WITHIN_MS = 2_000;

async function readInTime(read: () => number | Promise<number>): Promise<number> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<number>((resolve) => {
    timer = setTimeout(resolve, READ_WITHIN_MS, Number.NaN);
  });
  try {
    return await Promise.race([read(), late]);
  } catch {
    return Number.NaN;
  } finally {
    clearTimeout(timer);
  }
}

/** `city` is the key of another city, which all its series have as a label; null for the first city. */
export function createMetrics(city: string | null = null): Metrics {
  const registry = new Registry();
  // The process is the same for all cities.
  if (city === null) collectDefaultMetrics({ register: registry });
  else registry.setDefaultLabels({ city });
  const registers = [registry];
  let readOthers: () => readonly Registry[] = () => [];
  let readBreakers: Parameters<Metrics['observeBreakers']>[0] = () => new Map();
  new Gauge({
    name: 'kerb_breaker_state',
    help: 'Circuit breaker of each remote host: 0 closed, 1 half-open, 2 open',
    labelNames: ['host'],
    registers,
    collect() {
      this.reset();
      for (const [host, state] of readBreakers()) this.set({ host }, breakerValues[state]);
    },
  });
  return {
    registry,
    registries: () => [registry, ...readOthers()],
    includeOthers(read) {
      readOthers = read;
    },
    httpSeconds: new Histogram({
      name: 'kerb_http_request_seconds',
      help: 'Time from request to answer',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    shed: new Counter({
      name: 'kerb_requests_shed_total',
      help: 'Calls refused because the server was overloaded, by the priority of their route',
      labelNames: ['class'],
      registers,
    }),
    liveSockets: new Gauge({ name: 'kerb_live_sockets', help: 'Open live sockets', registers }),
    positionsReceived: new Counter({
      name: 'kerb_positions_received_total',
      help: 'Positions of cars that report to other servers, received from them',
      registers,
    }),
    messagesUnread: new Counter({
      name: 'kerb_server_messages_unread_total',
      help: 'Messages of other servers that this version cannot read and ignores',
      labelNames: ['reason'],
      registers,
    }),
    liveDropped: new Counter({
      name: 'kerb_live_dropped_total',
      help: 'Positions not sent, and sockets closed, because the client was slow',
      labelNames: ['kind'],
      registers,
    }),
    liveRefused: new Counter({
      name: 'kerb_live_refused_total',
      help: 'Live sockets refused because the server, the address or the person had too many',
      labelNames: ['reason'],
      registers,
    }),
    eventsHandled: new Counter({
      name: 'kerb_events_handled_total',
      help: 'Outbox events handled by subscribers',
      labelNames: ['subscriber', 'result'],
      registers,
    }),
    jobs: new Counter({
      name: 'kerb_jobs_total',
      help: 'Background jobs run',
      labelNames: ['name', 'result'],
      registers,
    }),
    routing: {
      waiting: new Gauge({
        name: 'kerb_routing_waiting',
        help: 'Calls that wait for the routing engine',
        labelNames: ['lane'],
        registers,
      }),
      waitSeconds: new Histogram({
        name: 'kerb_routing_wait_seconds',
        help: 'Time a call waited for the routing engine',
        labelNames: ['lane'],
        buckets: [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
        registers,
      }),
      refused: new Counter({
        name: 'kerb_routing_refused_total',
        help: 'Calls refused because the queue of the routing engine was full or too slow',
        labelNames: ['lane'],
        registers,
      }),
    },
    observeBreakers(read) {
      readBreakers = read;
    },
    observeReads(read) {
      new Counter({
        name: 'kerb_replica_reads_total',
        help: 'Statements of lists and reports, by what answered them',
        labelNames: ['from'],
        registers,
        collect() {
          this.reset();
          for (const [from, count] of Object.entries(read())) this.inc({ from }, count);
        },
      });
    },
    observe(name, help, read) {
      new Gauge({
        name,
        help,
        registers,
        async collect() {
          this.set(await readInTime(read));
        },
      });
    },
  };
}
