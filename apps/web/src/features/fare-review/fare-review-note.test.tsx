// Tests the note on a fare above its quote, for riders, drivers and admins.
import { aBooking, aFareReview } from '@kerb/testing';
import { render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { FareReviewNote } from './fare-review-note.tsx';
import { MeterNote } from './meter-note.tsx';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

beforeAll(async () => {
  await startI18n();
  await loadTexts('fare');
});

type Change = Parameters<typeof aFareReview>[0];
const trip = (change: Change = {}) =>
  aBooking({
    status: 'PAID',
    estimateDistance: 7,
    distance: 19,
    estimateTime: 1200,
    total_trip_time: 2400,
    fareReview: aFareReview(change),
  });

function show(viewer: Parameters<typeof FareReviewNote>[0]['viewer'], booking = trip()) {
  render(
    <Provider store={store}>
      <FareReviewNote booking={booking} viewer={viewer} actions={<button type="button">Decide</button>} />
    </Provider>,
  );
}
/** The text without bidirectional marks around amounts, and with ordinary spaces. */
const shownText = () =>
  (document.body.textContent ?? '').replaceAll(/[\u2066-\u2069]/g, '').replaceAll(/\s+/g, ' ');

describe('a fare above its quote', () => {
  it('shows the reason and the quoted, collected and metered amounts', () => {
    show('rider');
    expect(screen.getByRole('region', { name: 'Fare above the quote' })).toBeTruthy();
    const text = shownText();
    expect(text).toContain('The trip was 12 km and 20 min longer than quoted.');
    expect(text).toMatch(/Quoted\s*446\.88.*Collected\s*670\.32.*By the trip meter\s*900\.00/);
  });

  it('shows the rider that the rest is undecided, charged or waived', () => {
    show('rider');
    expect(shownText()).toContain('The rest, 229.68, waits for the operator’s decision.');
    show('rider', trip({ status: 'approved' }));
    expect(shownText()).toContain('229.68 is charged to your wallet.');
    show('rider', trip({ status: 'waived' }));
    expect(shownText()).toContain('you pay nothing more');
  });

  it('shows the driver their share, and an admin the rider’s part', () => {
    show('driver', trip({ status: 'approved' }));
    expect(shownText()).toContain('your share of it goes to your wallet');
    expect(shownText()).not.toContain('229.68');
    show('admin');
    expect(shownText()).toContain('waits for your decision');
  });

  it('shows a fleet admin only the amounts and the status', () => {
    show('fleetadmin');
    expect(shownText()).toMatch(/Waits for a decision.*Collected 670\.32/);
    expect(shownText()).not.toContain('229.68');
  });

  it('shows the note of the decision, and no empty note', () => {
    show('rider');
    expect(screen.queryByText('Operator’s note')).toBeNull();
    show('rider', trip({ status: 'waived', note: 'The road was closed' }));
    expect(screen.getByText('The road was closed')).toBeTruthy();
  });

  it('is empty for a trip without a review', () => {
    show('admin', aBooking({ status: 'PAID' }));
    expect(shownText()).toBe('');
  });
});

describe('the note about how the distance was measured', () => {
  const textFor = (meterMethod: 'matched' | 'sampled' | 'straight' | null) => {
    const { container, unmount } = render(<MeterNote booking={{ meterMethod }} />);
    const text = container.textContent;
    unmount();
    return text;
  };

  it('is shown when it was not matched onto the road network', () => {
    expect(textFor('straight')).toBe(
      'The distance was measured from the car’s positions without the road network.',
    );
    expect(textFor('sampled')).toContain('directions through some of the car’s positions');
    expect([textFor('matched'), textFor(null)]).toEqual(['', '']);
  });
});
