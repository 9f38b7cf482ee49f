// What a page says of itself before any of its code runs: title, description, address and preview, for browsers, searchers and link previews.
import { escapeHtml } from '../escape-html.ts';

export interface PageHead {
  readonly locale: string;
  readonly direction: 'ltr' | 'rtl';
  /** The app then shows the texts of deliveries from the start. */
  readonly isDelivery: boolean;
  readonly title: string;
  /** Null for a screen that is not public. */
  readonly description: string | null;
  readonly appName: string;
  /** Scheme, host and port, without a path: "https://ride.example". */
  readonly origin: string;
  /** The page's one address, without a query. */
  readonly path: string;
  /** Search engines may list it. */
  readonly listed: boolean;
}

/** Beside the built app; 1200 × 630, as previews of links want it. */
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

/** The tags in the place of the page's own title. Everything that people wrote is escaped. */
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

/** The built first page with this head; it keeps the rest of what it says. */
export function writeHead(page: string, head: PageHead): string {
  const category = head.isDelivery ? ' data-appcat="delivery"' : '';
  const attributes = `lang="${escapeHtml(head.locale)}" dir="${head.direction}"${category}`;
  return page
    .replace(/<html[^>]*>/, () => `<html ${attributes}>`)
    .replace(/\s*<meta name="description"[^>]*>/, '')
    .replace(/<title>[^<]*<\/title>/, () => tagsOf(head));
}

/** The page with scripts that the browser loads beside those that the page runs; they run when these import them. */
export function writePreloads(page: string, scripts: readonly string[]): string {
  const links = scripts.map(
    (script) => `<link rel="modulepreload" crossorigin href="${escapeHtml(script)}">`,
  );
  return page.replace('</head>', () => `${links.join('\n')}</head>`);
}
