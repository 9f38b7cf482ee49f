// Tests that a sheet shows its start again when the state of the trip changes, and only then.
import { ThemeProvider } from '@mui/material/styles';
import { render, screen } from '@testing-library/react';
import { beforeAll, expect, it, vi } from 'vitest';
import { loadTexts, startI18n } from '../lib/i18n/index.ts';
import { Sheet } from './sheet.tsx';
import { createKerbTheme } from './theme.ts';

const theme = createKerbTheme('ltr', { clear: '', close: '', openList: '' });

beforeAll(async () => {
  // jsdom lays out nothing, so no size changes.
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  await startI18n();
  await loadTexts('core');
});

const sheet = (state: string, text: string) => (
  <ThemeProvider theme={theme}>
    <Sheet onPadding={() => undefined} shownState={state}>
      <p>{text}</p>
    </Sheet>
  </ThemeProvider>
);

it('scrolls to its start when the state changes', () => {
  const { rerender } = render(sheet('ACCEPTED', 'On the way'));
  const content = screen.getByText('On the way').parentElement;
  if (content === null) throw new Error('The sheet has no content');
  content.scrollTop = 240;
  rerender(sheet('ACCEPTED', 'Two minutes away'));
  expect(content.scrollTop).toBe(240);
  rerender(sheet('CANCELLED', 'Cancelled'));
  expect(content.scrollTop).toBe(0);
});
