// Tests deciding on a fare: the consequence is shown first, a note is required, and another admin's decision is shown.
import type { BookingView } from '@kerb/contract';
import { aBooking, aFareReview } from '@kerb/testing';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { DecideReview } from './decide-review.tsx';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const sent: { path: string; body: unknown }[] = [];
let answer: () => Response;
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const onDecided = vi.fn();

const open = aBooking({
  status: 'PAID',
  driver_name: 'Bruno Paz',
  fareReview: aFareReview({ extra: 120, extraShare: 105 }),
});
const approved: BookingView = { ...open, fareReview: aFareReview({ status: 'approved', note: 'Detour' }) };

beforeAll(async () => {
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const path = new URL(address, 'http://kerb').pathname.replace('/api/v1', '');
    sent.push({ path, body: typeof init.body === 'string' ? JSON.parse(init.body) : null });
    return answer();
  });
  await startI18n();
  await Promise.all([loadTexts('farereviews'), loadTexts('errors')]);
});
beforeEach(() => {
  sent.length = 0;
  answer = () => json(approved);
  onDecided.mockReset();
});

const view = (booking: BookingView) => (
  <Provider store={store}>
    <DecideReview booking={booking} onDecided={onDecided} />
  </Provider>
);
/** Presses the last control of that name: a dialog comes after the button that opened it. */
function press(name: string | RegExp) {
  const button = screen.getAllByText(name).at(-1);
  if (button) fireEvent.click(button);
}
const write = (text: string) => fireEvent.change(screen.getByLabelText(/^Note/), { target: { value: text } });
const dialogText = () =>
  (screen.getByRole('dialog').textContent ?? '').replaceAll(/[\u2066-\u2069]/g, '').replaceAll(/\s+/g, ' ');

describe('the decision on a fare review', () => {
  it('shows who is charged and who is credited, and sends the approval with its note', async () => {
    render(view(open));
    press('Approve');
    await screen.findByRole('dialog', { name: 'Charge the rest of this fare?' });
    expect(dialogText()).toContain('Charges 120.00 to Ana Silva’s wallet and credits 105.00 to Bruno Paz.');
    expect(dialogText()).toContain('A wallet without enough money goes below zero.');
    write('  Detour ');
    press(/^Charge/);
    await waitFor(() => expect(onDecided).toHaveBeenCalledWith(approved));
    const body = { decision: 'approve', note: 'Detour' };
    expect(sent).toEqual([{ path: `/bookings/${open.id}/fare-review`, body }]);
  });

  it('waives with its own note', async () => {
    render(view(open));
    press('Waive');
    await screen.findByRole('dialog', { name: 'Waive the rest of this fare?' });
    expect(dialogText()).toContain('Ana Silva pays nothing more for this trip');
    write('The road was closed');
    press('Waive');
    await waitFor(() => expect(onDecided).toHaveBeenCalledOnce());
    expect(sent[0]?.body).toEqual({ decision: 'waive', note: 'The road was closed' });
  });

  it('sends nothing without a note', async () => {
    render(view(open));
    press('Approve');
    await screen.findByRole('dialog');
    write('   ');
    press(/^Charge/);
    await screen.findByText('Say why you decide this way.');
    expect(sent).toEqual([]);
  });

  it('shows that an unpaid trip is charged later', async () => {
    render(view({ ...open, status: 'PENDING' }));
    press('Approve');
    await screen.findByText('This trip is not paid yet. The rest is charged once it is.');
  });

  it('shows that another admin decided first, also after a reload', async () => {
    answer = () => json({ code: 'already_processed', status: 409 }, 409);
    const { rerender } = render(view(open));
    press('Approve');
    await screen.findByRole('dialog');
    write('Detour');
    press(/^Charge/);
    await screen.findByText('Another admin decided on this fare meanwhile.');
    expect(onDecided).not.toHaveBeenCalled();
    rerender(view(approved));
    expect(screen.getByText('Another admin decided on this fare meanwhile.')).toBeTruthy();
    expect(screen.getByRole('button', { name: /^Charge/ })).toHaveProperty('disabled', true);
    press('Back');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('retains the note when the decision could not be sent', async () => {
    answer = () => json({ code: 'demo_mode', status: 403 }, 403);
    render(view(open));
    press('Approve');
    await screen.findByRole('dialog');
    write('Detour');
    press(/^Charge/);
    await screen.findByText('Not available in demonstration mode.');
    expect(screen.getByDisplayValue('Detour')).toBeTruthy();
  });

  it('offers no action for a decided review', () => {
    render(view(approved));
    expect(screen.queryByRole('button')).toBeNull();
  });
});
