// The HTTP server: its plugins in their order, what every request goes through, and how every error is answered.
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
import { bearerOf, credentialsOf, meantPerson, type ResolveKey, type ResolveSession } from './actor.ts';
import { Shed } from './admission.ts';
import { TooManyRequests } from './allowance.ts';
import { type Callers, createCallers } from './callers.ts';
import { type ClientLimits, defaultClientLimits } from './client-limits.ts';
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
  bareHeaders,
  errorCaching,
  malformedRequestAnswer,
  registerResponseHeaders,
} from './response-headers.ts';
import { createSharedServer, type OtherHosts } from './shared-port.ts';
import { traceCalls } from './trace-calls.ts';

export interface HttpOptions {
  resolveSession: ResolveSession;
  /** Left out, no key is valid. */
  resolveKey?: ResolveKey;
  idempotency: Idempotency;
  logger: Logger;
  metrics: Metrics;
  /** Counts the refused calls for the security log; left out, nothing does. */
  refused?: Pick<RefusedCalls, 'count'>;
  trustProxy: boolean;
  hostedBasicAuth: string | undefined;
  /** Where people reach this installation; undefined: where each call says it came. */
  publicUrl?: string | undefined;
  /** Served over TLS by a proxy: browsers are sent Strict-Transport-Security. */
  isProduction: boolean;
  /** Who calls and how often they may; made of `resolveSession` and `limits` where it is not given. */
  callers?: Callers;
  /** Calls a minute and caller that are let through; the routes' own limits are scaled with it. */
  limits: {
    callsPerMinute: number;
    scale: number;
    /** Requests are rejected while the event loop is later than this, ms; 4000 by default, 0 disables the check. */
    eventLoopDelayMs?: number;
    /** How long the answer to a caller beyond a limit waits; half a second where it is not given. */
    refusalPauseMs?: number;
  };
  /** Whose waiting calls show that the server is overloaded; left out, only the event loop shows it. */
  pool?: LoadProtection['pool'];
  clients?: ClientLimits;
  tracing?: Tracing | null;
  /** Whether the server stops: each connection then ends with its response. */
  isStopping?: () => boolean;
  /** What proofs replace. */
  shedding?: LoadProtection['shedding'];
  /** Other installations that answer at the same port; left out, every call is for this one. */
  others?: OtherHosts;
  /** False where the server of another installation listens, and passes the calls for this one on; true by default. */
  listens?: boolean;
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
    // A time without a single sample counts as endless: it has to be as long as what is too late.
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

/** On a route for keys no session is looked at. */
async function identifyPartner(request: FastifyRequest, callers: Callers): Promise<void> {
  const key = bearerOf(request);
  if (key === undefined) await callers.admitAnonymous(request.ip);
  else request.partner = await callers.lookUpKey(request.ip, key);
  const { routeLimit } = request.routeOptions.config;
  if (routeLimit) await callers.admitToRoute(routeLimit, request.ip, request.partner?.id ?? null);
}

/**
 * Limits come before work: a call is counted by its address before its session is looked up, by its person as soon
 * as that is known, and in both cases before it can be refused for another reason.
 */
async function identify(
  request: FastifyRequest,
  callers: Callers,
  hostedBasicAuth: string | undefined,
): Promise<void> {
  const { definition, routeLimit } = request.routeOptions.config;
  const { ip } = request;
  await callers.admitCall(ip);
  if (definition && keyScopeOf(definition.access) !== null) {
    await identifyPartner(request, callers);
    guardAddress(request);
    return;
  }
  const { crossSiteForm, rawBody } = definition ?? {};
  const credentials = crossSiteForm || rawBody ? null : credentialsOf(request);
  const isCrossSite = credentials?.from === 'cookie' && !mayActFromOrigin(request);
  if (credentials === null || isCrossSite) await callers.admitAnonymous(ip);
  if (isCrossSite) throw new DomainError('bad_origin');
  const person = credentials === null ? null : await callers.lookUp(ip, credentials.token);
  if (routeLimit) await callers.admitToRoute(routeLimit, ip, person?.uid ?? null);
  guardAddress(request);
  request.actor = meantPerson(request, person);
  request.isOperator = carriesBasicAuth(request, hostedBasicAuth);
}

function identifyCallers(app: FastifyInstance, callers: Callers, options: HttpOptions): void {
  const pauseRefusal = createRefusalPause(options.limits.refusalPauseMs);
  app.decorate('publicUrl', options.publicUrl);
  app.decorateRequest('actor', null);
  app.decorateRequest('isOperator', false);
  app.decorateRequest('partner', null);
  app.decorateRequest('idempotent', null);
  app.addHook('onRequest', async (request) => {
    // What load balancers ask for is never refused, but given slowly to one who floods it.
    if (request.routeOptions.config.isOperation)
      return callers.asksTooOften(request.ip) ? pauseRefusal() : undefined;
    await identify(request, callers, options.hostedBasicAuth).catch(async (error: unknown) => {
      if (error instanceof TooManyRequests) await pauseRefusal();
      throw error;
    });
  });
}

/** Not signed in, not allowed, or too often. */
const refusedStatuses = new Set([401, 403, 429]);

/** The fields in which a standard's clients look for an error, besides our own. */
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
    // 503 for a resource that is not ready or busy is expected; the other 5xx are server errors.
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

/** Answers are parsed by the contract: fields that it does not name never leave the server. */
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

const UNKEEPABLE = /\0|\p{Surrogate}/u;

/** No database keeps these in a text: a NUL, and half of a letter outside the basic plane. Nor as a field's name. */
function keepable(key: string, value: unknown): unknown {
  if (UNKEEPABLE.test(key) || (typeof value === 'string' && UNKEEPABLE.test(value)))
    throw new DomainError('invalid_input', undefined, [
      { path: key.replace(/[\0\p{Surrogate}]/gu, '?'), message: 'Contains an invalid character' },
    ]);
  return key === '__proto__' ? undefined : value;
}

/** A call without input may name JSON and send nothing; a field named __proto__ is dropped. */
function readJson(app: FastifyInstance): void {
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_, body, done) => {
    try {
      const text = String(body);
      done(null, text === '' ? undefined : JSON.parse(text, keepable));
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

/** Calls that take longer are cut off when the server stops. */
const RUNNING_WITHIN_MS = 8_000;

/** Takes no more calls, and returns when those that were running have their answers. */
export async function endCalls(app: FastifyInstance, withinMs = RUNNING_WITHIN_MS): Promise<void> {
  const late = setTimeout(() => app.server.closeAllConnections(), withinMs);
  await app.close();
  clearTimeout(late);
}

/** The server without routes; what mounts routes comes after. */
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
    // The proxy in front is believed, and only what it says itself: what came to it may be made up.
    trustProxy: options.trustProxy ? (_: string, hop: number) => hop === 0 : false,
    requestTimeout: clients.requestWithinMs,
    // Calls that are running get their answers; `endCalls` bounds how long they may take.
    forceCloseConnections: 'idle',
    // An address that cannot be decoded reaches no route.
    frameworkErrors: (error, request, reply) => {
      const problem = toProblem(error, request.id);
      reply.raw
        .writeHead(problem.status, { ...bareHeaders(options.isProduction), 'content-type': PROBLEM_TYPE })
        .end(JSON.stringify(problem));
    },
    // A malformed request never reaches the error handler.
    clientErrorHandler: (_, socket) => {
      // Browsers open spare connections: they would read an answer on one as that to the request which they send next.
      if (socket.bytesRead === 0) socket.destroy();
      else if (socket.writable) socket.end(malformedRequestAnswer(options.isProduction));
    },
    // A path that ends where an id should follow is not its collection: `DELETE /me/sessions/` must not end every session.
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 500 },
  });
  if (options.tracing) traceCalls(app, options.tracing);
  serialiseByContract(app);
  answerErrors(app, options);
  readJson(app);
  observe(app, options);
  protectFromLoad(app, {
    pool: options.pool,
    metrics: options.metrics,
    isProduction: options.isProduction,
    mostWaiting: clients.waiting,
    watchesConnections: options.listens !== false,
    watchesLoop: options.limits.eventLoopDelayMs !== 0,
    shedding: options.shedding,
  });
  await registerResponseHeaders(app, options.isProduction);
  // Cookies are read by their plugin's own hook, so the callers are identified after it.
  await app.register(cookie);
  const callers =
    options.callers ?? createCallers(options.resolveSession, options.limits, options.resolveKey);
  identifyCallers(app, callers, options);
  await registerPlugins(app, options, upgrades);
  app.addHook('onSend', async (request, reply, payload) => {
    if (options.isStopping?.()) reply.header('connection', 'close');
    // The work is done or refused: its answer is sent also where it cannot be stored, as while the database is away.
    await options.idempotency.end(request, reply, payload).catch((error: unknown) => {
      options.logger.warn({ err: error, requestId: request.id }, 'The answer of a call was not stored');
    });
  });
  return app;
}
