// Serves the built web app, and its first page for every path that is a screen.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { DomainError } from '@kerb/domain/kernel';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const YEAR_SECONDS = 31_536_000;
const isHashed = (path: string): boolean => /[\\/]assets[\\/]/.test(path);

/** A navigation of a browser, to be answered with the app's first page. */
const isScreen = (request: FastifyRequest): boolean =>
  request.method === 'GET' &&
  !/^\/api(\/|$)/.test(request.url) &&
  !/\.[a-z0-9]{2,5}(\?|$)/i.test(request.url) &&
  (request.headers.accept ?? '').includes('text/html');

/** Whoever has the address of a shared trip sees the trip. */
const isSecretAddress = (request: FastifyRequest): boolean => request.url.startsWith('/t/');

/** Searchers do not keep it, and sites that are gone to from there do not hear of it. */
function keepAddress(reply: FastifyReply): void {
  reply.header('x-robots-tag', 'noindex, nofollow');
  reply.header('referrer-policy', 'no-referrer');
}

export async function mountWebApp(app: FastifyInstance, folder: string): Promise<void> {
  const isBuilt = existsSync(join(folder, 'index.html'));
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: folder,
      cacheControl: false,
      setHeaders(reply, path) {
        // Hashed files never change; the rest is asked for again, and answered 304 while it is the same.
        const policy = isHashed(path) ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache';
        reply.header('cache-control', policy);
      },
    });
  }
  app.setNotFoundHandler(async (request: FastifyRequest, reply: FastifyReply) => {
    if (isBuilt && isScreen(request)) {
      if (isSecretAddress(request)) keepAddress(reply);
      return reply.header('cache-control', 'no-cache').sendFile('index.html');
    }
    throw new DomainError('not_found');
  });
}
