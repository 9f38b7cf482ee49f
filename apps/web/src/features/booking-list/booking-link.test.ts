// A driver's own running trip opens where he drives it; everything else opens the trip screen.
import { describe, expect, it } from 'vitest';
import { bookingLink } from './booking-link.ts';

describe('bookingLink', () => {
  it('leads the driver of a running trip to his trip screen', () => {
    expect(bookingLink({ id: 'b1', status: 'STARTED', driver: 'd1' }, 'd1')).toBe('/driver/trip/b1');
  });

  it('leads everybody else, and the driver afterwards, to the trip screen', () => {
    expect(bookingLink({ id: 'b1', status: 'STARTED', driver: 'd1' }, 'rider')).toBe('/trip/b1');
    expect(bookingLink({ id: 'b1', status: 'PAID', driver: 'd1' }, 'd1')).toBe('/trip/b1');
    expect(bookingLink({ id: 'b1', status: 'NEW', driver: null }, 'd1')).toBe('/trip/b1');
  });
});
