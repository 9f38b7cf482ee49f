// The built app's own list of its screens, and how its public pages are called in each language.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Usertype, usertype } from '@kerb/domain/identity';
import { directionOf } from '@kerb/texts';
import { z } from 'zod';

const schema = z.object({
  /** Paths; `:id` stands for one part of any content. */
  screens: z.array(z.string().startsWith('/')),
  pages: z.array(z.object({ path: z.string(), name: z.string(), listed: z.boolean() })),
  /** By language, then by key. */
  texts: z.record(z.string(), z.record(z.string(), z.string())),
  /** The script that starts the app on a page that the server rendered. */
  startOnUse: z.string().startsWith('/'),
  /** Scripts that the screens at these paths wait for, for users of these roles. */
  preloads: z.array(
    z.object({
      paths: z.array(z.string()),
      roles: z.array(usertype),
      scripts: z.array(z.string().startsWith('/assets/')),
    }),
  ),
});

type PublicPage = z.infer<typeof schema>['pages'][number];

export interface ScreenList {
  /** Whether a path leads to a screen; case and a closing slash do not matter, as in the app. */
  has(path: string): boolean;
  /** Of the public page at this path. */
  pageAt(path: string): PublicPage | undefined;
  /** The script that starts the app on a page that the server rendered. */
  readonly startOnUse: string;
  /** The scripts that the screen at this path waits for, besides those that the first page names. */
  scriptsOf(path: string, role: Usertype): readonly string[];
  /** The paths that search engines may list. */
  readonly listed: readonly string[];
  /** The first of the languages a browser asks for, that there is; else English. */
  languageFor(acceptLanguage: string | undefined): { locale: string; direction: 'ltr' | 'rtl' };
  /** The text of a key; empty for a missing one. */
  text(locale: string, key: string, variables: Readonly<Record<string, string>>): string;
}

const FALLBACK = 'en';

/** Without an expression: one that looks for slashes at the end takes seconds for an address full of them. */
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

/** "es-UY,es;q=0.9,en;q=0.8" → es-uy, es, en: the most wanted first. */
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

/** Null where the app is not built. */
export function readScreenList(folder: string): ScreenList | null {
  const file = join(folder, 'screens.json');
  if (!existsSync(file)) return null;
  const { screens, pages, texts, startOnUse, preloads } = schema.parse(
    JSON.parse(readFileSync(file, 'utf8')),
  );
  const expressions = screens.map(asExpression);
  const preloaded = preloads.map((group) => ({ ...group, expressions: group.paths.map(asExpression) }));
  return {
    has(path) {
      const asked = plain(path);
      return expressions.some((expression) => expression.test(asked));
    },
    pageAt(path) {
      const asked = plain(path);
      return pages.find((page) => plain(page.path) === asked);
    },
    startOnUse,
    scriptsOf(path, role) {
      const asked = plain(path);
      const scripts = preloaded
        .filter((group) => group.roles.includes(role))
        .filter((group) => group.expressions.some((expression) => expression.test(asked)))
        .flatMap((group) => group.scripts);
      return [...new Set(scripts)];
    },
    listed: pages.filter(({ listed }) => listed).map(({ path }) => path),
    languageFor(acceptLanguage) {
      const asked = languagesAskedFor((acceptLanguage ?? '').slice(0, 500));
      const known = asked.map((tag) => tag.split('-')[0] ?? '').find((tag) => Object.hasOwn(texts, tag));
      const locale = known ?? FALLBACK;
      return { locale, direction: directionOf(locale) };
    },
    text(locale, key, variables) {
      const text = texts[locale]?.[key] ?? texts[FALLBACK]?.[key] ?? '';
      return text.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => variables[name] ?? '');
    },
  };
}
