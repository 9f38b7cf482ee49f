// Tests that a link to a part of a screen keeps the changes of the query string that are not rendered yet.
import { act, fireEvent, render, screen } from '@testing-library/react';
import { BrowserRouter } from 'react-router';
import { expect, it } from 'vitest';
import { QueryLink } from './query-link.tsx';

const show = (query: string) => {
  window.history.replaceState(null, '', `/drivers${query}`);
  render(
    <BrowserRouter>
      <QueryLink change={{ tab: 'waiting' }}>Waiting</QueryLink>
      <QueryLink change={{ q: '' }}>Clear</QueryLink>
    </BrowserRouter>,
  );
};

it('keeps what an earlier link changed before the next render', () => {
  show('?q=leo&size=50');
  act(() => {
    fireEvent.click(screen.getByRole('link', { name: 'Clear' }));
    fireEvent.click(screen.getByRole('link', { name: 'Waiting' }));
  });
  expect(window.location.search).toBe('?size=50&tab=waiting');
});

it('has the address for a new tab', () => {
  show('?q=leo');
  const link = screen.getByRole('link', { name: 'Waiting' });
  expect(link.getAttribute('href')).toBe('/drivers?q=leo&tab=waiting');
  fireEvent.click(link, { ctrlKey: true });
  expect(window.location.search).toBe('?q=leo');
});
