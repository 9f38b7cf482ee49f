// Generates the OpenAPI 3.1 document from the contract: every operation with its input, answers and examples.
import { keyScopeOf, type RouteDefinition, type RouteName, routes } from '@kerb/contract';
import { exampleOf, tagDescriptions } from '@kerb/contract/openapi';
import { SECURE_SESSION_COOKIE, SESSION_COOKIE } from '../actor.ts';
import {
  errorAnswersOf,
  errorCodesOf,
  errorExamples,
  jsonContent,
  readsSession,
  successAnswersOf,
  takesIdempotencyKey,
} from './answers.ts';
import {
  type ContractSchemas,
  contractSchemas,
  isJson,
  type Json,
  type OperationSchemas,
} from './schemas.ts';

export interface DocumentOptions {
  version: string;
  /** Public URL of this installation; undefined: the host from which the document was loaded. */
  publicUrl?: string | undefined;
  prefix: string;
}

const FORM_TYPE = 'application/x-www-form-urlencoded';

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Repeats of a request with the same key, 1 to 200 visible ASCII characters, have one effect and get the same answer',
  schema: { type: 'string', minLength: 1, maxLength: 200 },
  example: '0b6a9d52-7c1e-4f38-9a45-2d8e6f1c3b70',
};

/** The scheme names refer to `components.securitySchemes`. */
export function securityOf(definition: RouteDefinition): Json[] {
  if (!readsSession(definition)) return [];
  if (keyScopeOf(definition.access) !== null) return [{ key: [] }];
  const session: Json[] = [{ bearer: [] }, { session: [] }];
  if (definition.access === 'anyone') return [{}, ...session];
  return definition.access === 'operator' ? [{ operator: [] }, ...session] : session;
}

const securitySchemesFor = (publicUrl: string | undefined): Json => ({
  bearer: { type: 'http', scheme: 'bearer', description: 'The token that POST /auth/session answers' },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: publicUrl?.startsWith('https:') ? SECURE_SESSION_COOKIE : SESSION_COOKIE,
    description: 'The session of a browser; requests that change something must come from the same origin',
  },
  key: { type: 'http', scheme: 'bearer', description: 'The key of a partner, which an admin makes' },
  operator: { type: 'http', scheme: 'basic', description: 'The operator’s credentials for hosted functions' },
});

function accessText({ access }: RouteDefinition): string {
  if (access === 'anyone') return 'Open to everyone.';
  if (access === 'signed-in') return 'For every signed-in user.';
  if (access === 'operator') return 'For the operator’s credentials and every signed-in user.';
  if ('key' in access) return `For keys with the scope ${access.key}.`;
  return `For users of type ${access.join(', ')}.`;
}

const namesOf = (fields: readonly string[]): string => fields.map((field) => `\`${field}\``).join(' or ');

function descriptionOf(definition: RouteDefinition): string {
  const { stepUp, rateLimit } = definition;
  const factor = 'who has a second factor must have proved it within the last ten minutes.';
  return [
    accessText(definition),
    ...(stepUp === true ? [`A caller ${factor}`] : []),
    ...(typeof stepUp === 'object' ? [`To set ${namesOf(stepUp.fields)}, a caller ${factor}`] : []),
    ...(rateLimit ? [`At most ${rateLimit.max} calls in ${rateLimit.windowSeconds} seconds.`] : []),
  ].join(' ');
}

/** Converts the fields of an object schema to parameters, each with its example. */
function parametersIn(place: 'path' | 'query', schema: Json | undefined, example: unknown): Json[] {
  const fields = isJson(schema?.properties) ? schema.properties : {};
  const required = Array.isArray(schema?.required) ? schema.required : [];
  return Object.entries(fields).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: field,
    ...(isJson(example) && example[name] !== undefined ? { example: example[name] } : {}),
  }));
}

function parametersOf(definition: RouteDefinition, schemas: OperationSchemas): Json[] {
  const { params, query } = definition;
  return [
    ...parametersIn('path', schemas.params, params && exampleOf(params)),
    ...parametersIn('query', schemas.query, query && exampleOf(query)),
    ...(takesIdempotencyKey(definition) ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ];
}

function bodyContent(
  operation: RouteName,
  definition: RouteDefinition,
  media: { schema: Json | undefined; examples: Record<string, Json> },
): Json | undefined {
  const { body, upload, rawBody, crossSiteForm, ownForm } = definition;
  const bytes = { type: 'string', format: 'binary' };
  if (upload) {
    const schema = { type: 'object', required: [upload.field], properties: { [upload.field]: bytes } };
    return { 'multipart/form-data': { schema } };
  }
  if (rawBody) return { '*/*': { schema: bytes } };
  if (!body || !media.schema) return undefined;
  const type = crossSiteForm || ownForm ? FORM_TYPE : 'application/json';
  return jsonContent(type, { schema: media.schema, of: body, operation }, media.examples);
}

function operationOf(
  operation: RouteName,
  definition: RouteDefinition,
  { schemas, examples }: { schemas: ContractSchemas; examples: Record<string, Json> },
): Json {
  const parts = schemas.of(operation);
  const parameters = parametersOf(definition, parts);
  const content = bodyContent(operation, definition, { schema: parts.body, examples });
  const required = !definition.rawBody;
  return {
    operationId: operation,
    summary: definition.summary,
    description: descriptionOf(definition),
    tags: [definition.tag],
    security: securityOf(definition),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(content ? { requestBody: { required, content } } : {}),
    responses: {
      ...successAnswersOf(operation, definition, { schema: parts.answer, examples }),
      ...errorAnswersOf(definition),
    },
  };
}

/** The codes of an error answer, in the order of the catalogue. */
function codesIn({ content }: Json): string[] {
  const [media] = isJson(content) ? Object.values(content) : [];
  return isJson(media) && isJson(media.examples) ? Object.keys(media.examples) : [];
}

/** ["not_found", "link_expired"] → "NotFoundOrLinkExpired" */
const nameOfAnswer = (codes: readonly string[]): string =>
  codes
    .map((code) => code.replace(/(^|_)([a-z])/g, (_, __, letter: string) => letter.toUpperCase()))
    .join('Or');

/** Moves error answers with one or two codes, which most operations share, to `components.responses`. */
function shareErrors(operations: readonly Json[]): Record<string, Json> {
  const shared: Record<string, Json> = {};
  for (const { responses } of operations) {
    if (!isJson(responses)) continue;
    for (const [status, answer] of Object.entries(responses)) {
      const codes = Number(status) >= 400 && isJson(answer) ? codesIn(answer) : [];
      if (!isJson(answer) || codes.length === 0 || codes.length > 2) continue;
      const name = nameOfAnswer(codes);
      shared[name] = answer;
      responses[status] = { $ref: `#/components/responses/${name}` };
    }
  }
  return shared;
}

const isRouteName = (name: string): name is RouteName => Object.hasOwn(routes, name);

/** Returns the whole document, which is constant while the server runs. */
export function openApiDocument({ version, publicUrl, prefix }: DocumentOptions): Json {
  const definitions = new Map<string, RouteDefinition>(Object.entries(routes));
  const schemas = contractSchemas(definitions);
  const examples: Record<string, Json> = {};
  const paths: Record<string, Json> = {};
  const operations: Json[] = [];
  for (const [name, definition] of definitions) {
    if (!isRouteName(name)) continue;
    const path = `${definition.root ? '' : prefix}${definition.path}`.replace(/:(\w+)/g, '{$1}');
    const operation = operationOf(name, definition, { schemas, examples });
    operations.push(operation);
    paths[path] = { ...paths[path], [definition.method.toLowerCase()]: operation };
  }
  const codes = new Set([...definitions.values()].flatMap(errorCodesOf));
  const used = new Set([...definitions.values()].map(({ tag }) => tag));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Kerb',
      version,
      summary: 'Ride hailing and parcel delivery',
      description:
        'The one public API of Kerb. Errors are application/problem+json with a code. Times are milliseconds since the epoch and amounts are in major units of the currency, unless a name says otherwise.',
      contact: { name: 'The Kerb contributors' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicUrl ?? '/', description: 'This installation' }],
    tags: [...used].sort().map((name) => ({ name, description: tagDescriptions[name] })),
    paths,
    components: {
      securitySchemes: securitySchemesFor(publicUrl),
      parameters: { IdempotencyKey: idempotencyKey },
      responses: shareErrors(operations),
      schemas: schemas.components,
      examples: { ...examples, ...errorExamples(codes) },
    },
  };
}
