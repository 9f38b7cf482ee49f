// Creates the HTTP server: its plugins in order, the hooks of every request, and the answers to errors.
import type { RequestListener, Server } from 'node:http';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import underPressure from '@fastify/under-pressure';
import websocket from '@fastify/websocket';
import { keyScopeOf, type RouteDefinition } from '@kerb/contract';
import { DomainError } from '@kerb/domain/kernel';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Logger } from '../observe/logger.ts';
import type { Metrics } from '../observe/metrics.ts';
import type { RefusedCalls } from '../observe/refused-calls.ts';
import type { Tracing } from '../observe/tracing.ts';
import { createAcceptors } from './acceptors.ts';
import {
  type Actor,
  bearerOf,
  type Credentials,
  credentialsOf,
  intendedActor,
  type ResolveKey,
  type ResolveSession,
} from './actor.ts';
import { Shed } from './admission.ts';
import { TooManyRequests } from './allowance.ts';
import { type Callers, createCallers } from './callers.ts';
import { type ClientLimits, defaultClientLimits, LISTEN_BACKLOG } from './client-limits.ts';
import { callOf } from './current-call.ts';
import type { Idempotency } from './idempotency.ts';
import { carriesBasicAuth } from './operator.ts';
import { mayActFromOrigin } from './origin.ts';
import { PROBLEM_TYPE, type Problem, toProblem } from './problem.ts';
import { type LoadProtection, protectFromLoad } from './protect-from-load.ts';
import { createRefusalPause } from './refusal-pause.ts';
import { requestIdOf } from './request-id.ts';
import type {} from './request-state.ts';
import {
  errorCaching,
  malformedRequestAnswer,
  minimalHeaders,
  registerResponseHeaders,
} from './response-headers.ts';
import { createSharedServer, type OtherHosts } from './shared-port.ts';
import { leave } from './shed-calls.ts';
import { traceCalls } from './trace-calls.ts';

export interface HttpOptions {
  resolveSession: ResolveSession;
  /** When left out, no key is valid. */
  resolveKey?: ResolveKey;
  idempotency: Idempotency;
  logger: Logger;
  metrics: Metrics;
  /** Counts rejected calls for the security log; when left out, they are not counted. */
  refused?: Pick<RefusedCalls, 'count'>;
  trustProxy: boolean;
  hostedBasicAuth: string | undefined;
  /** Public URL of this installation; undefined: the origin of each request is used. */
  publicUrl?: string | undefined;
  /** Production is served over TLS by a proxy, so browsers get Strict-Transport-Security. */
  isProduction: boolean;
  /** Identifies callers and limits their calls; by default created from `resolveSession` and `limits`. */
  callers?: Callers;
  /** Allowed calls per minute and caller; `scale` multiplies it and the routes' own limits. */
  limits: {
    callsPerMinute: number;
    scale: number;
    /** Event loop delay above which requests are rejected, ms; 4000 by default, 0 disables the check. */
    eventLoopDelayMs?: number;
    /** Delay of the answer to a caller beyond a limit, ms; half a second by default. */
    refusalPauseMs?: number;
  };
  /** Connection pool whose waiting calls indicate overload; when left out, only the event loop does. */
  pool?: LoadProtection['pool'];
  clients?: ClientLimits;
  tracing?: Tracing | null;
  /** While true, the server is stopping, and each connection is closed after its response. */
  isStopping?: () => boolean;
  /** Parts replaced by load proofs. */
  shedding?: LoadProtection['shedding'];
  /** Other installations on the same port; when left out, all calls are for this one. */
  others?: OtherHosts;
  /** False when the server of another installation listens and forwards this one's calls; true by default. */
  listens?: boolean;
  /** Number of sockets that accept connections, each one in a turn of the event loop; one by default. */
  acceptors?: number;
}

const UPLOAD_LIMIT_BYTES = 10 * 1024 * 1024;
const EVENT_LOOP_DELAY_MS = 4_000;
const LIVE_MESSAGE_BYTES = 16 * 1024;

async function registerPlugins(
  app: FastifyInstance,
  options: HttpOptions,
  upgrades: Server | undefined,
): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: options.limits.eventLoopDelayMs ?? EVENT_LOOP_DELAY_MS,
    // A sample interval without any sample counts as infinite delay, so the interval must be as long as the limit.
    sampleInterval: EVENT_LOOP_DELAY_MS,
    pressureHandler: (request) => {
      if (request.url !== '/health' && request.url !== '/metrics') throw new DomainError('overloaded');
    },
  });
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: 1024,
    brotliOptions: { params: { 1: 4 } },
  });
  await app.register(multipart, {
    limits: { fileSize: UPLOAD_LIMIT_BYTES, files: 1, fields: 10, parts: 11 },
  });
  await app.register(websocket, {
    options: {
      maxPayload: LIVE_MESSAGE_BYTES,
      perMessageDeflate: false,
      ...(upgrades === undefined ? {} : { server: upgrades }),
    },
  });
}

function guardAddress({ url }: FastifyRequest): void {
  if (/%00/.test(url)) throw new DomainError('invalid_input', 'The address holds a NUL');
}

/** Credentials of the caller's session; null on routes for other sites, systems and partners, which ignore it. */
function sessionCredentials(request: FastifyRequest): Credentials | null {
  const { definition } = request.routeOptions.config;
  const { crossSiteForm, rawBody } = definition ?? {};
  const isForKeys = definition !== undefined && keyScopeOf(definition.access) !== null;
  return crossSiteForm || rawBody || isForKeys ? null : credentialsOf(request);
}

/** Sessions are ignored on routes that require a key. */
async function identifyPartner(request: FastifyRequest, callers: Callers): Promise<void> {
  const key = bearerOf(request);
  if (key === undefined) await callers.admitAnonymous(request.ip);
  else request.partner = await callers.lookUpKey(request.ip, key);
  const { routeLimit } = request.routeOptions.config;
  if (routeLimit) await callers.admitToRoute(routeLimit, request.ip, request.partner?.id ?? null);
}

function lookUp(request: FastifyRequest, callers: Callers, token: string): Promise<Actor | null> {
  const { ip, raw, routeOptions } = request;
  if (!routeOptions.config.isLive) return callers.lookUp(ip, token);
  return callers.lookUpForSocket(ip, token, () => raw.socket.destroyed);
}

/** A call is counted for its user as soon as that is known, before it can be rejected for another reason. */
async function identify(
  request: FastifyRequest,
  callers: Callers,
  hostedBasicAuth: string | undefined,
): Promise<void> {
  const { definition, routeLimit } = request.routeOptions.config;
  const { ip } = request;
  if (definition && keyScopeOf(definition.access) !== null) {
    await identifyPartner(request, callers);
    guardAddress(request);
    return;
  }
  const credentials = sessionCredentials(request);
  const isCrossSite = credentials?.from === 'cookie' && !mayActFromOrigin(request);
  if (credentials === null || isCrossSite) await callers.admitAnonymous(ip);
  if (isCrossSite) throw new DomainError('bad_origin');
  const person = credentials === null ? null : await lookUp(request, callers, credentials.token);
  if (routeLimit) await callers.admitToRoute(routeLimit, ip, person?.uid ?? null);
  guardAddress(request);
  request.actor = intendedActor(request, person);
  request.isOperator = carriesBasicAuth(request, hostedBasicAuth);
}

type PauseRefusal = ReturnType<typeof createRefusalPause>;

/**
 * Counts each call for its address before any work is done, also before it can take a slot: an address or a known user
 * beyond their limit takes none from others.
 */
function countCalls(app: FastifyInstance, callers: Callers, pauseRefusal: PauseRefusal): void {
  app.addHook('onRequest', async (request) => {
    // Calls of load balancers are never rejected; an address that sends too many gets delayed answers.
    if (request.routeOptions.config.isOperation)
      return callers.exceedsProbeLimit(request.ip) ? pauseRefusal() : undefined;
    try {
      await callers.admitCall(request.ip, sessionCredentials(request)?.token);
    } catch (error) {
      if (error instanceof TooManyRequests) await pauseRefusal();
      throw error;
    }
  });
}

function identifyCallers(
  app: FastifyInstance,
  callers: Callers,
  { pauseRefusal, hostedBasicAuth }: { pauseRefusal: PauseRefusal; hostedBasicAuth: string | undefined },
): void {
  app.decorateRequest('actor', null);
  app.decorateRequest('isOperator', false);
  app.decorateRequest('partner', null);
  app.decorateRequest('idempotent', null);
  app.decorateRequest('problem', null);
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.isOperation) return;
    await identify(request, callers, hostedBasicAuth).catch(async (error: unknown) => {
      if (error instanceof TooManyRequests) {
        // The pause costs the server nothing, so others may have the slot.
        leave(request);
        await pauseRefusal();
      }
      throw error;
    });
  });
}

/** Not signed in, not allowed, or too often. */
const refusedStatuses = new Set([401, 403, 429]);

/** Additional fields in which clients of a standard expect the error. */
function standardError(definition: RouteDefinition | undefined, { code, title, detail }: Problem) {
  if (definition?.root) return { error: definition.failure ?? title };
  if (!definition || keyScopeOf(definition.access) === null) return {};
  return { error: code, error_description: title, error_details: [detail ?? title] };
}

function answerErrors(app: FastifyInstance, { logger, refused }: HttpOptions): void {
  app.setErrorHandler((error, request: FastifyRequest, reply: FastifyReply) => {
    const { definition } = request.routeOptions.config;
    const found = toProblem(error, request.id);
    const problem = { ...found, ...standardError(definition, found) };
    request.problem = problem.code;
    // A 503 for a resource that is not ready or busy is expected; other 5xx are server errors.
    const seen = { err: error, requestId: request.id, route: request.routeOptions.url };
    if (problem.status === 503) logger.debug(seen, problem.code);
    else if (problem.status >= 500) logger.error(seen, problem.code);
    if (refusedStatuses.has(problem.status)) {
      const route = request.routeOptions.url ?? 'none';
      const { by, address } = callOf(request);
      refused?.count({ code: problem.code, method: request.method, route, address, by });
    }
    if (error instanceof TooManyRequests || error instanceof Shed)
      reply.header('retry-after', String(error.retryAfterSecs));
    if (problem.status === 503 && !reply.hasHeader('retry-after')) reply.header('retry-after', '5');
    return reply
      .code(problem.status)
      .headers(errorCaching)
      .type(PROBLEM_TYPE)
      .serializer((payload: unknown) => String(payload))
      .send(JSON.stringify(problem));
  });
}

/** Parses answers by the contract's schema, so that undeclared fields never leave the server. */
function serialiseByContract(app: FastifyInstance): void {
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(({ schema, url, method }) => {
    if (!(schema instanceof z.ZodType)) return (data) => JSON.stringify(data);
    return (data) => {
      const parsed = schema.safeParse(data);
      if (!parsed.success)
        throw new Error(
          `The answer of ${method} ${url} is not what the contract says: ${parsed.error.message}`,
        );
      return JSON.stringify(parsed.data);
    };
  });
}

const UNSTORABLE = /\0|\p{Surrogate}/u;

/**
 * JSON reviver. Rejects NUL and unpaired surrogates in texts and field names, because PostgreSQL cannot store them;
 * drops a field named __proto__.
 */
function rejectUnstorable(key: string, value: unknown): unknown {
  if (UNSTORABLE.test(key) || (typeof value === 'string' && UNSTORABLE.test(value)))
    throw new DomainError('invalid_input', undefined, [
      { path: key.replace(/[\0\p{Surrogate}]/gu, '?'), message: 'Contains an invalid character' },
    ]);
  return key === '__proto__' ? undefined : value;
}

/** Parses JSON bodies. A call with JSON content type and an empty body counts as a call without input. */
function readJson(app: FastifyInstance): void {
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_, body, done) => {
    try {
      const text = String(body);
      done(null, text === '' ? undefined : JSON.parse(text, rejectUnstorable));
    } catch (error) {
      done(
        error instanceof DomainError ? error : new DomainError('invalid_input', 'The body is not valid JSON'),
      );
    }
  });
}

function observe(app: FastifyInstance, { metrics, logger }: HttpOptions): void {
  app.decorateRequest('arrivedAt', 0);
  app.addHook('onRequest', async (request) => {
    request.arrivedAt = performance.now();
  });
  app.addHook('onResponse', async (request, reply) => {
    const seconds = (performance.now() - request.arrivedAt) / 1000;
    const route = request.routeOptions.url ?? 'none';
    metrics.httpSeconds.observe({ method: request.method, route, status: reply.statusCode }, seconds);
    logger.debug({ requestId: request.id, method: request.method, route, status: reply.statusCode, seconds });
  });
}

/** Accepts with this number of sockets from the time at which the server listens. */
function acceptWith(app: FastifyInstance, count: number, { logger, isStopping }: HttpOptions): void {
  const acceptors = createAcceptors(app.server, { count, backlog: LISTEN_BACKLOG });
  app.server.once('listening', () => {
    acceptors.open().catch((error: unknown) => {
      if (isStopping?.()) return;
      logger.warn(
        { err: error },
        'One socket accepts all connections, which is slow while the server is busy',
      );
    });
  });
  let closed: Promise<void> | undefined;
  app.addHook('preClose', async () => {
    closed = acceptors.close();
  });
  app.addHook('onClose', async () => closed);
}

/** Maximum time for running calls when the server stops, ms; longer ones are aborted. */
const RUNNING_WITHIN_MS = 8_000;

/** Stops accepting calls, and resolves when the running ones are answered. */
export async function endCalls(app: FastifyInstance, withinMs = RUNNING_WITHIN_MS): Promise<void> {
  const late = setTimeout(() => app.server.closeAllConnections(), withinMs);
  await app.close();
  clearTimeout(late);
}

/** Creates the server without routes, which the caller mounts. */
export async function createHttpServer(options: HttpOptions): Promise<FastifyInstance> {
  const clients = options.clients ?? defaultClientLimits;
  const { others } = options;
  let upgrades: Server | undefined;
  const share = (sharing: OtherHosts) => (handle: RequestListener) => {
    const shared = createSharedServer(handle, {
      others: sharing,
      isProduction: options.isProduction,
      headersTimeout: clients.headersWithinMs,
      connectionsCheckingInterval: clients.examinedEveryMs,
      requestTimeout: clients.requestWithinMs,
    });
    upgrades = shared.upgrades;
    return shared.server;
  };
  const app = fastify({
    logger: false,
    ...(others === undefined ? {} : { serverFactory: share(others) }),
    genReqId: requestIdOf,
    bodyLimit: clients.bodyBytes,
    http: {
      headersTimeout: clients.headersWithinMs,
      connectionsCheckingInterval: clients.examinedEveryMs,
    },
    // Trusts only the address set by the proxy directly in front: earlier entries may be forged by the client.
    trustProxy: options.trustProxy ? (_: string, hop: number) => hop === 0 : false,
    requestTimeout: clients.requestWithinMs,
    // Only idle connections are closed at once; running calls get their answers, and `endCalls` limits how long they
    // take.
    forceCloseConnections: 'idle',
    // A URL that cannot be decoded reaches no route, so it is answered here.
    frameworkErrors: (error, request, reply) => {
      const problem = toProblem(error, request.id);
      reply.raw
        .writeHead(problem.status, { ...minimalHeaders(options.isProduction), 'content-type': PROBLEM_TYPE })
        .end(JSON.stringify(problem));
    },
    // A malformed request does not reach the error handler, so it is answered here.
    clientErrorHandler: (_, socket) => {
      // Browsers open spare connections, and would read a response on one as the response to their next request.
      if (socket.bytesRead === 0) socket.destroy();
      else if (socket.writable) socket.end(malformedRequestAnswer(options.isProduction));
    },
    // With a trailing slash, a path with a missing id must not match its collection: `DELETE /me/sessions/` must not
    // end every session.
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 500 },
  });
  if (options.tracing) traceCalls(app, options.tracing);
  serialiseByContract(app);
  answerErrors(app, options);
  readJson(app);
  observe(app, options);
  app.decorate('publicUrl', options.publicUrl);
  // The cookie plugin parses cookies in its own hook, so calls are counted after it.
  await app.register(cookie);
  const callers =
    options.callers ?? createCallers(options.resolveSession, options.limits, options.resolveKey);
  const pauseRefusal = createRefusalPause(options.limits.refusalPauseMs);
  registerResponseHeaders(app, options.isProduction);
  countCalls(app, callers, pauseRefusal);
  protectFromLoad(app, {
    pool: options.pool,
    metrics: options.metrics,
    maxWaiting: clients.waiting,
    watchesConnections: options.listens !== false,
    watchesLoop: options.limits.eventLoopDelayMs !== 0,
    shedding: options.shedding,
    onRefused: (request) => callers.uncountCall(request.ip),
  });
  if (options.acceptors !== undefined) acceptWith(app, options.acceptors, options);
  identifyCallers(app, callers, { pauseRefusal, hostedBasicAuth: options.hostedBasicAuth });
  await registerPlugins(app, options, upgrades);
  app.addHook('onSend', async (request, reply, payload) => {
    if (options.isStopping?.()) reply.header('connection', 'close');
    // The work is already done or rejected, so the answer is sent even if it cannot be stored, for example while the
    // database is unavailable.
    await options.idempotency.end(request, reply, payload).catch((error: unknown) => {
      options.logger.warn({ err: error, requestId: request.id }, 'The answer of a call was not stored');
    });
  });
  return app;
}
