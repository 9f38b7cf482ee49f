// Tests that the link to a map app leads by way of the stops that are still ahead.
import { encodePolyline, type LatLng } from '@kerb/domain/geo';
import { ApiError } from '@kerb/sdk/client';
import { aBooking } from '@kerb/testing';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, expect, it, vi } from 'vitest';
import { answersApi } from '../../lib/answers.ts';
import { client, store } from '../../lib/store.ts';
import { OpenInMaps } from './open-in-maps.tsx';
import { useRemainingRoute } from './use-remaining-route.ts';

const booking = aBooking({
  status: 'STARTED',
  waypoints: [
    { lat: -34.9, lng: -56.17, add: 'A' },
    { lat: -34.91, lng: -56.16, add: 'B' },
  ],
  drop: { lat: -34.92, lng: -56.15, add: 'C' },
});

function Trip({ trip, position }: { trip: typeof booking; position: LatLng }) {
  const { stops } = useRemainingRoute(trip, position);
  return <OpenInMaps booking={trip} stops={stops} />;
}

const element = (trip: typeof booking, position: LatLng) => (
  <Provider store={store}>
    <Trip trip={trip} position={position} />
  </Provider>
);

afterEach(() => {
  cleanup();
  store.dispatch(answersApi.util.resetApiState());
});

const linked = () => {
  const { searchParams } = new URL(screen.getByRole<HTMLAnchorElement>('link').href);
  return [searchParams.get('waypoints'), searchParams.get('destination')];
};

it('contains the stops of a started trip until the car has visited them', async () => {
  vi.spyOn(client, 'trackBooking').mockResolvedValue({ entries: [], trail: '', driver: null, ahead: null });
  const directions = vi
    .spyOn(client, 'mapsDirections')
    .mockRejectedValue(new ApiError({ status: 503, code: 'unavailable' }));
  const away = { lat: -34.905, lng: -56.19 };
  const shown = render(element(booking, away));
  expect(linked()).toEqual(['-34.9,-56.17|-34.91,-56.16', '-34.92,-56.15']);
  await waitFor(() => expect(directions).toHaveBeenCalled());
  shown.rerender(element(booking, { lat: -34.9, lng: -56.17 }));
  await waitFor(() => expect(linked()).toEqual(['-34.91,-56.16', '-34.92,-56.15']));
  shown.rerender(element(booking, { lat: -34.91, lng: -56.16 }));
  await waitFor(() => expect(linked()).toEqual([null, '-34.92,-56.15']));
});

it('leaves out a stop away from the road once the car has passed it on the planned route', async () => {
  vi.spyOn(client, 'trackBooking').mockResolvedValue({ entries: [], trail: '', driver: null, ahead: null });
  vi.spyOn(client, 'mapsDirections').mockRejectedValue(new ApiError({ status: 503, code: 'unavailable' }));
  // The planned route passes the first stop at a distance of 150 m.
  const road = { lat: -34.90135, lng: -56.17 };
  const polyline = encodePolyline([{ lat: -34.90135, lng: -56.19 }, road, { lat: -34.91, lng: -56.16 }]);
  const trip = { ...booking, polyline };
  const shown = render(element(trip, { lat: -34.90135, lng: -56.19 }));
  await waitFor(() => expect(client.mapsDirections).toHaveBeenCalled());
  shown.rerender(element(trip, road));
  await waitFor(() => expect(linked()).toEqual(['-34.91,-56.16', '-34.92,-56.15']));
});

it('leads to the pickup without the stops before the start', () => {
  const accepted = { ...booking, status: 'ACCEPTED' as const };
  vi.spyOn(client, 'mapsDirections').mockRejectedValue(new ApiError({ status: 503, code: 'unavailable' }));
  render(element(accepted, { lat: -34.905, lng: -56.19 }));
  expect(linked()).toEqual([null, `${booking.pickup.lat},${booking.pickup.lng}`]);
});
