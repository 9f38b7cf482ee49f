// Tests the OpenAPI document: a strict linter passes, and every operation documents its input, answers and errors.
import { fileURLToPath } from 'node:url';
import { type RouteDefinition, routes } from '@kerb/contract';
import { components } from '@kerb/contract/openapi';
import { errorCatalogue } from '@kerb/domain/kernel';
import { lintFromString, loadConfig } from '@redocly/openapi-core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openApiDocument } from './document.ts';

const definitions = Object.entries<RouteDefinition>(routes);

const media = z.object({
  schema: z.looseObject({ $ref: z.string().optional(), format: z.string().optional() }),
  example: z.unknown().optional(),
  examples: z.record(z.string(), z.object({ $ref: z.string() })).optional(),
});
const answer = z.object({
  $ref: z.string().optional(),
  description: z.string().optional(),
  content: z.record(z.string(), media).optional(),
});
const operation = z.object({
  operationId: z.string().optional(),
  summary: z.string().optional(),
  description: z.string(),
  tags: z.array(z.string()),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  requestBody: z.object({ content: z.record(z.string(), media) }).optional(),
  responses: z.record(z.string(), answer),
});
type Operation = z.infer<typeof operation>;
const described = z.looseObject({
  servers: z.array(z.object({ url: z.string() })),
  info: z.object({ license: z.object({ identifier: z.string() }), contact: z.object({ name: z.string() }) }),
  tags: z.array(z.object({ name: z.string(), description: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.object({
    schemas: z.record(z.string(), z.looseObject({})),
    responses: z.record(z.string(), answer),
    examples: z.record(z.string(), z.looseObject({ value: z.unknown().optional() })),
  }),
});

const written = openApiDocument({ version: '1.0.0', prefix: '/api/v1' });
const document = described.parse(written);
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
const byName = new Map(operations.map((one) => [one.operationId, one]));

const statusesOf = ({ responses }: Operation) => Object.keys(responses);
const last = (reference: string) => reference.slice(reference.lastIndexOf('/') + 1);

/** Files and pictures need no example, which could only be their bytes. */
const isFile = ({ schema }: z.infer<typeof media>, type: string) =>
  schema.format === 'binary' || type === 'multipart/form-data';

/** Lists the parts of an operation that code generators or readers need and that are missing. */
function missingIn({ operationId, summary, tags, requestBody, responses }: Operation): string[] {
  const statuses = Object.keys(responses);
  const answers = Object.values(responses).map(({ $ref, ...own }) =>
    $ref === undefined ? own : (document.components.responses[last($ref)] ?? {}),
  );
  const contents = [requestBody, ...answers].flatMap((one) => Object.entries(one?.content ?? {}));
  const unshown = contents.filter(
    ([type, one]) =>
      !isFile(one, type) && one.example === undefined && Object.keys(one.examples ?? {}).length === 0,
  );
  const isRedirect = statuses.includes('303') && statuses.includes('default');
  return [
    ...(operationId ? [] : ['operationId']),
    ...(summary ? [] : ['summary']),
    ...(tags.length === 1 ? [] : ['tag']),
    ...(isRedirect || statuses.some((status) => status.startsWith('2')) ? [] : ['2xx']),
    ...(statuses.some((status) => status.startsWith('4')) ? [] : ['4xx']),
    ...(statuses.some((status) => status.startsWith('5')) ? [] : ['5xx']),
    ...unshown.map(([type]) => `example of ${type}`),
  ];
}

describe('an OpenAPI operation', () => {
  it('exists exactly once for every route of the contract', () => {
    expect(operations.map(({ operationId }) => operationId).sort()).toEqual(
      definitions.map(([name]) => name).sort(),
    );
  });

  it.each(operations.map((one) => [one.operationId, one] as const))(
    '%s has a name, summary, tag, answers and examples',
    (_, one) => {
      expect(missingIn(one)).toEqual([]);
    },
  );

  it('is reported when it lacks a required part', () => {
    const whole = byName.get('createBooking');
    if (!whole) throw new Error('createBooking is not described');
    expect(missingIn({ ...whole, summary: '' })).toEqual(['summary']);
    expect(missingIn({ ...whole, operationId: undefined })).toEqual(['operationId']);
    const { responses } = whole;
    const only = (first: string) =>
      Object.fromEntries(Object.entries(responses).filter(([status]) => !status.startsWith(first)));
    expect(missingIn({ ...whole, responses: only('2') })).toEqual(['2xx']);
    expect(missingIn({ ...whole, responses: only('4') })).toEqual(['4xx']);
    const content = { 'application/json': { schema: {} } };
    expect(missingIn({ ...whole, requestBody: { content } })).toEqual(['example of application/json']);
  });

  it('without a success answer always redirects', () => {
    const redirecting = operations.filter((one) => !statusesOf(one).some((status) => status.startsWith('2')));
    expect(redirecting.map(({ operationId }) => operationId).sort()).toEqual([
      'finishSocialSignIn',
      'finishSocialSignInByPost',
      'returnFromProvider',
      'returnFromProviderByPost',
      'startSocialSignIn',
    ]);
  });

  it.each(definitions)(
    '%s names the errors that its access rule and declaration imply',
    (name, definition) => {
      const statuses = statusesOf(operation.parse(byName.get(name)));
      const expected = [
        '400',
        ...definition.errors.map((code) => String(errorCatalogue[code].status)),
        ...(definition.access === 'anyone' ? [] : ['401']),
        ...(Array.isArray(definition.access) || definition.stepUp ? ['403'] : []),
        ...(definition.body || definition.upload ? ['413', '415'] : []),
        '429',
        '500',
        '503',
      ];
      expect(statuses).toEqual(expect.arrayContaining(expected));
    },
  );

  it('lists the accepted credentials, and allows anonymous calls where the route does', () => {
    const securityOf = (name: string) => byName.get(name)?.security;
    expect(securityOf('getMe')).toEqual([{ bearer: [] }, { session: [] }]);
    expect(securityOf('createBooking')).toEqual([{}, { bearer: [] }, { session: [] }]);
    expect(securityOf('hostedReverse')).toEqual([{ operator: [] }, { bearer: [] }, { session: [] }]);
    expect(securityOf('receiveWebhook')).toEqual([]);
  });
});

describe('the components', () => {
  it('have the names of the contract, and are referenced by the bodies and answers of operations', () => {
    const entities = ['Booking', 'Quote', 'User', 'Driver', 'CarType', 'Promo', 'Withdraw', 'Notification'];
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining([...entities, 'Problem', 'BookingPage', 'UserPage', 'PromoPage']),
    );
    const unused = Object.keys(components).filter(
      (name) => !Object.hasOwn(document.components.schemas, name),
    );
    expect(unused).toEqual([]);
    const inline = operations.flatMap(({ operationId, requestBody, responses }) =>
      [requestBody, ...Object.values(responses)].flatMap((one) =>
        Object.entries(one?.content ?? {})
          .filter(([type, { schema }]) => /json/.test(type) && schema.$ref === undefined && schema.properties)
          .map(([, { schema }]) => [operationId, schema]),
      ),
    );
    expect(
      inline.filter(([, schema]) => JSON.stringify(schema) !== '{"type":"object","properties":{}}'),
    ).toEqual([]);
  });

  it('allow new fields in answers, and forbid unknown fields in strict bodies', () => {
    expect(document.components.schemas.Booking).not.toHaveProperty('additionalProperties');
    expect(document.components.schemas.UserPatch).toHaveProperty('additionalProperties', false);
  });

  it('contain an example of error codes with status and title', () => {
    for (const [code, { status, title }] of Object.entries(errorCatalogue)) {
      const example = document.components.examples[code];
      if (example) expect(example.value).toEqual({ status, title, code });
    }
    expect(document.components.examples).toHaveProperty('quote_expired');
  });
});

describe('the document', () => {
  it('passes the strict linter without errors and warnings', { timeout: 120_000 }, async () => {
    const configPath = fileURLToPath(new URL('../../../../../../redocly.yaml', import.meta.url));
    const config = await loadConfig({ configPath });
    const found = await lintFromString({
      source: JSON.stringify(written),
      absoluteRef: 'openapi.json',
      config,
    });
    expect(found.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
  });

  it('fails the linter when an operation has no summary and no error answer', {
    timeout: 120_000,
  }, async () => {
    const paths = { '/ping': { get: { operationId: 'ping', responses: { 200: { description: 'Pong' } } } } };
    const source = JSON.stringify({ ...written, paths, components: {} });
    const configPath = fileURLToPath(new URL('../../../../../../redocly.yaml', import.meta.url));
    const found = await lintFromString({
      source,
      absoluteRef: 'openapi.json',
      config: await loadConfig({ configPath }),
    });
    const rules = new Set(found.map(({ ruleId }) => ruleId));
    expect([...rules]).toEqual(expect.arrayContaining(['operation-summary', 'operation-4xx-response']));
  });

  it('contains its licence, contact, used tags and server address', () => {
    expect(document.info).toEqual({
      license: { identifier: 'MIT' },
      contact: { name: 'The Kerb contributors' },
    });
    expect(document.tags.map(({ name }) => name)).toEqual(
      [...new Set(definitions.map(([, { tag }]) => tag))].sort(),
    );
    expect(document.servers[0]?.url).toBe('/');
    const publicUrl = 'https://rides.example.net';
    const served = described.parse(openApiDocument({ version: '1', prefix: '/api/v1', publicUrl }));
    expect(served.servers[0]?.url).toBe(publicUrl);
  });
});
