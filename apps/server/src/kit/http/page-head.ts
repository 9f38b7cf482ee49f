// Writes the head of the app's HTML page: title, description, canonical URL and preview tags, for browsers, search
// engines and link previews.
import { escapeHtml } from '../escape-html.ts';

export interface PageHead {
  readonly locale: string;
  readonly direction: 'ltr' | 'rtl';
  /** True: the app shows delivery texts from the first render. */
  readonly isDelivery: boolean;
  readonly title: string;
  /** Null for a screen that is not public. */
  readonly description: string | null;
  readonly appName: string;
  /** Scheme, host and port, without a path: "https://ride.example". */
  readonly origin: string;
  /** Canonical path of the page, without a query. */
  readonly path: string;
  /** Whether search engines may list the page. */
  readonly listed: boolean;
}

/** Preview image next to the built app, 1200 × 630 pixels as link previews require. */
const PREVIEW = { path: '/preview.png', width: 1200, height: 630 } as const;

const tag = (by: 'name' | 'property', name: string, content: string): string =>
  `<meta ${by}="${name}" content="${escapeHtml(content)}" />`;

function previewTags(head: PageHead, description: string): string[] {
  const image = `${head.origin}${PREVIEW.path}`;
  return [
    tag('property', 'og:type', 'website'),
    tag('property', 'og:site_name', head.appName),
    tag('property', 'og:title', head.title),
    tag('property', 'og:description', description),
    tag('property', 'og:url', head.origin + head.path),
    tag('property', 'og:locale', head.locale),
    tag('property', 'og:image', image),
    tag('property', 'og:image:width', String(PREVIEW.width)),
    tag('property', 'og:image:height', String(PREVIEW.height)),
    tag('property', 'og:image:alt', head.appName),
    tag('name', 'twitter:card', 'summary_large_image'),
    tag('name', 'twitter:title', head.title),
    tag('name', 'twitter:description', description),
    tag('name', 'twitter:image', image),
  ];
}

/** Tags that replace the page's title. Text written by users is escaped. */
function tagsOf(head: PageHead): string {
  const { description, origin, path, title } = head;
  return [
    `<title>${escapeHtml(title)}</title>`,
    ...(description === null ? [] : [tag('name', 'description', description)]),
    ...(head.listed
      ? [`<link rel="canonical" href="${escapeHtml(origin + path)}" />`]
      : [tag('name', 'robots', 'noindex')]),
    ...(description === null ? [] : previewTags(head, description)),
  ].join('\n    ');
}

/** Returns the built HTML page with this head; the rest is unchanged. */
export function writeHead(page: string, head: PageHead): string {
  const category = head.isDelivery ? ' data-appcat="delivery"' : '';
  const attributes = `lang="${escapeHtml(head.locale)}" dir="${head.direction}"${category}`;
  return page
    .replace(/<html[^>]*>/, () => `<html ${attributes}>`)
    .replace(/\s*<meta name="description"[^>]*>/, '')
    .replace(/<title>[^<]*<\/title>/, () => tagsOf(head));
}

/**
 * Adds preload links for scripts that the page's own scripts import later. Their priority is low, so that they do not
 * delay the first paint.
 */
export function writePreloads(page: string, scripts: readonly string[]): string {
  const links = scripts.map(
    (script) => `<link rel="modulepreload" crossorigin fetchpriority="low" href="${escapeHtml(script)}">`,
  );
  return page.replace('</head>', () => `${links.join('\n')}</head>`);
}
