// Serves the script of the API documentation page; it is read and compressed once for all requests.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const compressors = {
  // Quality above 9 takes many seconds and saves only a few per cent.
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes, { level: 9 }),
};
type Encoding = keyof typeof compressors;
type Compressors = Readonly<Record<Encoding, (bytes: Buffer) => Promise<Buffer>>>;

const FOR_A_YEAR = 'public, max-age=31536000, immutable';

/** The package exports only its plugin; the script is in the same folder. */
const scriptFile = (): string =>
  join(
    dirname(createRequire(import.meta.url).resolve('@scalar/fastify-api-reference')),
    'js',
    'standalone.js',
  );

/** The best supported encoding that the client accepts, or null. Quality values are ignored. */
function encodingFor(request: FastifyRequest): Encoding | null {
  const accepted = String(request.headers['accept-encoding'] ?? '');
  const isAccepted = (name: string) =>
    new RegExp(`(^|,)\\s*${name}\\s*(;\\s*q=(?!0(\\.0*)?\\s*(,|$))|,|$)`).test(accepted);
  if (isAccepted('br')) return 'br';
  return isAccepted('gzip') ? 'gzip' : null;
}

export interface DocsScript {
  /** Hash of the script: a URL that contains it can be cached forever. */
  readonly version: string;
  send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
}

export async function loadDocsScript(
  file = scriptFile(),
  compress: Compressors = compressors,
): Promise<DocsScript> {
  const bytes = await readFile(file);
  const version = createHash('sha256').update(bytes).digest('base64url').slice(0, 16);
  const compressed = new Map<Encoding, Promise<Buffer>>();

  /** Concurrent requests share one compression. */
  function compressedAs(encoding: Encoding): Promise<Buffer> {
    const known = compressed.get(encoding);
    if (known) return known;
    const begun = compress[encoding](bytes);
    compressed.set(encoding, begun);
    begun.catch(() => compressed.delete(encoding));
    return begun;
  }

  return {
    version,
    async send(request, reply) {
      const encoding = encodingFor(request);
      const tag = `"${version}${encoding ? `-${encoding}` : ''}"`;
      reply.headers({ 'cache-control': FOR_A_YEAR, etag: tag, vary: 'accept-encoding' });
      if (request.headers['if-none-match'] === tag) return reply.code(304).send();
      reply.type('text/javascript; charset=utf-8');
      if (encoding === null) return reply.header('content-encoding', 'identity').send(bytes);
      return reply.header('content-encoding', encoding).send(await compressedAs(encoding));
    },
  };
}
