// Tests that what index.html shows stays until the first screen has loaded.
import { render, screen } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startI18n } from '../lib/i18n/index.ts';

beforeAll(() => startI18n());
beforeEach(() => vi.resetModules());

it('shows again what the page showed before its code had loaded', async () => {
  document.body.innerHTML = '<div id="root"><div class="first-paint"><span>Taxi Elbe</span></div></div>';
  const { FirstPaint } = await import('./first-paint.tsx');
  render(<FirstPaint />, { container: document.getElementById('root') ?? document.body });
  expect(screen.getByRole('status', { name: 'Loading' }).textContent).toBe('Taxi Elbe');
});

it('shows a skeleton on a page that the server has rendered', async () => {
  document.body.innerHTML = '<div id="root" data-rendered=""></div>';
  const { FirstPaint } = await import('./first-paint.tsx');
  render(<FirstPaint />, { container: document.getElementById('root') ?? document.body });
  expect(screen.getByRole('status', { name: 'Loading' }).textContent).toBe('');
});
