// Tests that the site's menu and the panel of a table's row close at the browser's Back gesture.
import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router';
import { beforeAll, expect, it } from 'vitest';
import { loadTexts, startI18n } from '../lib/i18n/index.ts';
import { store } from '../lib/store.ts';
import { PeekPanel } from './data-table/peek-panel.tsx';
import { layers } from './layers.ts';
import { SiteHeader } from './site-header.tsx';
import { KerbThemeProvider } from './theme-provider.tsx';

beforeAll(async () => {
  await startI18n();
  await loadTexts('console');
});

function Row() {
  const [isPeeking, setPeeking] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setPeeking(true)}>
        Open row
      </button>
      {isPeeking && (
        <PeekPanel label="Ana Silva" link={undefined} onClose={() => setPeeking(false)}>
          Details
        </PeekPanel>
      )}
    </>
  );
}

function show() {
  render(
    <Provider store={store}>
      <KerbThemeProvider>
        <MemoryRouter>
          <SiteHeader />
          <Row />
        </MemoryRouter>
      </KerbThemeProvider>
    </Provider>,
  );
}
const closeInnermost = () => act(() => [...layers].at(-1)?.());

it('closes the layer that was opened last, then the one before', () => {
  show();
  fireEvent.click(screen.getByRole('button', { name: 'Open menu' }));
  fireEvent.click(screen.getByRole('button', { name: 'Open row' }));
  expect(screen.getByRole('complementary', { name: 'Ana Silva' })).toBeTruthy();
  expect(layers.size).toBe(2);
  closeInnermost();
  expect(screen.queryByRole('complementary', { name: 'Ana Silva' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Close menu' })).toBeTruthy();
  closeInnermost();
  expect(screen.queryByRole('button', { name: 'Close menu' })).toBeNull();
  expect(layers.size).toBe(0);
});
