// Tests that the texts of a delivery service replace those of rides in every language, until the service carries people
// again.
import { settings } from '@kerb/domain/settings';
import type { KerbStore } from '@kerb/sdk/store';
import i18next from 'i18next';
import { beforeAll, expect, it, vi } from 'vitest';
import { followOfferedLanguages } from './follow-offered-languages.ts';
import { loadTexts, startI18n, switchLanguage } from './index.ts';

let appcat: 'taxi' | 'delivery' = 'taxi';
const listeners: (() => void)[] = [];
const store = {
  getState: () => ({
    languagedata: { langlist: [] },
    settingsdata: { settings: settings.parse({ appcat }) },
  }),
  subscribe: (listener: () => void) => listeners.push(listener),
} as unknown as KerbStore;

function carry(next: typeof appcat): void {
  appcat = next;
  for (const listener of listeners) listener();
}

beforeAll(async () => {
  window.localStorage.clear();
  await startI18n();
  await Promise.all([loadTexts('site'), loadTexts('quote')]);
  followOfferedLanguages(store);
});

it('uses the delivery texts where they exist, and the common texts elsewhere', async () => {
  expect(i18next.t('slogan')).toBe('Where to?');
  carry('delivery');
  await vi.waitFor(() => expect(i18next.t('slogan')).toBe('What are you sending?'));
  expect(i18next.t('cars_nearby', { count: 1 })).toBe('1 courier nearby');
  expect(i18next.t('cars_nearby', { count: 3 })).toBe('3 couriers nearby');
  expect(i18next.t('estimate_title')).toBe('Price of your delivery');
  expect(i18next.t('home')).toBe('Home');
});

it('also applies to a language chosen later, and ends when the service offers rides', async () => {
  await switchLanguage('ar');
  expect(i18next.t('slogan')).toBe('ماذا ترسل؟');
  expect(i18next.t('cars_nearby', { count: 2 })).toBe('مندوبان قريبان');
  carry('taxi');
  await vi.waitFor(() => expect(i18next.t('cars_nearby', { count: 2 })).toBe('سيارتان قريبتان'));
  carry('delivery');
  await vi.waitFor(() => expect(i18next.t('cars_nearby', { count: 2 })).toBe('مندوبان قريبان'));
});
