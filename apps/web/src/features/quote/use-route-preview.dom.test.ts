// Tests the route preview: requested for the departure of a trip booked ahead, and again when that changes.
import { renderHook, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { useRoutePreview } from './use-route-preview.ts';
import type { WhenChoice } from './use-trip-draft.ts';

const calls = vi.hoisted(() => ({ mapsDirections: vi.fn() }));
vi.mock('../../lib/store.ts', () => ({ client: calls }));

const pickup = { lat: -34.9, lng: -56.16, add: 'Here' };
const drop = { lat: -34.91, lng: -56.17, add: 'There' };
const now: WhenChoice = { bookLater: false, tripdate: null };
const at = (hour: number) => ({ bookLater: true, tripdate: Date.UTC(2026, 2, 2, hour) });
const ends = { start: '-34.9,-56.16', dest: '-34.91,-56.17' };

beforeEach(() => {
  calls.mapsDirections.mockReset().mockImplementation(async ({ query }) => ({ for: query.departAt }));
});

it('is requested again, without the old times, when the departure changes', async () => {
  const { result, rerender } = renderHook(
    (when: WhenChoice) => useRoutePreview({ pickup, drop, waypoints: [], when }),
    { initialProps: now },
  );
  await waitFor(() => expect(result.current.route).toEqual({ for: undefined }));
  for (const later of [at(15), at(18)]) {
    rerender(later);
    expect(result.current.route).toBeNull();
    await waitFor(() => expect(result.current.route).toEqual({ for: later.tripdate }));
  }
  rerender({ ...at(18), bookLater: false });
  await waitFor(() => expect(result.current.route).toEqual({ for: undefined }));
  expect(calls.mapsDirections.mock.calls.map(([{ query }]) => query)).toEqual([
    ends,
    { ...ends, departAt: at(15).tripdate },
    { ...ends, departAt: at(18).tripdate },
    ends,
  ]);
});

it('has the times of now until a departure is chosen', async () => {
  const when = { bookLater: true, tripdate: null };
  const { result } = renderHook(() => useRoutePreview({ pickup, drop, waypoints: [], when }));
  await waitFor(() => expect(result.current.route).toEqual({ for: undefined }));
  expect(calls.mapsDirections).toHaveBeenCalledTimes(1);
});
