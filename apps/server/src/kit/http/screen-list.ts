// Reads the built app's list of screens, with the names of its public pages in each language.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Usertype, usertype } from '@kerb/domain/identity';
import { directionOf } from '@kerb/texts';
import { z } from 'zod';

const schema = z.object({
  /** Path patterns; `:id` matches any single segment. */
  screens: z.array(z.string().startsWith('/')),
  /** Those of them that have the console's frame, and those of one trip over a map. */
  frames: z.object({
    console: z.array(z.string().startsWith('/')),
    trip: z.array(z.string().startsWith('/')),
  }),
  pages: z.array(z.object({ path: z.string(), name: z.string(), listed: z.boolean() })),
  /** Texts by language, then by key. */
  texts: z.record(z.string(), z.record(z.string(), z.string())),
  /** URL of the script that starts the app on a server-rendered page. */
  startOnUse: z.string().startsWith('/'),
  /** Scripts that the screens at these paths load first, for these viewers. */
  preloads: z.array(
    z.object({
      paths: z.array(z.string()),
      viewers: z.array(z.enum([...usertype.options, 'visitor'])),
      scripts: z.array(z.string().startsWith('/assets/')),
    }),
  ),
});

/** `console`: a header and, on wide windows, the navigation beside it. `trip`: a map with a sheet over it. */
export type Frame = 'console' | 'trip';

type PublicPage = z.infer<typeof schema>['pages'][number];

export interface ScreenList {
  /** Whether a path belongs to a screen; as in the app, case and trailing slashes are ignored. */
  has(path: string): boolean;
  /** The frame of the screen at a path; null for screens without one. */
  frameAt(path: string): Frame | null;
  /** The public page at this path; undefined for other paths. */
  pageAt(path: string): PublicPage | undefined;
  /** URL of the script that starts the app on a server-rendered page. */
  readonly startOnUse: string;
  /** Scripts that the screen at this path loads first, in addition to those in index.html. */
  scriptsOf(path: string, viewer: Usertype | 'visitor'): readonly string[];
  /** Paths that search engines may list. */
  readonly listed: readonly string[];
  /** The first available language of the Accept-Language header; English when it names no available one. */
  languageFor(acceptLanguage: string | undefined): { locale: string; direction: 'ltr' | 'rtl' };
  /** The text of a key with its variables replaced; '' for a missing key. */
  text(locale: string, key: string, variables: Readonly<Record<string, string>>): string;
}

const FALLBACK = 'en';

/**
 * Written without a regular expression: one that matches trailing slashes takes seconds for an address full of slashes.
 */
function plain(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end -= 1;
  return path.slice(0, end).toLowerCase();
}

const asExpression = (pattern: string): RegExp =>
  new RegExp(
    `^${plain(pattern)
      .replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
      .replaceAll(':id', '[^/]+')}$`,
  );

/** Parses "es-UY,es;q=0.9,en;q=0.8" into es-uy, es, en, the highest quality first. */
function languagesAskedFor(header: string): string[] {
  return header
    .split(',')
    .map((part) => {
      const [tag = '', quality = ''] = part
        .trim()
        .toLowerCase()
        .split(/\s*;\s*q=/);
      return { tag, quality: quality === '' ? 1 : Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag);
}

/** Null when the app is not built. */
export function readScreenList(folder: string): ScreenList | null {
  const file = join(folder, 'screens.json');
  if (!existsSync(file)) return null;
  const { screens, frames, pages, texts, startOnUse, preloads } = schema.parse(
    JSON.parse(readFileSync(file, 'utf8')),
  );
  const expressions = screens.map(asExpression);
  const framed = (['console', 'trip'] as const).map((frame) => ({
    frame,
    expressions: frames[frame].map(asExpression),
  }));
  const preloaded = preloads.map((group) => ({ ...group, expressions: group.paths.map(asExpression) }));
  return {
    has(path) {
      const plainPath = plain(path);
      return expressions.some((expression) => expression.test(plainPath));
    },
    frameAt(path) {
      const plainPath = plain(path);
      const found = framed.find(({ expressions }) => expressions.some((one) => one.test(plainPath)));
      return found?.frame ?? null;
    },
    pageAt(path) {
      const plainPath = plain(path);
      return pages.find((page) => plain(page.path) === plainPath);
    },
    startOnUse,
    scriptsOf(path, viewer) {
      const plainPath = plain(path);
      const scripts = preloaded
        .filter((group) => group.viewers.includes(viewer))
        .filter((group) => group.expressions.some((expression) => expression.test(plainPath)))
        .flatMap((group) => group.scripts);
      return [...new Set(scripts)];
    },
    listed: pages.filter(({ listed }) => listed).map(({ path }) => path),
    languageFor(acceptLanguage) {
      const acceptedTags = languagesAskedFor((acceptLanguage ?? '').slice(0, 500));
      const known = acceptedTags
        .map((tag) => tag.split('-')[0] ?? '')
        .find((tag) => Object.hasOwn(texts, tag));
      const locale = known ?? FALLBACK;
      return { locale, direction: directionOf(locale) };
    },
    text(locale, key, variables) {
      const text = texts[locale]?.[key] ?? texts[FALLBACK]?.[key] ?? '';
      return text.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => variables[name] ?? '');
    },
  };
}
