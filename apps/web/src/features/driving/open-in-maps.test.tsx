// Tests that the link to a map app leads by way of the stops that are still ahead.
import type { LatLng } from '@kerb/domain/geo';
import { ApiError } from '@kerb/sdk/client';
import { aBooking } from '@kerb/testing';
import { render, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { client } from '../../lib/store.ts';
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
  const shown = render(<Trip trip={booking} position={away} />);
  expect(linked()).toEqual(['-34.9,-56.17|-34.91,-56.16', '-34.92,-56.15']);
  await waitFor(() => expect(directions).toHaveBeenCalled());
  shown.rerender(<Trip trip={booking} position={{ lat: -34.9, lng: -56.17 }} />);
  await waitFor(() => expect(linked()).toEqual(['-34.91,-56.16', '-34.92,-56.15']));
  shown.rerender(<Trip trip={booking} position={{ lat: -34.91, lng: -56.16 }} />);
  await waitFor(() => expect(linked()).toEqual([null, '-34.92,-56.15']));
});

it('leads to the pickup without the stops before the start', () => {
  const accepted = { ...booking, status: 'ACCEPTED' as const };
  vi.spyOn(client, 'mapsDirections').mockRejectedValue(new ApiError({ status: 503, code: 'unavailable' }));
  render(<Trip trip={accepted} position={{ lat: -34.905, lng: -56.19 }} />);
  expect(linked()).toEqual([null, `${booking.pickup.lat},${booking.pickup.lng}`]);
});
