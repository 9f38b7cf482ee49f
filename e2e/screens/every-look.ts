// One screen in every look: three widths, two languages, light and dark, with a picture of each and nothing to complain of.
import type { Page } from 'playwright-core';
import { findings, listenToConsole, settled, takePicture } from '../browser/inspect.ts';
import type { Stage } from '../browser/stage.ts';
import type { Place } from './present-people.ts';

export const languages = ['en', 'ar'] as const;
export type Language = (typeof languages)[number];

const widths = [390, 768, 1280] as const;
const schemes = ['light', 'dark'] as const;

/** What is wrong with the screen that is open, each with the look it is wrong in. */
export async function everyLook(page: Page, name: string, language: Language): Promise<string[]> {
  const found: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: width < 600 ? 844 : 800 });
    for (const scheme of schemes) {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      await settled(page);
      const look = `${name} ${language} ${width} ${scheme}`;
      for (const finding of await findings(page, language === 'ar' ? 'rtl' : 'ltr'))
        found.push(`${look}: ${finding}`);
      await takePicture(page, look.replaceAll(' ', '-'));
    }
  }
  return found;
}

export interface Visitor {
  /** Undefined: nobody is signed in. */
  readonly token?: string | undefined;
  /** Where the device is. */
  readonly place?: Place;
}

/** An address that leads nowhere, among the screens: the server says so, and the browser writes that down. */
export const nowhere = '/no/such/screen';

/** Opens each screen by its address in one window, stays on it, and looks at it. */
export async function visit(
  stage: Stage,
  { token, place }: Visitor,
  language: Language,
  screens: Readonly<Record<string, string>>,
): Promise<string[]> {
  const { page, context } = await stage.open({ width: 390, language, token, ...(place && { place }) });
  const complaints = await listenToConsole(page);
  const found: string[] = [];
  for (const [name, address] of Object.entries(screens)) {
    const answer = await page.goto(address);
    const status = address === nowhere ? 404 : 200;
    if (answer?.status() !== status) found.push(`${name} ${language}: answered ${answer?.status()}`);
    await settled(page);
    found.push(...(await everyLook(page, name, language)));
    const [shown, asked] = [new URL(page.url()).pathname, new URL(address, page.url()).pathname];
    if (shown !== asked) found.push(`${name} ${language}: led to ${shown}`);
    const heard = complaints.splice(0).filter((complaint) => status === 200 || !complaint.endsWith(address));
    found.push(...heard.map((complaint) => `${name} ${language}: ${complaint}`));
  }
  await context.close();
  return found;
}
