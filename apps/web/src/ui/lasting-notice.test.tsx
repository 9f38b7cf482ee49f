// Tests that a notice which survives navigation follows the language, is replaced by the next one, and can be closed.
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startI18n, switchLanguage } from '../lib/i18n/index.ts';
import { showLastingNotice } from './lasting-notice.tsx';

beforeEach(async () => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['en']);
  window.localStorage.clear();
  await startI18n();
});
afterEach(() => {
  const close = screen.queryByRole('alert')?.querySelector('button');
  if (close) fireEvent.click(close);
  vi.restoreAllMocks();
});

const shown = () => screen.queryByRole('alert')?.textContent;

it('follows the language', async () => {
  await act(() => showLastingNotice((t, locale) => `${t('close')} (${locale})`));
  expect(shown()).toBe('Close (en)');
  await act(() => switchLanguage('es'));
  expect(shown()).toBe('Cerrar (es)');
});

it('is replaced by the next notice, and closed by the user', async () => {
  await act(() => showLastingNotice(() => 'first'));
  await act(() => showLastingNotice(() => 'second'));
  expect(shown()).toBe('second');
  fireEvent.click(screen.getByRole('button'));
  expect(shown()).toBeUndefined();
});
