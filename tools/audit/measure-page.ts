// Measures one page once: scores, times and sizes with Lighthouse, accessibility violations with axe.
import { gzipSync } from 'node:zlib';
import lighthouse, { desktopConfig, type Result } from 'lighthouse';
import type { BrowserContext } from 'playwright-core';
import { accessibilityFindings, settled } from '../../e2e/browser/inspect.ts';
import type { AuditedPage } from './audited-pages.ts';
import type { PageFigures } from './judge-pages.ts';

export interface Measured {
  readonly figures: PageFigures;
  /** Violations that axe found, and failed Lighthouse audits of accessibility, best practices and SEO. */
  readonly findings: readonly string[];
}

interface RequestOfPage {
  readonly url: string;
  readonly resourceType?: string;
}

const isRequest = (item: object): item is RequestOfPage => 'url' in item && typeof item.url === 'string';

/** Returns the distinct URLs of the scripts and style sheets that the page has loaded. */
function codeOf(result: Result): string[] {
  const details = result.audits['network-requests']?.details;
  const items: readonly object[] = details?.type === 'table' ? details.items : [];
  const code = items
    .filter(isRequest)
    .filter(({ resourceType }) => resourceType === 'Script' || resourceType === 'Stylesheet')
    .filter(({ url }) => url.startsWith('http'));
  return [...new Set(code.map(({ url }) => url))];
}

async function gzipBytes(url: string): Promise<number> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  return gzipSync(new Uint8Array(await answer.arrayBuffer())).length;
}

async function sizeOfCode(result: Result): Promise<number> {
  const sizes = await Promise.all(codeOf(result).map(gzipBytes));
  return sizes.reduce((sum, bytes) => sum + bytes, 0);
}

/** Returns the titles of the audits below the best result in accessibility, best practices and SEO. */
function failedAudits(result: Result): string[] {
  return ['accessibility', 'best-practices', 'seo'].flatMap((category) =>
    (result.categories[category]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (result.audits[id]?.score ?? 1) < 1)
      .map(({ id }) => `${category}: ${result.audits[id]?.title ?? id}`),
  );
}

const score = (result: Result, category: string): number | null => {
  const value = result.categories[category]?.score;
  return typeof value === 'number' ? Math.round(value * 100) : null;
};

const figure = (result: Result, audit: string): number | null => result.audits[audit]?.numericValue ?? null;

async function runLighthouse(url: string, page: AuditedPage, port: number): Promise<Result> {
  const flags = {
    port,
    output: 'json',
    logLevel: 'silent',
    locale: 'en-US',
    onlyCategories: ['performance', 'accessibility', 'best-practices', ...(page.listed ? ['seo'] : [])],
  } as const;
  const run = await lighthouse(
    url,
    { ...flags, onlyCategories: [...flags.onlyCategories] },
    page.device === 'desktop' ? desktopConfig : undefined,
  );
  if (run === undefined) throw new Error(`Lighthouse returned no result for ${url}`);
  const { runtimeError } = run.lhr;
  if (runtimeError) throw new Error(`Lighthouse could not measure ${url}: ${runtimeError.message}`);
  return run.lhr;
}

async function violationsOf(url: string, page: AuditedPage, context: BrowserContext): Promise<string[]> {
  const opened = await context.newPage();
  try {
    const size = page.device === 'mobile' ? { width: 412, height: 823 } : { width: 1350, height: 940 };
    await opened.setViewportSize(size);
    await opened.goto(url, { waitUntil: 'networkidle' });
    await settled(opened);
    return await accessibilityFindings(opened);
  } finally {
    await opened.close();
  }
}

export interface Auditor {
  /** Origin of the server: scheme, host and port. */
  readonly origin: string;
  /** Default context of the browser, in which Lighthouse also opens its pages, with the same session. */
  readonly context: BrowserContext;
  /** Port of the browser's debugging protocol. */
  readonly debuggingPort: number;
}

export async function measurePage(page: AuditedPage, auditor: Auditor): Promise<Measured> {
  const url = auditor.origin + page.path;
  const run = () => runLighthouse(url, page, auditor.debuggingPort);
  // Retried once, because on a busy machine a trace may lack its beginning, which makes Lighthouse fail.
  const result = await run().catch(run);
  const violations = await violationsOf(url, page, auditor.context);
  return {
    figures: {
      performance: score(result, 'performance'),
      accessibility: score(result, 'accessibility'),
      bestPractices: score(result, 'best-practices'),
      seo: score(result, 'seo'),
      fcp: figure(result, 'first-contentful-paint'),
      lcp: figure(result, 'largest-contentful-paint'),
      tbt: figure(result, 'total-blocking-time'),
      cls: figure(result, 'cumulative-layout-shift'),
      codeBytes: await sizeOfCode(result),
      pageBytes: figure(result, 'total-byte-weight'),
      violations: violations.length,
    },
    findings: [...violations, ...failedAudits(result)],
  };
}
