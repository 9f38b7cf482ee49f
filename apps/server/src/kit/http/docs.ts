// Serves the OpenAPI document of this server, and a page to browse it.
import type { FastifyInstance } from 'fastify';
import { loadDocsScript } from './docs-script.ts';
import { API_PREFIX } from './mount.ts';
import { openApiDocument } from './openapi/document.ts';

const DOCS_PATH = '/api/docs';
const DOCUMENT_PATH = `${API_PREFIX}/openapi.json`;

export interface DocsOptions {
  version: string;
  /** Public URL of this installation; undefined: the origin of each request is used. */
  publicUrl: string | undefined;
}

/**
 * Extends the server's policy only by what the page's own styles and pictures need; inline scripts and eval stay
 * forbidden.
 */
const DOCS_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

const configuration = {
  url: DOCUMENT_PATH,
  title: 'Kerb API',
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
};

/** The start script is a separate file, because the policy forbids inline scripts. */
const START_SCRIPT = `Scalar.createApiReference('#app', ${JSON.stringify(configuration)});\n`;

const pageWith = (script: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${configuration.title}</title>
  </head>
  <body>
    <div id="app"></div>
    <script src="${script}"></script>
    <script src="${DOCS_PATH}/start.js"></script>
  </body>
</html>
`;

export async function mountDocs(app: FastifyInstance, options: DocsOptions): Promise<void> {
  let document = '';
  app.get(DOCUMENT_PATH, async (_, reply) => {
    document ||= JSON.stringify(openApiDocument({ ...options, prefix: API_PREFIX }));
    return reply.type('application/json').send(document);
  });

  const script = await loadDocsScript();
  const scriptPath = `${DOCS_PATH}/scalar-${script.version}.js`;
  const page = pageWith(scriptPath);
  for (const path of [DOCS_PATH, `${DOCS_PATH}/`])
    app.get(path, async (_, reply) =>
      reply
        .headers({ 'content-security-policy': DOCS_POLICY, 'cache-control': 'no-cache' })
        .type('text/html; charset=utf-8')
        .send(page),
    );
  app.get(`${DOCS_PATH}/start.js`, async (_, reply) =>
    reply.header('cache-control', 'no-cache').type('text/javascript; charset=utf-8').send(START_SCRIPT),
  );
  app.get(scriptPath, (request, reply) => script.send(request, reply));
}
