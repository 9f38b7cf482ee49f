// Tests that a dialog which is reopened at the end of its closing transition does not leave the page hidden and locked.
import Dialog from '@mui/material/Dialog';
import { render, screen } from '@testing-library/react';
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { KerbThemeProvider } from './theme-provider.tsx';

/** Duration of the closing transition in Material UI's theme, ms. */
const EXIT_MS = 195;

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('makes the page accessible again after the dialog has closed', () => {
  const shown = (open: boolean) => (
    <KerbThemeProvider>
      <button type="button">Book</button>
      <Dialog open={open}>Your fare</Dialog>
    </KerbThemeProvider>
  );
  const { rerender } = render(shown(true));
  act(() => rerender(shown(false)));
  act(() => {
    vi.advanceTimersByTime(EXIT_MS);
    rerender(shown(true));
  });
  act(() => rerender(shown(false)));
  act(() => void vi.advanceTimersByTime(1_000));
  expect(screen.getByRole('button', { name: 'Book' })).toBeTruthy();
  expect(document.body.style.overflow).toBe('');
});
