// Tests that the first page of a delivery service has its texts before the settings have loaded.
import i18next from 'i18next';
import { expect, it, vi } from 'vitest';

it('uses the delivery texts from the start when the page is marked for delivery', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new Error('The settings do not arrive')));
  document.documentElement.dataset.appcat = 'delivery';
  const { loadTexts, startI18n } = await import('./index.ts');
  await startI18n();
  await loadTexts('site');
  expect(i18next.t('slogan')).toBe('What are you sending?');
});
