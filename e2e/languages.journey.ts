// Languages: added, translated and made default by an admin, updated live on open pages, switched without a reload.
import { readFileSync } from 'node:fs';
import { demoMobile } from '@kerb/domain/identity';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, signIn } from './api/people.ts';
import { until } from './api/until.ts';
import { openStage, type Stage } from './browser/stage.ts';
import { startApp } from './browser/steps.ts';

let stage: Stage;
let admin: Person;

beforeAll(async () => {
  stage = await openStage();
  admin = await signIn(stage.server.origin, demoMobile('admin', 1));
});
afterAll(async () => {
  admin?.leave();
  await stage?.close();
});

const textsOf = (locale: string, area: string): Record<string, string> =>
  JSON.parse(
    readFileSync(new URL(`../packages/texts/locales/${locale}/${area}.json`, import.meta.url), 'utf8'),
  );
const sloganIn = (locale: string) => textsOf(locale, 'site').slogan ?? '';
const asAdmin = (width = 1280, language = 'en') => stage.open({ width, language, token: admin.token });
const field = (page: Page, key: string) =>
  page.getByRole('textbox', { name: `${key} in Deutsch`, exact: true });
const languageCalled = async (langLocale: string) => {
  const { items } = await admin.client.listLanguages();
  const found = items.find((one) => one.langLocale === langLocale);
  if (!found) throw new Error(`${langLocale} is not in the list of languages`);
  return found;
};

/** Sets a global variable, which a reload would remove. */
const mark = (page: Page) => page.evaluate('window.stillHere = true');
const stillHere = (page: Page) => page.evaluate('window.stillHere === true');

async function translate(page: Page, key: string, text: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Search keys and texts' }).fill(key);
  await field(page, key).fill(text);
}

test('an admin adds a language, and its translations show on an open page without a reload', async () => {
  const { page, close, failures } = await asAdmin();
  await page.goto('/languagesetting');
  await page.getByRole('button', { name: 'Add language' }).click();
  const form = page.getByRole('dialog', { name: 'Add language' });
  await form.getByRole('textbox', { name: 'Name' }).fill('Deutsch');
  await form.getByRole('textbox', { name: 'Locale', exact: true }).fill('german');
  await form.getByRole('button', { name: 'Add language' }).click();
  await form.getByText('This is no locale.', { exact: false }).first().waitFor();
  await form.getByRole('textbox', { name: 'Locale', exact: true }).fill('de');
  await form.getByRole('button', { name: 'Add language' }).click();
  await page.getByText('Deutsch is saved.').waitFor();
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await row('Deutsch')
    .getByText(/[\d,]+ texts missing/)
    .waitFor();
  await row('English').getByText('Complete').waitFor();

  const visitor = await stage.open({ width: 1280, language: 'de-DE' });
  await visitor.page.goto('/');
  await visitor.page.getByRole('heading', { name: sloganIn('en') }).waitFor();
  expect(await visitor.page.locator('html').getAttribute('lang')).toBe('de');
  await startApp(visitor.page);
  await mark(visitor.page);

  await page.getByRole('link', { name: 'Deutsch' }).click();
  await translate(page, 'slogan', 'Deine Fahrt wartet');
  await translate(page, 'stars_one', 'ein Stern');
  await translate(page, 'stars_other', '{{zahl}} Sterne');
  await page.getByText('Nothing is filled in for', { exact: false }).waitFor();
  await page.getByText('1 text cannot be saved like this.', { exact: false }).waitFor();
  await field(page, 'stars_other').fill('{{count}} Sterne');
  // Unsaved texts are restored after a reload.
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await page.getByRole('button', { name: '3 texts not saved' }).click();
  expect(await field(page, 'slogan').inputValue()).toBe('Deine Fahrt wartet');
  await page.getByRole('button', { name: 'Save texts' }).click();
  await page.getByText('3 texts saved.', { exact: false }).waitFor();

  await visitor.page.getByRole('heading', { name: 'Deine Fahrt wartet' }).waitFor();
  expect(await stillHere(visitor.page)).toBe(true);
  const { keyValuePairs } = await admin.client.getLanguage({
    params: { id: (await languageCalled('de')).id },
  });
  expect(keyValuePairs).toMatchObject({ stars_one: 'ein Stern', stars_other: '{{count}} Sterne' });
  expect([...failures, ...visitor.failures]).toEqual([]);
  await visitor.close();
  await close();
});

test('the default language cannot be deleted, and is used for a browser whose language is not offered', async () => {
  const { page, close } = await asAdmin();
  await page.goto('/languagesetting');
  await page.getByRole('button', { name: 'More for Deutsch' }).click();
  await page.getByRole('menuitem', { name: 'Make default' }).click();
  await page.getByText('Deutsch is the default language.').waitFor();
  const visitor = await stage.open({ width: 390, language: 'sv-SE' });
  await visitor.page.goto('/');
  await visitor.page.getByRole('heading', { name: 'Deine Fahrt wartet' }).waitFor();
  await startApp(visitor.page);

  await page.getByRole('button', { name: 'More for Deutsch' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const alert = page.getByRole('alertdialog', { name: 'Alert' });
  await alert.getByText('Cannot delete default language', { exact: true }).waitFor();
  await alert.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('button', { name: 'More for English' }).click();
  await page.getByRole('menuitem', { name: 'Make default' }).click();
  await page.getByText('English is the default language.').waitFor();
  await visitor.page.getByRole('heading', { name: sloganIn('en') }).waitFor();
  await visitor.close();
  await close();
});

test('an import of invalid JSON shows an alert, one of 5 MB is rejected, and a valid one shows a preview first', async () => {
  const { page, close } = await asAdmin();
  const german = await languageCalled('de');
  await page.goto(`/languagesetting/${german.id}`);
  await page.getByRole('button', { name: 'Import' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import into Deutsch' });
  const alert = page.getByRole('alertdialog', { name: 'Alert' });
  const paste = dialog.getByRole('textbox', { name: 'Or paste the JSON' });
  await paste.fill('{"home": ');
  await dialog.getByRole('button', { name: 'Check' }).click();
  await alert.getByText('JSON Error', { exact: true }).waitFor();
  await alert.getByRole('button', { name: 'Close' }).click();

  const file = page.locator('input[name="texts"]');
  const large = Buffer.from(JSON.stringify({ home: 'x'.repeat(5 * 1024 * 1024) }));
  await file.setInputFiles({ name: 'de.json', mimeType: 'application/json', buffer: large });
  await alert.getByText('This is larger than 2 MB', { exact: false }).waitFor();
  await alert.getByRole('button', { name: 'Close' }).click();

  const { keyValuePairs } = await admin.client.getLanguage({ params: { id: german.id } });
  const texts = { ...keyValuePairs, home: 'Start', stars_other: 'Sterne {{x}}', added_by_hand: 'x' };
  await file.setInputFiles({
    name: 'de.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(texts)),
  });
  const preview = dialog.getByRole('status', { name: 'What the import would do' });
  await preview.getByText('1 text changed').waitFor();
  await preview.getByText('1 text unused').waitFor();
  await preview.getByText('1 text with wrong variables').waitFor();
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByText('The texts of Deutsch are imported.').waitFor();
  const after = await admin.client.getLanguage({ params: { id: german.id } });
  expect(after.keyValuePairs).toMatchObject({
    home: 'Start',
    stars_other: '{{count}} Sterne',
    added_by_hand: 'x',
  });
  await close();
});

test('when two admins edit one language, the second is notified of the conflict and retains the unsaved texts', async () => {
  const { page, close } = await asAdmin();
  const german = await languageCalled('de');
  await page.goto(`/languagesetting/${german.id}`);
  await translate(page, 'logout', 'Abmelden');
  await admin.client.editLanguage({
    params: { id: german.id },
    body: { version: german.version, keyValuePairs: { logout: 'Ausloggen', home: 'Heim' } },
  });
  await page.getByRole('button', { name: 'Save texts' }).click();
  await page.getByRole('button', { name: 'Reload, keep what I typed' }).click();
  await page.getByText('Another admin saved meanwhile: Ausloggen').waitFor();
  expect(await field(page, 'logout').inputValue()).toBe('Abmelden');
  await page.getByRole('button', { name: 'Save texts' }).click();
  await page.getByText('1 text saved.', { exact: false }).waitFor();
  const { keyValuePairs } = await admin.client.getLanguage({ params: { id: german.id } });
  expect(keyValuePairs).toMatchObject({ logout: 'Abmelden', home: 'Heim' });
  await close();
});

test('unsaved texts are restored after the session has ended in the middle of an edit', async () => {
  const { page, close, context } = await asAdmin();
  const german = await languageCalled('de');
  await page.goto(`/languagesetting/${german.id}`);
  await translate(page, 'loading', 'Wird geladen');
  await context.clearCookies();
  await page.getByRole('button', { name: 'Save texts' }).click();
  await page.getByRole('button', { name: 'Leave without saving' }).click();
  await page.waitForURL('/login');
  await context.addCookies([
    { name: 'kerb_session', value: admin.token, url: stage.server.origin, httpOnly: true },
  ]);
  await page.goto(`/languagesetting/${german.id}`);
  await page.getByRole('button', { name: '1 text not saved' }).click();
  expect(await field(page, 'loading').inputValue()).toBe('Wird geladen');
  await close();
});

test('the language is switched in the header and in the profile without a reload, also to a right-to-left one', async () => {
  const { page, close, failures } = await asAdmin();
  await page.goto('/');
  await page.getByRole('heading', { name: sloganIn('en') }).waitFor();
  await mark(page);
  for (const [locale, direction] of [
    ['pt', 'ltr'],
    ['fr', 'ltr'],
    ['ar', 'rtl'],
  ] as const) {
    await page.locator('header select').selectOption(locale);
    await page.getByRole('heading', { name: sloganIn(locale) }).waitFor();
    expect(await page.locator('html').getAttribute('dir')).toBe(direction);
  }
  expect(await stillHere(page)).toBe(true);

  await page.goto('/profile');
  await mark(page);
  for (const [locale, name] of [
    ['pt', 'Português'],
    ['fr', 'Français'],
    ['de', 'Deutsch'],
    ['en', 'English'],
  ] as const) {
    await page.getByRole('radio', { name }).press('Space');
    await until(
      `The account in ${locale}`,
      async () => (await admin.client.getMe()).lang?.langLocale,
      (saved) => saved === locale,
    );
    expect(await page.locator('html').getAttribute('lang')).toBe(locale);
  }
  expect(await stillHere(page)).toBe(true);
  expect(failures).toEqual([]);
  await close();
});

test('open pages in a deleted language switch to the default one', async () => {
  const visitor = await stage.open({ width: 390, language: 'de-DE' });
  await visitor.page.goto('/');
  await visitor.page.getByRole('heading', { name: 'Deine Fahrt wartet' }).waitFor();
  await startApp(visitor.page);
  await mark(visitor.page);
  await admin.client.deleteLanguage({ params: { id: (await languageCalled('de')).id } });
  await visitor.page.getByRole('heading', { name: sloganIn('en') }).waitFor();
  expect(await stillHere(visitor.page)).toBe(true);
  expect(await visitor.page.locator('header select option').allTextContents()).not.toContain('Deutsch');
  await visitor.close();
});
