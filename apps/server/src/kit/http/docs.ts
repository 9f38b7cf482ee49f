// The OpenAPI 3.1 document made from the contract, and the page to browse it.
import swagger from '@fastify/swagger';
import type { Access, RouteDefinition } from '@kerb/contract';
import { type ErrorCode, errorCatalogue } from '@kerb/domain/kernel';
import scalar from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { PROBLEM_TYPE } from './problem.ts';

const DOCS_PATH = '/api/docs';
const DOCUMENT_PATH = '/api/v1/openapi.json';

const problem = z.object({
  status: z.number().int(),
  title: z.string(),
  code: z.string(),
  detail: z.string().optional(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});
z.globalRegistry.add(problem, { id: 'Problem' });

/** The codes a route declares, grouped by the status they come with. */
export function documentedRefusals(definition: RouteDefinition): Record<number, object> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of definition.errors) {
    const { status } = errorCatalogue[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const content = { [PROBLEM_TYPE]: { schema: problem } };
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [status, { description: codes.join(', '), content }]),
  );
}

export function documentedSecurity(access: Access): Record<string, string[]>[] {
  if (access === 'anyone') return [];
  const session: Record<string, string[]>[] = [{ session: [] }, { bearer: [] }];
  return access === 'operator' ? [{ operator: [] }, ...session] : session;
}

/** Before the routes: they are written down as they are mounted. */
export async function registerDocument(app: FastifyInstance, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Kerb', version, description: 'Ride hailing and parcel delivery: the one public API.' },
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: 'kerb_session' },
          bearer: { type: 'http', scheme: 'bearer' },
          operator: { type: 'http', scheme: 'basic' },
        },
      },
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  });
}

/** The page brings its own script with inline settings, so its policy is wider than the product's. */
const DOCS_POLICY =
  "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:";

export async function mountDocs(app: FastifyInstance): Promise<void> {
  let document = '';
  app.get(DOCUMENT_PATH, { schema: { hide: true } }, async (_, reply) => {
    document ||= JSON.stringify(app.swagger());
    return reply.type('application/json').send(document);
  });
  await app.register(async (scope) => {
    scope.addHook('onSend', async (_, reply) => {
      reply.header('content-security-policy', DOCS_POLICY);
    });
    await scope.register(scalar, {
      routePrefix: DOCS_PATH,
      configuration: {
        url: DOCUMENT_PATH,
        title: 'Kerb API',
        withDefaultFonts: false,
        telemetry: false,
        hideClientButton: true,
      },
    });
  });
}
