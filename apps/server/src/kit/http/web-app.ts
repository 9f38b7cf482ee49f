// Serves the built web app: its files, and its HTML page for every path, with status 404 when the path is no screen.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { DomainError } from '@kerb/domain/kernel';
import type { AppCategory } from '@kerb/domain/settings';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { credentialsOf } from './actor.ts';
import { writeFirstPaint } from './first-paint.ts';
import { mountForSearchers } from './for-searchers.ts';
import { publicOriginOf } from './origin.ts';
import { writeHead, writePreloads } from './page-head.ts';
import {
  createRenderedPages,
  type PageSource,
  type RenderedPage,
  writeRenderedPage,
} from './rendered-pages.ts';
import { readScreenList, type ScreenList } from './screen-list.ts';
import { mountWebManifest } from './web-manifest.ts';

export interface WebAppOptions {
  /** Folder of the built app; when the app is not built, nothing is served. */
  folder: string;
  /** Public URL of this installation; undefined: the origin of each request is used. */
  publicUrl: string | undefined;
  /** The operator's name for the service. */
  appName: () => Promise<string>;
  appCategory: () => Promise<AppCategory>;
  /** Whether /setup is still available. */
  awaitsSetup: () => Promise<boolean>;
  /** Data source of the server-rendered pages; when left out, the browser renders all pages. */
  pages?: PageSource;
}

const YEAR_SECONDS = 31_536_000;
const NAME_OF_THE_PRODUCT = 'Kerb';
const isHashed = (path: string): boolean => /[\\/]assets[\\/]/.test(path);
const pathOf = (request: FastifyRequest): string => request.url.split(/[?#]/)[0] ?? '/';

/** True for a browser's navigation, which is answered with the app's HTML page. */
const isNavigation = (request: FastifyRequest): boolean =>
  (request.method === 'GET' || request.method === 'HEAD') &&
  !/^\/api(\/|$)/.test(request.url) &&
  !/\.[a-z0-9]{2,5}(\?|$)/i.test(request.url) &&
  (request.headers.accept ?? '').includes('text/html');

/** Anyone with the URL of a shared trip can read it, so other sites opened from it must not receive it as Referer. */
function hideReferrer(request: FastifyRequest, reply: FastifyReply): void {
  if (!request.url.startsWith('/t/')) return;
  reply.header('x-robots-tag', 'noindex, nofollow');
  reply.header('referrer-policy', 'no-referrer');
}

/** The ETag is a hash of the content, so that a browser that has the page gets a 304. */
function sendPage(request: FastifyRequest, reply: FastifyReply, page: string): FastifyReply {
  const tag = `W/"${createHash('sha256').update(page).digest('base64url').slice(0, 22)}"`;
  reply.headers({ 'cache-control': 'no-cache', vary: 'accept-language, cookie', etag: tag });
  if (reply.statusCode === 200 && request.headers['if-none-match'] === tag) return reply.code(304).send();
  return reply.type('text/html; charset=utf-8').send(page);
}

/** Falls back to the product's name when the settings cannot be read: the app itself then shows the error. */
const nameOf = (appName: WebAppOptions['appName']): Promise<string> =>
  appName().then(
    (name) => name || NAME_OF_THE_PRODUCT,
    () => NAME_OF_THE_PRODUCT,
  );

export async function mountWebApp(app: FastifyInstance, options: WebAppOptions): Promise<void> {
  const { folder, publicUrl, awaitsSetup } = options;
  const firstPage = join(folder, 'index.html');
  const list = existsSync(firstPage) ? readScreenList(folder) : null;
  const renderedPage = options.pages && createRenderedPages(folder, options.pages);
  const originOf = (request: FastifyRequest): string => publicOriginOf(request, publicUrl);

  const isScreen = async (screens: ScreenList, path: string): Promise<boolean> =>
    screens.has(path) && (!/^\/setup\/?$/i.test(path) || (await awaitsSetup().catch(() => true)));

  /**
   * A visitor has no credentials at all. The browser renders the pages of other signed-in users, and of those whose
   * session has ended.
   */
  async function pageFor(request: FastifyRequest, path: string): Promise<RenderedPage | null> {
    const { actor, headers } = request;
    const isRider = actor?.usertype === 'rider';
    const isVisitor = !actor && credentialsOf(request) === null;
    if (!renderedPage || !(isRider || isVisitor)) return null;
    return renderedPage({
      path,
      hasQuery: request.url.includes('?'),
      rider: isRider ? actor.uid : null,
      acceptLanguage: headers['accept-language'],
    });
  }

  async function answer(request: FastifyRequest, reply: FastifyReply, screens: ScreenList) {
    const path = pathOf(request);
    const found = await isScreen(screens, path);
    const open = screens.pageAt(path);
    const rendered = found && open ? await pageFor(request, open.path) : null;
    const shipped = screens.languageFor(request.headers['accept-language']);
    const { locale, direction } = rendered ?? shipped;
    const appName = await nameOf(options.appName);
    const category = await options.appCategory().catch(() => 'taxi');
    const name = found ? open?.name : 'not_found';
    const say = (key: string, variables = {}) => screens.text(locale, key, { name: appName, ...variables });
    const withHead = writeHead(await readFile(firstPage, 'utf8'), {
      locale,
      direction,
      isDelivery: category === 'delivery',
      appName,
      origin: originOf(request),
      path: open?.path ?? path,
      title: name ? say('head_title', { page: say(`head_title_${name}`) }) : appName,
      description: open ? say(`head_text_${open.name}`) : null,
      listed: open?.listed ?? false,
    });
    if (!open?.listed) reply.header('x-robots-tag', 'noindex');
    const { startOnUse } = screens;
    const scripts = found ? screens.scriptsOf(path, request.actor?.usertype ?? 'visitor') : [];
    const page = rendered
      ? await writeRenderedPage(withHead, rendered, { webFolder: folder, startOnUse, scripts })
      : writePreloads(
          writeFirstPaint(withHead, {
            appName,
            frame: request.actor === null ? null : screens.frameAt(path),
          }),
          scripts,
        );
    hideReferrer(request, reply);
    return sendPage(request, reply.code(found ? 200 : 404), page);
  }

  if (list) {
    await app.register(fastifyStatic, {
      root: folder,
      cacheControl: false,
      // index.html is not served as a static file, because its head is rendered for each URL.
      index: false,
      // The build writes a Brotli and a gzip file beside each script, style sheet and JSON file.
      preCompressed: true,
      // The pages of screens are not files.
      allowedPath: (_path, _folder, request) => !isNavigation(request),
      setHeaders(reply, path) {
        // Hashed files never change. All others are revalidated, and answered with 304 while unchanged.
        const policy = isHashed(path) ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache';
        reply.header('cache-control', policy);
        // The library adds the charset to text types only.
        if (path.endsWith('.svg')) reply.type('image/svg+xml; charset=utf-8');
      },
    });
    // Paths below this one are not mapped to files of the server.
    app.get('/', (request, reply) => answer(request, reply, list));
    mountWebManifest(app, { folder, appName: () => nameOf(options.appName) });
    mountForSearchers(app, { listed: list.listed, originOf });
  }
  app.setNotFoundHandler(async (request: FastifyRequest, reply: FastifyReply) => {
    if (list && isNavigation(request)) return answer(request, reply, list);
    throw new DomainError('not_found');
  });
}
