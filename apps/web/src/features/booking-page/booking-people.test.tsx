// Tests the contacts of the people of a booking, also where the server hides them.
import { HIDDEN_CONTACT } from '@kerb/domain/booking';
import { aBooking } from '@kerb/testing';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { loadTexts, startI18n, switchLanguage } from '../../lib/i18n/index.ts';
import { BookingPeople } from './booking-people.tsx';

const errors = vi.spyOn(console, 'error');

beforeAll(async () => {
  vi.stubGlobal('fetch', async () => Response.json({ items: [] }));
  await startI18n();
  await Promise.all([loadTexts('bookings'), loadTexts('console')]);
});
afterEach(() => switchLanguage('en'));

const show = (contact: string, email: string) =>
  render(
    <MemoryRouter>
      <BookingPeople
        booking={aBooking({ customer_contact: contact, customer_email: email, driver: null })}
        seesRider
        seesDriver
      />
    </MemoryRouter>,
  );

it('shows the number and the e-mail address', () => {
  show('+59899123456', 'ana@example.com');
  expect(screen.getByText('+59899123456')).toBeTruthy();
  expect(screen.getByText('ana@example.com')).toBeTruthy();
});

it('shows once, in the user’s language, that the demonstration hides them', async () => {
  await switchLanguage('fr');
  errors.mockClear();
  show(HIDDEN_CONTACT, HIDDEN_CONTACT);
  expect(screen.getAllByText('Masqué en démonstration')).toHaveLength(1);
  expect(screen.queryByText(HIDDEN_CONTACT)).toBeNull();
  expect(errors).not.toHaveBeenCalled();
});
