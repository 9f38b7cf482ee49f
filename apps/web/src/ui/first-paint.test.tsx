// Tests that the outline of index.html is shown again while the code of a screen loads.
import { render, screen } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { rootOfApp } from '../lib/first-page.ts';
import { startI18n } from '../lib/i18n/index.ts';
import { FirstPaint } from './first-paint.tsx';

beforeAll(() => startI18n());

it('shows again what the page showed before its code had loaded', () => {
  document.body.innerHTML = '<div id="root"><div class="first-paint"><span>Taxi Elbe</span></div></div>';
  const { root } = rootOfApp();
  render(<FirstPaint />, { container: root });
  expect(screen.getByRole('status', { name: 'Loading' }).textContent).toBe('Taxi Elbe');
});

it('shows a skeleton on a page that the server has rendered', () => {
  document.body.innerHTML = '<div id="root" data-rendered="/"></div>';
  const { root } = rootOfApp();
  render(<FirstPaint />, { container: document.body.appendChild(root) });
  expect(screen.getByRole('status', { name: 'Loading' }).textContent).toBe('');
});
