// Serves /robots.txt, and /sitemap.xml with the public pages, for search engines.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { escapeHtml } from '../escape-html.ts';

export interface SearcherOptions {
  /** Paths that search engines may list. */
  readonly listed: readonly string[];
  readonly originOf: (request: FastifyRequest) => string;
}

export function mountForSearchers(app: FastifyInstance, { listed, originOf }: SearcherOptions): void {
  // Private screens carry a noindex header. Crawlers must be able to load them to see it, so robots.txt does not block
  // them.
  app.get('/robots.txt', async (request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .send(`User-agent: *\nDisallow: /api/\n\nSitemap: ${originOf(request)}/sitemap.xml\n`),
  );

  app.get('/sitemap.xml', async (request, reply) => {
    const places = listed.map((path) => `  <url><loc>${escapeHtml(originOf(request) + path)}</loc></url>`);
    return reply
      .type('application/xml; charset=utf-8')
      .send(
        [
          '<?xml version="1.0" encoding="UTF-8"?>',
          '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
          ...places,
          '</urlset>',
          '',
        ].join('\n'),
      );
  });
}
