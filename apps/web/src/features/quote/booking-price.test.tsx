// Tests how long a quoted price is valid, and what happens when it expires while the dialog is open.

import { QUOTE_MS } from '@kerb/domain/booking';
import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  answers,
  aQuote,
  bodies,
  booking,
  inTurn,
  json,
  posted,
  prepareBookingForm,
  press,
  quoted,
  refuse,
} from './testing/booking-form.tsx';

prepareBookingForm();

describe('a price', () => {
  const later = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
  beforeEach(() => {
    vi.useFakeTimers({
      shouldAdvanceTime: true,
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
    });
    answers['POST /bookings'] = () => json(booking(), 201);
  });

  it('shows a countdown near its expiry, and is then requested again; a changed price must be accepted', async () => {
    const next = aQuote({ trip_cost: 230 });
    answers['POST /estimates'] = inTurn(
      () => json(aQuote(), 201),
      () => json(next, 201),
    );
    await quoted();
    expect(screen.queryByRole('timer')).toBeNull();
    later(QUOTE_MS - 90_000);
    expect((await screen.findByRole('timer')).textContent).toMatch(/^This price is held for 1:[23]\d$/);
    expect(bodies('POST /estimates')).toHaveLength(1);
    later(91_000);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent?.replaceAll(/[\u2066\u2069]/g, '')).toMatch(
      /The price is now \$U\s230\.00; it was \$U\s200\.00\./,
    );
    expect(screen.queryByRole('button', { name: 'Book this ride' })).toBeNull();
    expect(posted()).toEqual([]);
    await press(/^Accept/);
    await press('Book this ride');
    await screen.findByText('K7M2QX');
    expect(posted()).toMatchObject([{ estimate: next.id }]);
  });

  it('that is unchanged after the expiry is confirmed in a note, and can be booked', async () => {
    answers['POST /estimates'] = inTurn(
      () => json(aQuote(), 201),
      () => json(aQuote(), 201),
    );
    await quoted();
    later(QUOTE_MS + 1_000);
    await screen.findByText('The price was asked for again: it is the same.');
    await press('Book this ride');
    await screen.findByText('K7M2QX');
  });

  it('that could not be requested again is requested at the press of a button', async () => {
    answers['POST /estimates'] = inTurn(
      () => json(aQuote(), 201),
      () => refuse('unavailable', 500),
      () => json(aQuote(), 201),
    );
    await quoted();
    later(QUOTE_MS + 1_000);
    await screen.findByText(/not available right now/);
    expect(screen.queryByRole('button', { name: 'Book this ride' })).toBeNull();
    await press('Ask for the price again');
    await screen.findByRole('button', { name: 'Book this ride' });
    expect(screen.queryByText(/not available right now/)).toBeNull();
  });

  it('is not requested in a hidden tab until the tab is visible', async () => {
    const state = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    await quoted();
    later(3 * QUOTE_MS);
    expect(bodies('POST /estimates')).toHaveLength(1);
    state.mockReturnValue('visible');
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    await waitFor(() => expect(bodies('POST /estimates')).toHaveLength(2));
    state.mockRestore();
  });

  it.each(['quote_expired', 'quote_mismatch'])(
    'that ends while it is confirmed (%s) is asked for again, and nothing is booked',
    async (code) => {
      answers['POST /estimates'] = inTurn(
        () => json(aQuote(), 201),
        () => json(aQuote({ trip_cost: 190 }), 201),
      );
      answers['POST /bookings'] = () => refuse(code);
      await quoted();
      await press('Book this ride');
      await screen.findByText(/The price is now/);
      expect(posted()).toHaveLength(1);
      await press(/^Accept/);
      screen.getByRole('button', { name: 'Book this ride' });
    },
  );

  it('is not replaced after a failed booking, and the retry uses the same quote', async () => {
    answers['POST /bookings'] = inTurn(
      () => refuse('internal', 500),
      () => json(booking(), 201),
    );
    const first = await quoted();
    await press('Book this ride');
    const problem = await screen.findByText(/Something went wrong on our side/);
    // Beside the buttons: at the end of the scrolled content it is out of view on a low screen.
    expect(problem.closest('.MuiDialogContent-root')).toBeNull();
    later(QUOTE_MS + 1_000);
    expect(bodies('POST /estimates')).toHaveLength(1);
    await press('Book this ride');
    await screen.findByText('K7M2QX');
    expect(posted()).toMatchObject([{ estimate: first.id }, { estimate: first.id }]);
  });
});
