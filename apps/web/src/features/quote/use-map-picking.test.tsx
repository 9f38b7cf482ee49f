// Tests places chosen on the map while addresses are looked up: answers in any order change only their own place.
import type { LatLng } from '@kerb/domain/geo';
import { type TripPoint, updateTripDrop, updateTripPickup, updateTripWaypoints } from '@kerb/sdk/store';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { beforeEach, expect, it, vi } from 'vitest';
import { store } from '../../lib/store.ts';
import { layers } from '../../ui/layers.ts';
import { useMapPicking } from './use-map-picking.tsx';
import { useTripDraft } from './use-trip-draft.ts';

const placeAt = vi.hoisted(() => vi.fn());
vi.mock('./place-at.ts', () => ({ placeAt }));

const place = (add: string, lng: number): TripPoint => ({ lat: -34.9, lng, add });
const first = place('First', -56.1);
const second = place('Second', -56.2);
const there = place('There', -56.15);
const elsewhere = place('Elsewhere', -56.25);

const answers = new Map<LatLng, (found: TripPoint) => void>();
beforeEach(() => {
  answers.clear();
  placeAt.mockReset().mockImplementation(
    (point: LatLng) =>
      new Promise((resolve) => {
        answers.set(point, resolve);
      }),
  );
  store.dispatch(updateTripPickup(null));
  store.dispatch(updateTripDrop(null));
  store.dispatch(updateTripWaypoints([first, second]));
});

function openForm() {
  const wrapper = ({ children }: { children: ReactNode }) => <Provider store={store}>{children}</Provider>;
  const { result } = renderHook(
    () => {
      const draft = useTripDraft();
      return { draft, picking: useMapPicking(draft, null) };
    },
    { wrapper },
  );
  return {
    draft: () => result.current.draft,
    stops: () => result.current.draft.stops.map(({ point }) => point?.add ?? null),
    /** Drags a place on the map; its address is not known yet. */
    async drag(stop: 'pickup' | 'drop' | number, to: LatLng) {
      const isMoved = result.current.picking.map.onMovePlace?.(stop, to);
      await waitFor(() => expect(answers.has(to)).toBe(true));
      return { isMoved };
    },
    isPicking: () => result.current.picking.active,
    pickOnMap: (key: string) => act(() => result.current.picking.start(key)),
    startDrag: (stop: 'pickup' | 'drop', to: LatLng) => result.current.picking.map.onMovePlace?.(stop, to),
    /** Taps the map; the address is not known yet. */
    async tap(at: LatLng) {
      result.current.picking.map.onPick?.(at);
      await waitFor(() => expect(answers.has(at)).toBe(true));
    },
  };
}
/** The orders in which two lookups are answered. */
const orders: readonly (readonly [string, readonly TripPoint[]])[] = [
  ['in their order', [there, elsewhere]],
  ['in the other order', [elsewhere, there]],
];
const answer = (found: TripPoint) => act(async () => answers.get(found)?.(found));

it.each(orders)('keeps both stops that were dragged, answered %s', async (_order, found) => {
  const form = openForm();
  const moves = [await form.drag(0, there), await form.drag(1, elsewhere)];
  for (const address of found) await answer(address);
  expect(await Promise.all(moves.map(({ isMoved }) => isMoved))).toEqual([true, true]);
  expect(form.stops()).toEqual(['There', 'Elsewhere']);
  expect(store.getState().tripdata.waypoints).toEqual([there, elsewhere]);
});

it.each(orders)(
  'leaves a stop that was dragged twice at its last place, answered %s',
  async (_order, found) => {
    const form = openForm();
    const moves = [await form.drag(0, there), await form.drag(0, elsewhere)];
    for (const address of found) await answer(address);
    expect(await Promise.all(moves.map(({ isMoved }) => isMoved))).toEqual([false, true]);
    expect(form.stops()).toEqual(['Elsewhere', 'Second']);
  },
);

it('changes nothing for a stop that was removed meanwhile', async () => {
  const form = openForm();
  const [stop] = form.draft().stops;
  const { isMoved } = await form.drag(0, there);
  act(() => form.draft().removeStop(stop?.key ?? ''));
  await answer(there);
  expect(await isMoved).toBe(false);
  expect(form.stops()).toEqual(['Second']);
});

it('follows a stop to its new position in the list', async () => {
  const form = openForm();
  await form.drag(0, there);
  act(() => form.draft().moveStop(0, 1));
  await answer(there);
  expect(form.stops()).toEqual(['Second', 'There']);
});

it('keeps a stop that was added between the choice of a suggestion and its answer', () => {
  const form = openForm();
  const { stops, setStop } = form.draft();
  act(() => form.draft().addStop());
  act(() => setStop(stops[0]?.key ?? '', there));
  expect(form.stops()).toEqual(['There', 'Second', null]);
});

it('replaces all stops when the trip is replaced, and ignores answers for the earlier ones', async () => {
  const form = openForm();
  await form.drag(0, there);
  act(() => void store.dispatch(updateTripWaypoints([second])));
  await answer(there);
  expect(form.stops()).toEqual(['Second']);
});

it('keeps a place that was chosen after a drag, before its answer', async () => {
  const form = openForm();
  const { isMoved } = await form.drag(0, there);
  act(() => form.draft().setStop(form.draft().stops[0]?.key ?? '', elsewhere));
  await answer(there);
  expect(await isMoved).toBe(false);
  expect(form.stops()).toEqual(['Elsewhere', 'Second']);
});

it.each(['pickup', 'drop'] as const)('keeps a swap made after a drag of the %s', async (where) => {
  store.dispatch(updateTripPickup(first));
  store.dispatch(updateTripDrop(second));
  const form = openForm();
  await form.drag(where, there);
  act(() => form.draft().swap());
  await answer(there);
  expect(form.draft()).toMatchObject({ pickup: second, drop: first });
});

it.each([
  ['cleared', null],
  ['filled with an earlier trip', elsewhere],
])('ignores the answer for a pickup and a drop of a form that was %s meanwhile', async (_change, place) => {
  store.dispatch(updateTripPickup(first));
  store.dispatch(updateTripDrop(second));
  const form = openForm();
  const moves = [await form.drag('pickup', there), await form.drag('drop', second)];
  act(() => {
    store.dispatch(updateTripPickup(place));
    store.dispatch(updateTripDrop(place));
  });
  for (const address of [there, second]) await answer(address);
  expect(await Promise.all(moves.map(({ isMoved }) => isMoved))).toEqual([false, false]);
  expect(form.draft()).toMatchObject({ pickup: place, drop: place });
});

it('ignores the answer for a tapped drop when the form was filled with an earlier trip meanwhile', async () => {
  store.dispatch(updateTripPickup(first));
  const form = openForm();
  await form.tap(there);
  act(() => void store.dispatch(updateTripDrop(elsewhere)));
  await answer(there);
  expect(form.draft().drop).toEqual(elsewhere);
});

it('prefers a tap on the map to the user’s location, which is preset meanwhile', async () => {
  const form = openForm();
  await form.tap(there);
  act(() => void store.dispatch(updateTripPickup(elsewhere)));
  await answer(there);
  expect(form.draft().pickup).toEqual(there);
});

it('is pending until the last lookup of a place has ended, also when it failed', async () => {
  const form = openForm();
  const pending = () => Object.values(form.draft().entries).filter((entry) => entry === 'pending').length;
  await form.drag('drop', there);
  await form.drag('drop', elsewhere);
  await waitFor(() => expect(pending()).toBe(1));
  await answer(there);
  expect(pending()).toBe(1);
  await answer(elsewhere);
  expect(pending()).toBe(0);

  let fail: (error: Error) => void = () => undefined;
  placeAt.mockReturnValueOnce(new Promise((_, reject) => (fail = reject)));
  const isMoved = form.startDrag('drop', there);
  await waitFor(() => expect(pending()).toBe(1));
  await act(async () => fail(new Error('offline')));
  expect(await isMoved).toBe(false);
  expect(pending()).toBe(0);
  expect(form.draft().drop).toEqual(elsewhere);
});

it('stops choosing a place at the browser’s Back gesture, also while the card is loading', () => {
  store.dispatch(updateTripPickup(there));
  const form = openForm();
  form.pickOnMap('drop');
  expect(form.isPicking()).toBe(true);
  act(() => [...layers].at(-1)?.());
  expect(form.isPicking()).toBe(false);
  expect(layers.size).toBe(0);
});
