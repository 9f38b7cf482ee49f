// Inspects screens: accessibility once in each theme, layout at three widths and in both directions, no console errors.
import { createClient } from '@kerb/sdk/client';
import type { Page } from 'playwright-core';
import {
  accessibilityFindings,
  collectConsoleErrors,
  layoutFindings,
  openInApp,
  settled,
} from '../browser/inspect.ts';
import { savesPictures, takePicture } from '../browser/pictures.ts';
import type { Stage } from '../browser/stage.ts';
import type { Place } from './present-people.ts';

type Language = 'en' | 'ar';

const directions = { en: 'ltr', ar: 'rtl' } as const;

/** A public page with the language switcher, through which the app goes from one screen to the next. */
const between = '/about-us';

const wideWindow = { width: 1280, height: 800 };

interface Variant {
  readonly width: number;
  readonly scheme: 'light' | 'dark';
  readonly checksAccessibility: boolean;
}

/**
 * Accessibility is checked in English in a wide light window and in a dark phone window, which together show every
 * element in both themes. Arabic mirrors the same elements, so only its layout is checked.
 */
const variants: Readonly<Record<Language, readonly Variant[]>> = {
  en: [
    { width: 1280, scheme: 'light', checksAccessibility: true },
    { width: 768, scheme: 'light', checksAccessibility: false },
    { width: 390, scheme: 'dark', checksAccessibility: true },
  ],
  ar: [
    { width: 1280, scheme: 'dark', checksAccessibility: false },
    { width: 768, scheme: 'dark', checksAccessibility: false },
    { width: 390, scheme: 'dark', checksAccessibility: false },
  ],
};

/** Fewer variants, because rendering the map is slow and only its controls differ from the screens without a map. */
const variantsWithMap: Readonly<Record<Language, readonly Variant[]>> = {
  en: [{ width: 1280, scheme: 'light', checksAccessibility: true }],
  ar: [{ width: 390, scheme: 'dark', checksAccessibility: true }],
};

/** For `npm run screens`, which saves a picture of every screen: all widths in both themes. */
const pictureVariants = [390, 768, 1280].flatMap((width) =>
  (['light', 'dark'] as const).map((scheme) => ({ width, scheme, checksAccessibility: false })),
);

/** Returns the findings on the open screen in these variants, each with the variant that shows it. */
async function inspectVariants(
  page: Page,
  name: string,
  language: Language,
  inspected: readonly Variant[],
): Promise<string[]> {
  const found: string[] = [];
  for (const { width, scheme, checksAccessibility } of inspected) {
    await page.setViewportSize({ width, height: width < 600 ? 844 : 800 });
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await settled(page);
    const look = `${name} ${language} ${width} ${scheme}`;
    const findings = await layoutFindings(page, directions[language]);
    if (checksAccessibility) findings.push(...(await accessibilityFindings(page)));
    found.push(...findings.map((finding) => `${look}: ${finding}`));
    await takePicture(page, look.replaceAll(' ', '-'));
  }
  return found;
}

interface Visitor {
  /** The token of the session; undefined for a visitor who is not signed in. */
  readonly token?: string | undefined;
  /** The position of the device. */
  readonly place?: Place;
  /** Draws the map; otherwise the screens describe it in words. */
  readonly map?: boolean;
}

/** A screen by its path, with what is opened on it before the inspection. */
export interface Screen {
  readonly address: string;
  /** The expected HTTP status, 200 by default. */
  readonly status?: number;
  /** Part of a path: failed requests to it are ignored in the console. */
  readonly refused?: string;
  readonly open?: (page: Page, language: Language) => Promise<void>;
}

type Screens = Readonly<Record<string, string | Screen>>;

/**
 * Opens each screen once in one window and inspects it in the language in which it opens and in the other one. Returns
 * the findings.
 */
export async function inspectScreens(stage: Stage, visitor: Visitor, screens: Screens): Promise<string[]> {
  const found: string[] = [];
  const { page, close } = await stage.open({ width: 1280, language: 'en', ...visitor });
  if (visitor.token) await agreeOnLanguage(stage, page, visitor.token);
  const consoleErrors = await collectConsoleErrors(page);
  const inspectedVariants = (language: Language) =>
    savesPictures ? pictureVariants : (visitor.map ? variantsWithMap : variants)[language];
  for (const [name, entry] of Object.entries(screens)) {
    const screen = typeof entry === 'string' ? { address: entry } : entry;
    const problems = await openScreen(page, screen);
    const opened = await shownLanguage(page);
    const other = opened === 'en' ? 'ar' : 'en';
    problems.push(...(await inspectVariants(page, name, opened, inspectedVariants(opened))));
    problems.push(...(await switchLanguage(page, screen, other)));
    problems.push(...(await inspectVariants(page, name, other, inspectedVariants(other))));
    const path = new URL(page.url()).pathname;
    if (path !== new URL(screen.address, page.url()).pathname) problems.push(`led to ${path}`);
    const refused = screen.status === 404 ? screen.address : screen.refused;
    const reported = consoleErrors
      .splice(0)
      .filter((consoleError) => !refused || !consoleError.includes(refused));
    found.push(...[...problems, ...reported].map((problem) => `${name}: ${problem}`));
  }
  await close();
  return found;
}

/** Marks the language as agreed, because on a new device the app switches to the account's language after some time. */
async function agreeOnLanguage(stage: Stage, page: Page, token: string): Promise<void> {
  const client = createClient({ baseUrl: stage.server.origin, token });
  const { id } = await client.updateProfile({ body: { lang: { langLocale: 'en', dateLocale: 'en' } } });
  await page.addInitScript(`localStorage['kerb.language.agreed'] ??= '${id} en'`);
}

async function shownLanguage(page: Page): Promise<Language> {
  return (await page.locator('html').getAttribute('lang')) === 'ar' ? 'ar' : 'en';
}

/**
 * Opens a screen without loading the app again, which is slow, and requests its HTTP status separately. A screen with
 * its own expected status is loaded instead, because only the server decides that status.
 */
async function openScreen(page: Page, screen: Screen): Promise<string[]> {
  const { address, status = 200, open } = screen;
  await page.setViewportSize(wideWindow);
  const answered = isLoaded(page, screen) ? await openInside(page, address) : await load(page, address);
  await open?.(page, await shownLanguage(page));
  return answered === status ? [] : [`answered ${answered}`];
}

/** Returns whether the app is loaded and can open the screen by client-side navigation. */
const isLoaded = (page: Page, { address, status }: Screen): boolean =>
  page.url() !== 'about:blank' && status === undefined && address !== between;

async function load(page: Page, address: string): Promise<number | undefined> {
  const response = await page.goto(address);
  await settled(page);
  return response?.status();
}

async function openBetween(page: Page): Promise<void> {
  if (new URL(page.url()).pathname !== between) await openInApp(page, between);
}

async function openInside(page: Page, address: string): Promise<number> {
  // Another screen is opened in between, because two paths with the same component would share its state.
  await openBetween(page);
  await openInApp(page, address);
  return (await page.request.get(address, { headers: { accept: 'text/html' } })).status();
}

/** Switches the language in the header. Opens the screen again if it lacks the switcher or has an `open` step. */
async function switchLanguage(page: Page, screen: Screen, language: Language): Promise<string[]> {
  await page.setViewportSize(wideWindow);
  const switcher = page.locator('header select').first();
  const mustReopen = screen.open !== undefined || !(await switcher.isVisible());
  if (mustReopen) await openBetween(page);
  await switcher.selectOption(language);
  await page.locator(`html[lang="${language}"]`).waitFor();
  await settled(page);
  return mustReopen ? openScreen(page, screen) : [];
}
