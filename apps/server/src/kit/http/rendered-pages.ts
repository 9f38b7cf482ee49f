// Renders the public pages on the server, so that they are readable before any script runs; each version is rendered
// once.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PublicSettings } from '@kerb/contract';
import type { CarType } from '@kerb/domain/fleet';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';

/** Maximum number of cached pages, of about 100 kB each: six pages in each language of an installation with many. */
const MAX_PAGES = 200;

const markup = z.object({ html: z.string(), styles: z.string() });

/** For whom a page is rendered; the page of a rider is the same for all riders. */
type PageViewer = 'visitor' | 'rider';

export interface RenderedPage extends z.infer<typeof markup> {
  readonly path: string;
  readonly viewer: PageViewer;
  readonly locale: string;
  readonly direction: 'ltr' | 'rtl';
}

interface AccountLanguage {
  /** BCP 47 locale. */
  readonly langLocale: string;
}

interface PageTexts {
  readonly locale: string;
  readonly direction: 'ltr' | 'rtl';
  readonly textsIn: (areas: readonly string[]) => Record<string, Record<string, string>>;
}

export interface PageSource {
  /** Rejects before the service is set up. */
  readonly settings: () => Promise<PublicSettings>;
  readonly carTypes: () => Promise<readonly CarType[]>;
  /** The language of a user's account; null when they have chosen none. */
  readonly languageOf: (uid: string) => Promise<AccountLanguage | null>;
  readonly pageTexts: (
    lang: AccountLanguage | null,
    acceptLanguage: string | undefined,
  ) => Promise<PageTexts | null>;
  readonly onFailure: (error: unknown) => void;
}

/** Data that the page is rendered from. */
interface Shown {
  readonly settings: PublicSettings;
  readonly carTypes: readonly CarType[];
  readonly texts: PageTexts;
}

/** The page to render. */
interface Wanted {
  readonly path: string;
  readonly viewer: PageViewer;
}

export interface PageRequest {
  readonly path: string;
  readonly hasQuery: boolean;
  /** uid of the signed-in rider; null for a visitor. */
  readonly rider: string | null;
  readonly acceptLanguage: string | undefined;
}

type Render = (input: object) => Promise<unknown>;

interface Renderer {
  readonly pages: z.infer<typeof pageTable>;
  readonly render: Render;
}

const isRender = (value: unknown): value is Render => typeof value === 'function';
const pageTable = z.array(
  z.object({
    path: z.string(),
    viewers: z.array(z.string()),
    areas: z.array(z.string()),
    needsQuery: z.boolean(),
  }),
);

/** Loads the part of the web app that is built for the server, next to the browser build; null until it is built. */
async function loadRenderer(webFolder: string): Promise<Renderer | null> {
  const folder = join(webFolder, '..', 'on-server', 'dist');
  // The build writes this file last.
  if (!existsSync(join(folder, '.built-from'))) return null;
  const file = join(folder, 'render-page.js');
  const module: Readonly<Record<string, unknown>> = await import(pathToFileURL(file).href);
  if (!isRender(module.renderPage)) throw new Error(`${file} exports no renderPage`);
  return { pages: pageTable.parse(module.renderedPages), render: module.renderPage };
}

/**
 * Resolves to null for a page that only the browser renders, and when the page cannot be rendered; the browser then
 * renders all of it. A failed render is not retried before the page's content changes, because each attempt would
 * fail in the same way and take as long as a page.
 */
export function createRenderedPages(
  webFolder: string,
  source: PageSource,
  load: (webFolder: string) => Promise<Renderer | null> = loadRenderer,
) {
  const pages = new LRUCache<string, Promise<RenderedPage | null>>({ max: MAX_PAGES });
  let renderer: Promise<Renderer | null> | undefined;

  /** Null until it is built, which is checked again at the next call, and after it could not be loaded. */
  async function availableRenderer(): Promise<Renderer | null> {
    renderer ??= load(webFolder).then(
      (loaded) => {
        if (!loaded) renderer = undefined;
        return loaded;
      },
      (error: unknown) => {
        source.onFailure(error);
        return null;
      },
    );
    return renderer;
  }

  /** Null before the service is set up, and when the data cannot be read. */
  async function readShown({ rider, acceptLanguage }: PageRequest): Promise<Shown | null> {
    try {
      const lang = rider === null ? null : await source.languageOf(rider);
      const [settings, carTypes, texts] = await Promise.all([
        source.settings(),
        source.carTypes(),
        source.pageTexts(lang, acceptLanguage),
      ]);
      return texts && { settings, carTypes, texts };
    } catch {
      return null;
    }
  }

  async function render(
    { render: renderPage }: Renderer,
    wanted: Wanted,
    areas: readonly string[],
    shown: Shown,
  ) {
    const { settings, carTypes, texts } = shown;
    const { locale, direction } = texts;
    const input = { ...wanted, settings, carTypes, locale, texts: texts.textsIn(areas) };
    return { ...wanted, locale, direction, ...markup.parse(await renderPage(input)) };
  }

  return async function renderedPage(request: PageRequest): Promise<RenderedPage | null> {
    const wanted: Wanted = { path: request.path, viewer: request.rider === null ? 'visitor' : 'rider' };
    const loaded = await availableRenderer();
    const page = loaded?.pages.find(
      ({ path, viewers }) => path === wanted.path && viewers.includes(wanted.viewer),
    );
    if (!loaded || !page || (page.needsQuery && request.hasQuery)) return null;
    const shown = await readShown(request);
    if (!shown) return null;
    // The settings contain the version of each language, so changed texts lead to another cache key.
    const { settings, carTypes, texts } = shown;
    const content = JSON.stringify([wanted.path, wanted.viewer, texts.locale, settings, carTypes]);
    const key = createHash('sha256').update(content).digest('base64');
    const known = pages.get(key);
    if (known) return known;
    const rendering = render(loaded, wanted, page.areas, shown).catch((error: unknown) => {
      source.onFailure(error);
      return null;
    });
    pages.set(key, rendering);
    return rendering;
  };
}

const entry = /<script type="module"[^>]*src="([^"]+)"[^>]*><\/script>/;
const preloads = /\s*<link rel="modulepreload"[^>]*href="([^"]+)"[^>]*>/g;

const styleSheet = /<link rel="stylesheet"[^>]*href="(\/assets\/[\w.-]+\.css)"[^>]*>/g;

/** Inlines the linked style sheets: they are short, and inlining saves requests before the first paint. */
async function withStyles(page: string, webFolder: string): Promise<string> {
  const links = [...page.matchAll(styleSheet)];
  const contents = await Promise.all(links.map(([, href = '']) => readFile(join(webFolder, href), 'utf8')));
  return links.reduce(
    (written, [link], index) => written.replace(link, () => `<style>${contents[index]}</style>`),
    page,
  );
}

interface Surroundings {
  /** Folder of the built web app. */
  readonly webFolder: string;
  /** URL of the script that loads the app's scripts when the page is first used. */
  readonly startOnUse: string;
  /** Scripts that the page's screen loads first, in addition to those in index.html. */
  readonly scripts: readonly string[];
}

/**
 * Inserts a rendered page into index.html. It is readable without the app, whose scripts load when it is first used; on
 * a rider's page they load after its pictures, because a ride may be in progress.
 */
export async function writeRenderedPage(
  page: string,
  { html, styles, path, viewer }: RenderedPage,
  { webFolder, startOnUse, scripts }: Surroundings,
): Promise<string> {
  const imports = [...[...page.matchAll(preloads)].map(([, href]) => href), ...scripts].join(' ');
  const when = viewer === 'rider' ? ' data-when-loaded=""' : '';
  const start = (app: string) =>
    `<script type="module" src="${startOnUse}" data-app="${app}" data-imports="${imports}"${when}></script>`;
  const still = await withStyles(page, webFolder);
  return still
    .replaceAll(preloads, '')
    .replace(entry, (_, app: string) => start(app))
    .replace('</head>', () => `${styles}</head>`)
    .replace(
      /<div id="root">[\s\S]*<\/div>(?=\s*(<script|<\/body>))/,
      () => `<div id="root" data-rendered="${path}">${html}</div>`,
    );
}
