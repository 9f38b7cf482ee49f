// Inspects screens: accessibility once in each theme, layout at three widths and in both directions, no console errors.
import type { Page } from 'playwright-core';
import { accessibilityFindings, collectConsoleErrors, layoutFindings, settled } from '../browser/inspect.ts';
import { savesPictures, takePicture } from '../browser/pictures.ts';
import type { Stage } from '../browser/stage.ts';
import type { Place } from './present-people.ts';

type Language = 'en' | 'ar';

const directions = { en: 'ltr', ar: 'rtl' } as const;

interface Variant {
  readonly width: number;
  readonly scheme: 'light' | 'dark';
  readonly checksAccessibility: boolean;
}

/** A wide window in light and a phone in dark show every element in both themes; Arabic mirrors the same elements. */
const variants: Readonly<Record<Language, readonly Variant[]>> = {
  en: [
    { width: 1280, scheme: 'light', checksAccessibility: true },
    { width: 768, scheme: 'light', checksAccessibility: false },
    { width: 390, scheme: 'dark', checksAccessibility: true },
  ],
  ar: [
    { width: 390, scheme: 'dark', checksAccessibility: false },
    { width: 768, scheme: 'dark', checksAccessibility: false },
    { width: 1280, scheme: 'dark', checksAccessibility: false },
  ],
};

/** For `npm run screens`, which saves a picture of every screen: all widths in both themes. */
const pictureVariants = [390, 768, 1280].flatMap((width) =>
  (['light', 'dark'] as const).map((scheme) => ({ width, scheme, checksAccessibility: false })),
);

/** Returns the findings on the open screen, each with the variant that shows it. */
async function inspectVariants(page: Page, name: string, language: Language): Promise<string[]> {
  const found: string[] = [];
  for (const { width, scheme, checksAccessibility } of savesPictures ? pictureVariants : variants[language]) {
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
  /** The console may report a failed request to a path that contains this. */
  readonly refused?: string;
  readonly open?: (page: Page, language: Language) => Promise<void>;
}

type Screens = Readonly<Record<string, string | Screen>>;

/** Opens each screen in one window per language and returns the findings. */
export async function inspectScreens(stage: Stage, visitor: Visitor, screens: Screens): Promise<string[]> {
  const found: string[] = [];
  for (const language of ['en', 'ar'] as const) {
    const { page, close } = await stage.open({ width: 1280, language, ...visitor });
    const consoleErrors = await collectConsoleErrors(page);
    for (const [name, entry] of Object.entries(screens)) {
      const screen = typeof entry === 'string' ? { address: entry } : entry;
      const problems = await inspectScreen(page, name, screen, language);
      const refused = screen.status === 404 ? screen.address : screen.refused;
      const reported = consoleErrors
        .splice(0)
        .filter((consoleError) => !refused || !consoleError.includes(refused));
      found.push(...[...problems, ...reported].map((problem) => `${name} ${language}: ${problem}`));
    }
    await close();
  }
  return found;
}

async function inspectScreen(
  page: Page,
  name: string,
  { address, status = 200, open }: Screen,
  language: Language,
): Promise<string[]> {
  const found: string[] = [];
  await page.setViewportSize({ width: 1280, height: 800 });
  const response = await page.goto(address);
  if (response?.status() !== status) found.push(`answered ${response?.status()}`);
  await settled(page);
  await open?.(page, language);
  found.push(...(await inspectVariants(page, name, language)));
  const shown = new URL(page.url()).pathname;
  if (shown !== new URL(address, page.url()).pathname) found.push(`led to ${shown}`);
  return found;
}
