// The HTTP server: its plugins in their order, what every request goes through, and how every error is answered.
import { STATUS_CODES } from 'node:http';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import underPressure from '@fastify/under-pressure';
import websocket from '@fastify/websocket';
import { DomainError } from '@kerb/domain/kernel';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Logger } from '../observe/logger.ts';
import type { Metrics } from '../observe/metrics.ts';
import { credentialsOf, meantPerson, type ResolveSession } from './actor.ts';
import { registerDocument } from './docs.ts';
import type { Idempotency } from './idempotency.ts';
import { carriesBasicAuth } from './operator.ts';
import { guardOrigin } from './origin.ts';
import { PROBLEM_TYPE, toProblem } from './problem.ts';
import type {} from './request-state.ts';

export interface HttpOptions {
  resolveSession: ResolveSession;
  idempotency: Idempotency;
  logger: Logger;
  metrics: Metrics;
  version: string;
  trustProxy: boolean;
  hostedBasicAuth: string | undefined;
  /** Served over TLS by a proxy: tell browsers to insist on it. */
  isProduction: boolean;
  /** Calls a minute and caller that are let through; the routes' own limits are scaled with it. */
  limits: {
    callsPerMinute: number;
    scale: number;
    /** Calls are turned away while the event loop is later than this; 4 seconds unless told, never for 0. */
    eventLoopDelayMs?: number;
  };
}

const BODY_LIMIT_BYTES = 256 * 1024;
const UPLOAD_LIMIT_BYTES = 10 * 1024 * 1024;
const EVENT_LOOP_DELAY_MS = 4_000;
const LIVE_MESSAGE_BYTES = 16 * 1024;

const contentSecurityPolicy = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'self'"],
    baseUri: ["'self'"],
    // The map draws tiles and icons from memory and decodes them in a worker.
    imgSrc: ["'self'", 'data:', 'blob:'],
    workerSrc: ["'self'", 'blob:'],
    childSrc: ["'self'", 'blob:'],
    connectSrc: ["'self'"],
    // The component library writes its styles into the page.
    styleSrc: ["'self'", "'unsafe-inline'"],
    fontSrc: ["'self'", 'data:'],
    scriptSrc: ["'self'"],
    objectSrc: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
    manifestSrc: ["'self'"],
  },
};

async function registerPlugins(app: FastifyInstance, options: HttpOptions): Promise<void> {
  const { callsPerMinute, scale } = options.limits;
  await app.register(helmet, {
    contentSecurityPolicy,
    crossOriginEmbedderPolicy: false,
    // With no-referrer browsers send our own forms with the origin `null`, which the guard below refuses.
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: options.isProduction ? { maxAge: 31_536_000 } : false,
  });
  await app.register(underPressure, {
    maxEventLoopDelay: options.limits.eventLoopDelayMs ?? EVENT_LOOP_DELAY_MS,
    // A time without a single sample counts as endless: it has to be as long as what is too late.
    sampleInterval: EVENT_LOOP_DELAY_MS,
    pressureHandler: (request) => {
      if (request.url !== '/health' && request.url !== '/metrics') throw new DomainError('overloaded');
    },
  });
  await app.register(rateLimit, {
    global: true,
    max: callsPerMinute * scale,
    timeWindow: 60_000,
    keyGenerator: (request) => (request.actor ? `person ${request.actor.uid}` : `address ${request.ip}`),
    errorResponseBuilder: () => new DomainError('too_many_requests'),
  });
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: 1024,
    brotliOptions: { params: { 1: 4 } },
  });
  await app.register(multipart, {
    limits: { fileSize: UPLOAD_LIMIT_BYTES, files: 1, fields: 10, parts: 11 },
  });
  await app.register(websocket, { options: { maxPayload: LIVE_MESSAGE_BYTES, perMessageDeflate: false } });
  await registerDocument(app, options.version);
}

function identifyCallers(app: FastifyInstance, { resolveSession, hostedBasicAuth }: HttpOptions): void {
  app.decorateRequest('actor', null);
  app.decorateRequest('isOperator', false);
  app.decorateRequest('arrivedAt', 0);
  app.decorateRequest('idempotent', null);
  app.addHook('onRequest', async (request) => {
    request.arrivedAt = performance.now();
    if (/%00/.test(request.url)) throw new DomainError('invalid_input', 'The address holds a NUL');
    const { crossSiteForm, rawBody } = request.routeOptions.config.definition ?? {};
    const credentials = crossSiteForm || rawBody ? null : credentialsOf(request);
    if (credentials?.from === 'cookie') guardOrigin(request);
    if (credentials !== null) request.actor = meantPerson(request, await resolveSession(credentials.token));
    request.isOperator = carriesBasicAuth(request, hostedBasicAuth);
  });
}

function answerErrors(app: FastifyInstance, { logger }: HttpOptions): void {
  app.setErrorHandler((error, request: FastifyRequest, reply: FastifyReply) => {
    const problem = toProblem(error, request.id);
    // What is not there yet, or busy, is said to the caller and is nobody's fault; the rest of 5xx is ours.
    const seen = { err: error, requestId: request.id, route: request.routeOptions.url };
    if (problem.status === 503) logger.debug(seen, problem.code);
    else if (problem.status >= 500) logger.error(seen, problem.code);
    if (problem.status === 503 && !reply.hasHeader('retry-after')) reply.header('retry-after', '5');
    return reply
      .code(problem.status)
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
      { path: key.replace(/[\0\p{Surrogate}]/gu, '?'), message: 'Holds a letter that is none' },
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
  app.addHook('onResponse', async (request, reply) => {
    const seconds = (performance.now() - request.arrivedAt) / 1000;
    const route = request.routeOptions.url ?? 'none';
    metrics.httpSeconds.observe({ method: request.method, route, status: reply.statusCode }, seconds);
    logger.debug({ requestId: request.id, method: request.method, route, status: reply.statusCode, seconds });
  });
}

/** The server without routes; what mounts routes comes after. */
export async function createHttpServer(options: HttpOptions): Promise<FastifyInstance> {
  const app = fastify({
    logger: false,
    bodyLimit: BODY_LIMIT_BYTES,
    // The proxy in front is believed, and only what it says itself: what came to it may be made up.
    trustProxy: options.trustProxy ? (_: string, hop: number) => hop === 0 : false,
    requestTimeout: 30_000,
    forceCloseConnections: true,
    // An address that cannot be decoded reaches no route.
    frameworkErrors: (error, request, reply) => {
      const problem = toProblem(error, request.id);
      reply.raw.writeHead(problem.status, { 'content-type': PROBLEM_TYPE }).end(JSON.stringify(problem));
    },
    // A malformed request never reaches the error handler.
    clientErrorHandler: (_, socket) => {
      if (socket.writable) socket.end(`HTTP/1.1 400 ${STATUS_CODES[400]}\r\nconnection: close\r\n\r\n`);
    },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
  });
  serialiseByContract(app);
  answerErrors(app, options);
  readJson(app);
  observe(app, options);
  // Cookies are read by their plugin's own hook, so the callers are identified after it and before the limits.
  await app.register(cookie);
  identifyCallers(app, options);
  await registerPlugins(app, options);
  app.addHook('onSend', (request, reply, payload) => options.idempotency.end(request, reply, payload));
  return app;
}
