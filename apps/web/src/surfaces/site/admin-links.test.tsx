// Tests that the landing page links admins to adding a booking and to the dashboard.
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it, vi } from 'vitest';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { AdminLinks } from './admin-links.tsx';

vi.setConfig({ testTimeout: 60_000 });

it('links to adding a booking and to the dashboard', async () => {
  await startI18n();
  await loadTexts('pages');
  render(
    <MemoryRouter>
      <AdminLinks />
    </MemoryRouter>,
  );
  expect(screen.getByText('Riders book here. You book for a rider in the console.')).not.toBeNull();
  const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links).toEqual([
    ['Add booking', '/addbookings'],
    ['Dashboard', '/dashboard'],
  ]);
});
