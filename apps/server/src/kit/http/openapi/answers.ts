// Generates an operation's OpenAPI responses: its success, and the errors implied by its declaration and access rule.
import { keyScopeOf, type RouteDefinition, type RouteName } from '@kerb/contract';
import { exampleOf, redirects, textExamples } from '@kerb/contract/openapi';
import { type ErrorCode, errorCatalogue } from '@kerb/domain/kernel';
import { z } from 'zod';
import { PROBLEM_TYPE, problemOf } from '../problem.ts';
import { answersJson, type Json, nameOfReference } from './schemas.ts';

/** Success status of the route, as the server sends it. */
export const successStatusOf = (definition: RouteDefinition): number =>
  definition.status ?? (definition.answer instanceof z.ZodVoid ? 204 : 200);

export const isUnsafe = ({ method }: RouteDefinition): boolean => method !== 'GET';

/** False for cross-site forms and raw bodies, which carry no session. */
export const readsSession = ({ crossSiteForm, rawBody }: RouteDefinition): boolean =>
  !crossSiteForm && !rawBody;

/** Whether repeats of a call with the same Idempotency-Key have one effect. */
export const takesIdempotencyKey = (definition: RouteDefinition): boolean =>
  isUnsafe(definition) && !definition.rawBody;

const managers: readonly string[] = ['admin', 'fleetadmin'];
const admitsManagers = ({ access }: RouteDefinition): boolean =>
  access === 'signed-in' ||
  access === 'operator' ||
  (Array.isArray(access) && access.some((usertype) => managers.includes(usertype)));

function accessCodes(definition: RouteDefinition): ErrorCode[] {
  const { access, pendingSession, stepUp } = definition;
  if (keyScopeOf(access) !== null) return ['key_invalid', 'key_scope'];
  const codes: ErrorCode[] = [];
  if (access !== 'anyone') codes.push('not_logged_in');
  if (typeof access !== 'string') codes.push('forbidden');
  if (isUnsafe(definition) && readsSession(definition)) codes.push('bad_origin');
  if (access !== 'anyone' && admitsManagers(definition)) {
    if (pendingSession !== 'any' && pendingSession !== 'proof') codes.push('needs_second_factor');
    if (pendingSession !== 'any' && pendingSession !== 'setup') codes.push('second_factor_setup_required');
  }
  if (stepUp) codes.push('second_factor_required');
  return codes;
}

function inputCodes(definition: RouteDefinition): ErrorCode[] {
  const codes: ErrorCode[] = ['invalid_input'];
  const { body, upload, rawBody } = definition;
  if (body || upload || rawBody) codes.push('payload_too_large');
  if (body || upload) codes.push('unsupported_media_type');
  if (takesIdempotencyKey(definition))
    codes.push('request_in_progress', 'conflict', 'idempotency_key_reused');
  return codes;
}

const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(errorCatalogue, text);
const catalogueOrder = Object.keys(errorCatalogue).filter(isErrorCode);

/** Every error code that the operation may answer with, in the order of the catalogue. */
export function errorCodesOf(definition: RouteDefinition): ErrorCode[] {
  const codes = new Set<ErrorCode>([
    ...definition.errors,
    ...accessCodes(definition),
    ...inputCodes(definition),
    'too_many_requests',
    'overloaded',
    'unavailable',
    'internal',
  ]);
  return catalogueOrder.filter((code) => codes.has(code));
}

const retryAfter = {
  'Retry-After': { description: 'Seconds after which to try again', schema: { type: 'integer', minimum: 0 } },
};

function problemAnswer(status: number, codes: readonly ErrorCode[]): Json {
  const examples = Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]));
  return {
    description: codes.map((code) => `${code}: ${errorCatalogue[code].title}`).join('. '),
    ...(status === 429 || status === 503 ? { headers: retryAfter } : {}),
    content: { [PROBLEM_TYPE]: { schema: { $ref: '#/components/schemas/Problem' }, examples } },
  };
}

/** The operation's error responses by status. */
export function errorAnswersOf(definition: RouteDefinition): Record<string, Json> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of errorCodesOf(definition)) {
    const { status } = errorCatalogue[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries([...byStatus].map(([status, codes]) => [status, problemAnswer(status, codes)]));
}

/** Examples of the given error codes. */
export const errorExamples = (codes: Iterable<ErrorCode>): Record<string, Json> =>
  Object.fromEntries(
    [...codes].sort().map((code) => [code, { summary: errorCatalogue[code].title, value: problemOf(code) }]),
  );

const descriptions: Readonly<Record<number, string>> = {
  200: 'The answer',
  201: 'Created',
  202: 'Accepted, to be done',
  204: 'Done; the answer has no body',
};

function fileContent(binary: string): Json {
  const [type = binary] = binary.split(';');
  const example = textExamples[type];
  return example === undefined
    ? { [type]: { schema: { type: 'string', format: 'binary' } } }
    : { [type]: { schema: { type: 'string' }, example } };
}

/** JSON content; operations with the same named schema share one example. */
export function jsonContent(
  type: string,
  { schema, of, operation }: { schema: Json; of: z.ZodType; operation: string },
  examples: Record<string, Json>,
): Json {
  const name = nameOfReference(schema);
  if (name === undefined) return { [type]: { schema, example: exampleOf(of, operation) } };
  examples[name] ??= { value: exampleOf(of, operation) };
  return { [type]: { schema, examples: { [name]: { $ref: `#/components/examples/${name}` } } } };
}

const redirect = {
  description: 'The browser is sent on',
  headers: { Location: { description: 'Where to', schema: { type: 'string' } } },
};

/** Code generators require a default response for operations without a success response. */
const unexpected = {
  description: 'Any other status is an error',
  content: {
    [PROBLEM_TYPE]: {
      schema: { $ref: '#/components/schemas/Problem' },
      examples: { internal: { $ref: '#/components/examples/internal' } },
    },
  },
};

/** The operation's success responses by status. */
export function successAnswersOf(
  operation: RouteName,
  definition: RouteDefinition,
  media: { schema: Json | undefined; examples: Record<string, Json> },
): Record<string, Json> {
  const redirected = redirects[operation];
  if (redirected === 'always') return { 303: redirect, default: unexpected };
  const status = successStatusOf(definition);
  const description = descriptions[status] ?? 'The answer';
  const { answer, binary, mediaType = 'application/json' } = definition;
  const content =
    binary !== undefined
      ? fileContent(binary)
      : answersJson(definition) && media.schema
        ? jsonContent(mediaType, { schema: media.schema, of: answer, operation }, media.examples)
        : undefined;
  return {
    [status]: { description, ...(content ? { content } : {}) },
    ...(redirected === 'sometimes' ? { 303: redirect } : {}),
  };
}
