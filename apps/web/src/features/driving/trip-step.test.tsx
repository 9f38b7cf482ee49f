// Tests the slider of a trip's steps: it retains the focus from one step to the next, opens the dialog for the trip code
// again only after a wrong code, and asks before a trip ends far from its drop.
import { fireEvent, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { beforeAll, expect, it, vi } from 'vitest';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { bookingView, queuedStep } from '../../lib/trip-queue/testing/queue-builders.ts';
import type { StepsOfTrip } from '../../lib/trip-queue/use-trip-queue.ts';
import { TripStep } from './trip-step.tsx';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

beforeAll(async () => {
  await startI18n();
  await loadTexts('driver');
});

const none: StepsOfTrip = { waiting: [], refused: null, behind: 0, fresh: null, networkFailed: false };
const onTake = vi.fn(async () => undefined);
const step = (booking: ReturnType<typeof bookingView>, steps: StepsOfTrip) => (
  <Provider store={store}>
    <TripStep booking={booking} position={null} leftKm={null} steps={steps} onTake={onTake} locating={null} />
  </Provider>
);

it('retains the focus while a step is sent and when the next one follows', () => {
  const before = bookingView({ status: 'ACCEPTED', actions: ['arrive'] });
  const { rerender } = render(step(before, none));
  screen.getByRole('button', { name: 'I have arrived' }).focus();
  fireEvent.click(screen.getByRole('button'), { detail: 0 });
  expect(onTake).toHaveBeenCalledExactlyOnceWith('arrive');
  rerender(step(before, { ...none, fresh: queuedStep(1, { kind: 'arrive' }) }));
  fireEvent.click(screen.getByRole('button'), { detail: 0 });
  rerender(step(bookingView({ status: 'ARRIVED', actions: ['start'] }), none));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Start trip' }));
  expect(onTake).toHaveBeenCalledOnce();
});

it('blocks the slider while a step waits for a fix', () => {
  onTake.mockClear();
  const booking = bookingView({ status: 'ACCEPTED', actions: ['arrive'] });
  render(
    <Provider store={store}>
      <TripStep
        booking={booking}
        position={null}
        leftKm={null}
        steps={none}
        onTake={onTake}
        locating="arrive"
      />
    </Provider>,
  );
  const slider = screen.getByRole('button', { name: 'I have arrived' });
  expect(slider.getAttribute('aria-busy')).toBe('true');
  fireEvent.click(slider, { detail: 0 });
  expect(onTake).not.toHaveBeenCalled();
});

it('requests no other trip code after a start was rejected because a photo is missing', () => {
  const booking = bookingView({ status: 'ARRIVED', actions: ['start'], otp_required: true });
  const rejected = (code: string) =>
    queuedStep(1, { kind: 'start', otp: '12345', refusal: { code, until: null } });
  const { rerender } = render(step(booking, { ...none, refused: rejected('photo_required') }));
  expect(screen.queryByRole('dialog')).toBeNull();
  rerender(step(booking, { ...none, refused: rejected('trip_otp_wrong') }));
  expect(screen.getByRole('dialog')).toBeTruthy();
});

it('asks before a trip ends far from its drop, and not beside it', async () => {
  onTake.mockClear();
  const drop = { lat: -34.9, lng: -56.1 };
  const far = { lat: -34.9, lng: -56.2 };
  const booking = bookingView({ status: 'STARTED', actions: ['reach'], drop: { ...drop, add: 'Rambla 1' } });
  const at = (place: typeof drop, ageMs = 0) => (
    <Provider store={store}>
      <TripStep
        booking={booking}
        position={{ ...place, at: Date.now() - ageMs }}
        leftKm={null}
        steps={none}
        onTake={onTake}
        locating={null}
      />
    </Provider>
  );
  const reach = () =>
    fireEvent.click(screen.getByRole('button', { name: 'Reached the drop', hidden: true }), { detail: 0 });
  const { rerender } = render(at(far));
  reach();
  screen.getByText('The drop is still 9.1 km away.');
  fireEvent.click(screen.getByRole('button', { name: 'Drive on' }));
  expect(onTake).not.toHaveBeenCalled();
  reach();
  // The question stays when the car moves on.
  rerender(at(drop));
  fireEvent.click(screen.getByRole('button', { name: 'End it here' }));
  expect(onTake).toHaveBeenCalledExactlyOnceWith('reach');
  reach();
  expect(onTake).toHaveBeenCalledTimes(2);
  // Of before the driver used a navigation app.
  rerender(at(far, 60_000));
  reach();
  expect(onTake).toHaveBeenCalledTimes(3);
});

it('states the same distance as the headline, which is by road', async () => {
  const place = { lat: -34.9, lng: -56.1, add: 'Rambla 1' };
  const at = (status: 'ACCEPTED' | 'STARTED') => {
    const actions = status === 'ACCEPTED' ? (['arrive'] as const) : (['reach'] as const);
    const booking = bookingView({ status, actions: [...actions], pickup: place, drop: place });
    const position = { lat: -34.9, lng: -56.2, at: Date.now() };
    return (
      <Provider store={store}>
        <TripStep
          booking={booking}
          position={position}
          leftKm={12.4}
          steps={none}
          onTake={onTake}
          locating={null}
        />
      </Provider>
    );
  };
  const { rerender } = render(at('ACCEPTED'));
  screen.getByText('The pickup is still 12 km away.');
  rerender(at('STARTED'));
  expect(screen.queryByText(/still/)).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Reached the drop' }), { detail: 0 });
  await screen.findByText('The drop is still 12 km away.');
});
