// Mounts the routes on the server: access check, parsing, handling and serialisation, all derived from the contract.

import formbody from '@fastify/formbody';
import { routes as contractRoutes, isDataExport, isPrinted, type RouteDefinition } from '@kerb/contract';
import { DomainError } from '@kerb/domain/kernel';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import { z } from 'zod';
import type { SecurityLog } from '../observe/security-log.ts';
import { guardAccess } from './actor.ts';
import { runInCall } from './current-call.ts';
import { dispositionOf } from './file-name.ts';
import type { Idempotency } from './idempotency.ts';
import { successStatusOf } from './openapi/answers.ts';
import { answersJson } from './openapi/schemas.ts';
import { createPrintQueue, type PrintQueue } from './print-queue.ts';
import type {} from './request-state.ts';
import type { BoundRoute, Upload } from './route.ts';
import { admitPending, guardStepUp } from './second-factor.ts';

export const API_PREFIX = '/api/v1';

const urlOf = (definition: RouteDefinition): string =>
  definition.root ? definition.path : `${API_PREFIX}${definition.path}`;

/** Allowance for boundaries, headers and the few small fields around a file, bytes. */
const UPLOAD_SPARE_BYTES = 64 * 1024;

/** Errors of the form parser without a code are about a missing boundary, or a truncated or malformed form. */
function rejectForm(error: unknown): never {
  if (error instanceof Error && !('code' in error))
    throw new DomainError('invalid_input', 'The form cannot be read');
  throw error;
}

async function readUpload(request: FastifyRequest, definition: RouteDefinition): Promise<Upload | undefined> {
  if (!definition.upload) return undefined;
  if (!request.isMultipart()) throw new DomainError('unsupported_media_type', 'Send multipart/form-data');
  const { maxBytes } = definition.upload;
  // A body whose Content-Length exceeds the limit is not read at all.
  if (Number(request.headers['content-length'] ?? 0) > maxBytes + UPLOAD_SPARE_BYTES)
    throw new DomainError('payload_too_large');
  const file = await request.file({ limits: { fileSize: maxBytes, files: 1 } }).catch(rejectForm);
  if (file === undefined || file.fieldname !== definition.upload.field) {
    throw new DomainError('invalid_input', undefined, [
      { path: definition.upload.field, message: 'A file is required' },
    ]);
  }
  // A body without Content-Length is rejected when it reaches the limit; the remaining bytes are discarded.
  const tooLarge = new Promise<never>((_, reject) => {
    file.file.once('limit', () => reject(new DomainError('payload_too_large')));
  });
  const bytes = await Promise.race([file.toBuffer().catch(rejectForm), tooLarge]);
  return { bytes, mimetype: file.mimetype, filename: file.filename };
}

/** Sets the exact media type: the framework would add a charset to JSON types, which define no charset. */
const nameMediaType =
  (mediaType: string) =>
  async (_: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> => {
    if (reply.statusCode < 400) reply.type(mediaType);
    return payload;
  };

/** Leaves errors, and answers for which the handler has set a name, unchanged. */
const nameFile =
  (disposition: string) =>
  async (_: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> => {
    if (reply.statusCode === 200 && !reply.hasHeader('content-disposition'))
      reply.header('content-disposition', disposition);
    return payload;
  };

function onSendOf(definition: RouteDefinition): Pick<RouteShorthandOptions, 'onSend'> {
  if (definition.mediaType) return { onSend: nameMediaType(definition.mediaType) };
  const disposition = dispositionOf(definition);
  return disposition === null ? {} : { onSend: nameFile(disposition) };
}

function optionsOf(
  definition: RouteDefinition,
  { limitScale, now = Date.now }: MountOptions,
): RouteShorthandOptions {
  const { params, query, body, answer, rateLimit } = definition;
  return {
    schema: {
      ...(params ? { params } : {}),
      ...(query ? { querystring: query } : {}),
      ...(body ? { body } : {}),
      ...(answersJson(definition) ? { response: { [successStatusOf(definition)]: answer } } : {}),
    },
    ...(definition.bodyMaxBytes === undefined ? {} : { bodyLimit: definition.bodyMaxBytes }),
    config: {
      definition,
      ...(rateLimit
        ? {
            routeLimit: {
              name: `${definition.method} ${definition.path}`,
              max: rateLimit.max * limitScale,
              windowMs: rateLimit.windowSeconds * 1000,
            },
          }
        : {}),
    },
    onRequest: async (request) => {
      request.actor = admitPending(definition, request.actor);
      guardAccess(definition.access, request);
    },
    ...onSendOf(definition),
    // Runs after the body is parsed, and before an idempotency key is claimed: the client repeats the same call with
    // the proof.
    preHandler: async ({ actor, body }) => guardStepUp(definition, { actor, body, now: now() }),
  };
}

const nameOf = (definition: RouteDefinition): string =>
  Object.entries(contractRoutes).find(([, known]) => known === definition)?.[0] ??
  `${definition.method.toLowerCase()}${definition.path.replaceAll(/[^A-Za-z0-9]+/g, '_')}`;

/** Id in the path, which identifies the row whose data is exported. */
const subjectOf = (params: unknown): string | undefined => uuidInPath.safeParse(params).data?.id;
const uuidInPath = z.object({ id: z.uuid() });

function mountRoute(app: FastifyInstance, bound: BoundRoute, options: Mounting): void {
  const { definition } = bound;
  const { idempotency, security, prints } = options;
  const name = nameOf(definition);
  app.route({
    method: definition.method,
    url: urlOf(definition),
    ...optionsOf(definition, options),
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      reply.code(successStatusOf(definition));
      const type = definition.binary ?? definition.mediaType;
      if (type) reply.type(type);
      // Reads the file first, because its bytes are part of the idempotency hash.
      const upload = await readUpload(request, definition);
      // Webhooks of providers are deduplicated by the provider's own ids.
      if (!definition.rawBody) await idempotency.begin(request, reply, upload?.bytes);
      if (reply.sent) return reply;
      const { params, query, actor } = request;
      // A request without a body is not parsed; its raw body is empty.
      const body = definition.rawBody ? (request.body ?? Buffer.alloc(0)) : request.body;
      const input = { params, query, body, upload, actor, request, reply };
      const answer = await runInCall(request, async () => {
        const run = () => bound.run(input);
        const user = actor?.uid ?? request.ip;
        const result = await idempotency.run(request, () =>
          isPrinted(definition) ? prints.run(user, run) : run(),
        );
        if (isDataExport(definition))
          security?.write({ event: 'data_exported', what: name, of: subjectOf(params) });
        return result;
      });
      if (reply.sent) return reply;
      return answer instanceof Buffer || typeof answer === 'string' || answer !== undefined
        ? answer
        : reply.send();
    },
  });
}

/** Only this route parses forms. All others accept JSON only, which another site's form cannot send. */
function mountForm(app: FastifyInstance, bound: BoundRoute, options: Mounting): void {
  app.register(async (scope) => {
    await scope.register(formbody);
    mountRoute(scope, bound, options);
  });
}

/** This route receives the raw body, for any content type. */
function mountRaw(app: FastifyInstance, bound: BoundRoute, options: Mounting): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body));
    mountRoute(scope, bound, options);
  });
}

export interface MountOptions {
  idempotency: Idempotency;
  /** Records data exports; when left out, they are not recorded. */
  security?: Pick<SecurityLog, 'write'>;
  /** False: contract routes without a handler are allowed, and answer 404. */
  requireAllRoutes: boolean;
  /** Factor for the routes' own rate limits. */
  limitScale: number;
  /** Returns ms since the epoch; by default the system clock. */
  now?: () => number;
}

/** The options with what all mounted routes share. */
interface Mounting extends MountOptions {
  prints: PrintQueue;
}

/** Mounts every bound route. Throws when two handlers are bound to one route, or a declared route has no handler. */
export function mountRoutes(app: FastifyInstance, bound: readonly BoundRoute[], options: MountOptions): void {
  const mounting: Mounting = { ...options, prints: createPrintQueue() };
  const seen = new Set<RouteDefinition>();
  for (const one of bound) {
    if (seen.has(one.definition))
      throw new Error(`Two handlers are bound to ${one.definition.method} ${urlOf(one.definition)}`);
    seen.add(one.definition);
    if (one.definition.rawBody) mountRaw(app, one, mounting);
    else if (one.definition.crossSiteForm || one.definition.ownForm) mountForm(app, one, mounting);
    else mountRoute(app, one, mounting);
  }
  const missing = Object.entries(contractRoutes).filter(([, definition]) => !seen.has(definition));
  if (options.requireAllRoutes && missing.length > 0)
    throw new Error(
      `No module handles these routes of the contract: ${missing.map(([name]) => name).join(', ')}`,
    );
}
