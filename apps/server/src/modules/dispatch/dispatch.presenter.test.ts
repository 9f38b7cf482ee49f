// Tests the outcomes of the offers in the receipt of a booking.
import type { OfferOutcome } from '@kerb/domain/dispatch';
import { expect, it } from 'vitest';
import { presentReceipts } from './dispatch.presenter.ts';
import type { CandidateRow, Receipt } from './dispatch.repository.ts';

const candidate = (driver: string, asked = true): CandidateRow => ({
  driver,
  distance_km: 1,
  eta_secs: 120,
  free_in_secs: null,
  gate: null,
  asked,
  lat: null,
  lng: null,
});
const round = (number: number, candidates: CandidateRow[]): Receipt => ({
  id: `round-${number}`,
  booking: 'b1',
  number,
  at: number * 1_000,
  policy: 'broadcast',
  asked: candidates.filter(({ asked }) => asked).length,
  unlisted: {},
  ends_at: number * 1_000 + 30_000,
  ask_at: null,
  nearest_secs: null,
  candidates,
});
const outcomes = new Map<string, OfferOutcome | null>([
  ['ana', 'expired'],
  ['bea', 'accepted'],
  ['eva', null],
]);
const present = (...rounds: Receipt[]) =>
  presentReceipts(rounds, { names: new Map(), outcomes }).map(({ candidates }) =>
    candidates.map(({ driver, offer_outcome }) => [driver, offer_outcome]),
  );

it('lists the driver who accepted first, with the outcome of each offer', () => {
  expect(
    present(round(1, [candidate('ana'), candidate('bea'), candidate('eva'), candidate('ivo', false)])),
  ).toEqual([
    [
      ['bea', 'accepted'],
      ['ana', 'expired'],
      ['eva', null],
      ['ivo', null],
    ],
  ]);
});

it('has the outcome in the last round that made the driver an offer', () => {
  expect(
    present(round(1, [candidate('bea')]), round(2, [candidate('bea')]), round(3, [candidate('bea', false)])),
  ).toEqual([[['bea', null]], [['bea', 'accepted']], [['bea', null]]]);
});
