// Tests applying a promo to a quote: chosen or typed in the estimate's dialog.
import { aUser, testId } from '@kerb/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  answers,
  aQuote,
  bodies,
  booking,
  inTurn,
  json,
  offer,
  posted,
  prepareBookingForm,
  press,
  promo,
  quoted,
  refuse,
  signIn,
  type,
  withPromo,
} from './testing/booking-form.tsx';

prepareBookingForm();

describe('a promo', () => {
  async function opened(first = aQuote()) {
    answers[`GET /estimates/${first.id}/promos`] ??= () => json({ items: [offer({})] });
    await quoted({}, first);
    await press('Add a promo');
    return first;
  }

  it('is chosen from the valid ones, each with its discount or the reason it does not apply', async () => {
    const first = aQuote();
    answers[`GET /estimates/${first.id}/promos`] = () =>
      json({
        items: [
          offer({}),
          offer({
            id: testId(2),
            promo_name: 'BIG',
            discount_amount: 0,
            min_order: 900,
            refusal: 'promo_below_min_order',
          }),
          offer({ id: testId(3), promo_name: 'ONCE', discount_amount: 0, refusal: 'promo_already_used' }),
        ],
      });
    answers[`PUT /estimates/${first.id}/promo`] = () => json(withPromo(first));
    answers[`DELETE /estimates/${first.id}/promo`] = () => json(first);
    answers['POST /bookings'] = () => json(booking(), 201);
    await opened(first);
    const list = await screen.findByRole('list', { name: 'Promos you can use' });
    expect(within(list).getAllByRole('button')).toHaveLength(1);
    within(list).getByText(/^From .*900/);
    within(list).getByText('You have already used this promo.');
    const use = within(list).getByRole('button', { name: /Use SPRING/ });
    act(() => {
      fireEvent.click(use);
      fireEvent.click(use);
    });
    expect(use).toHaveProperty('disabled', true);
    expect(screen.getByRole('button', { name: 'Book this ride' })).toHaveProperty('disabled', true);
    await screen.findByRole('button', { name: 'Remove the promo SPRING' });
    expect(bodies(`PUT /estimates/${first.id}/promo`)).toEqual([{ promo: promo.promo_key }]);
    expect(screen.getByRole('dialog').textContent).toContain('160.00');
    await press('Remove the promo SPRING');
    await screen.findByRole('button', { name: 'Add a promo' });
    await press('Book this ride');
    await screen.findByText('K7M2QX');
    expect(posted()).toMatchObject([{ promo: null }]);
  });

  it('can be typed; its error is shown beside the name, and Enter does not book', async () => {
    const first = await opened();
    answers[`PUT /estimates/${first.id}/promo`] = inTurn(
      () => refuse('promo_not_found', 404),
      () => json(withPromo(first)),
    );
    type('Promo code', ' nothing ');
    fireEvent.submit(screen.getByLabelText('Promo code'));
    await screen.findByText('There is no promo with this name.');
    expect(screen.getByLabelText('Promo code').getAttribute('aria-invalid')).toBe('true');
    type('Promo code', 'spring');
    await press('Apply');
    await screen.findByRole('button', { name: 'Remove the promo SPRING' });
    expect(bodies(`PUT /estimates/${first.id}/promo`)).toEqual([{ promo: 'nothing' }, { promo: 'spring' }]);
    expect(posted()).toEqual([]);
    expect(bodies('POST /estimates')).toHaveLength(1);
  });

  it('is deducted before the wallet balance is compared with the rest', async () => {
    await signIn(aUser({ walletBalance: 170 }));
    const first = await opened();
    answers[`PUT /estimates/${first.id}/promo`] = () => json(withPromo(first));
    expect(screen.getByLabelText(/Wallet/)).toHaveProperty('disabled', true);
    screen.getByLabelText(/Use .*170.* of the wallet first/);
    fireEvent.click(await screen.findByRole('button', { name: /Use SPRING/ }));
    await waitFor(() => expect(screen.getByLabelText(/Wallet/)).toHaveProperty('disabled', false));
    expect(screen.queryByLabelText(/of the wallet first/)).toBeNull();
  });

  it.each([
    'promo_expired',
    'promo_used_up',
    'promo_already_used',
    'promo_below_min_order',
    'promo_not_found',
  ])(
    'that expires before the confirmation (%s) is announced and removed; the new price needs a confirmation',
    async (code) => {
      const first = aQuote();
      answers[`DELETE /estimates/${first.id}/promo`] = () => json(first);
      answers['POST /bookings'] = inTurn(
        () => refuse(code),
        () => json(booking(), 201),
      );
      await quoted({}, withPromo(first));
      await press('Book this ride');
      const alert = await screen.findByText(/The price is now/);
      expect(alert.textContent).toMatch(/promo/);
      expect(screen.queryByRole('button', { name: 'Book this ride' })).toBeNull();
      expect(posted()).toMatchObject([{ promo: promo.promo_key }]);
      await press(/^Accept/);
      await press('Book this ride');
      await screen.findByText('K7M2QX');
      expect(posted()[1]).toMatchObject({ promo: null, estimate: first.id });
    },
  );

  it('is applied to a renewed price, and an alert shows when it does not apply', async () => {
    const next = aQuote({ trip_cost: 200 });
    answers['POST /estimates'] = inTurn(
      () => json(withPromo(aQuote()), 201),
      () => json(next, 201),
    );
    answers['POST /bookings'] = () => refuse('quote_expired', 410);
    answers[`PUT /estimates/${next.id}/promo`] = () => refuse('promo_used_up', 409);
    await quoted();
    await press('Book this ride');
    await screen.findByText(/This promo has been used up.*The price is now/s);
    expect(bodies(`PUT /estimates/${next.id}/promo`)).toEqual([{ promo: promo.promo_key }]);
  });
});
