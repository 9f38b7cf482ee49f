// Tests that links navigate within the app without a reload, and leave other clicks to the browser.
import { fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router';
import { expect, it } from 'vitest';
import { Link } from './link.tsx';

function Address() {
  const { pathname, search, state } = useLocation();
  return <output>{`${pathname}${search} ${JSON.stringify(state)}`}</output>;
}

function showLink(link: ReactNode) {
  render(
    <MemoryRouter initialEntries={['/bookings?show=all']}>
      {link}
      <Address />
    </MemoryRouter>,
  );
}
const address = () => screen.getByRole('status').textContent;

it('navigates to its address with its state, without reloading the page', () => {
  showLink(
    <Link to="/login" state={{ from: '/bookings' }}>
      Log in
    </Link>,
  );
  const link = screen.getByRole('link', { name: 'Log in' });
  expect(link.getAttribute('href')).toBe('/login');
  expect(fireEvent.click(link)).toBe(false);
  expect(address()).toBe('/login {"from":"/bookings"}');
});

it('retains the path when only the search changes', () => {
  showLink(<Link to={{ search: 'show=open' }}>Open</Link>);
  fireEvent.click(screen.getByRole('link', { name: 'Open' }));
  expect(address()).toBe('/bookings?show=open null');
});

it('does not navigate on a click that opens a new tab or is handled by the screen', () => {
  showLink(
    <>
      <Link to="/login">Log in</Link>
      <Link to="/login" onClick={(event) => event.preventDefault()}>
        Ask first
      </Link>
    </>,
  );
  fireEvent.click(screen.getByRole('link', { name: 'Log in' }), { ctrlKey: true });
  fireEvent.click(screen.getByRole('link', { name: 'Ask first' }));
  expect(address()).toBe('/bookings?show=all null');
});
