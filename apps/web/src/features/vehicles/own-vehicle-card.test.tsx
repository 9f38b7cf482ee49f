// Tests a driver's shared vehicles: hidden without any, taking one with its plan, returning it, and errors.
import type { SharedVehicle } from '@kerb/contract';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { answersApi } from '../../lib/answers.ts';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { OwnVehicleCard } from './own-vehicle-card.tsx';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const car: SharedVehicle = {
  id: '0193e000-0000-7000-8000-00000000c0de',
  vehicleNumber: 'STX 1234',
  vehicleMake: 'Fiat',
  vehicleModel: 'Cronos',
  carType: null,
  carTypeName: 'Economy',
  other_info: '',
  plan: 'rent',
  rentPerDay: 900,
  commissionPercent: null,
  state: 'free',
  takenAt: null,
  takenByName: '',
  version: 3,
};
const taken: SharedVehicle = { ...car, state: 'taken', takenAt: 1_772_463_600_000, takenByName: 'Leo Paz' };

interface Mine {
  current: SharedVehicle | null;
  items: SharedVehicle[];
}
let mine: Mine = { current: null, items: [] };
let refusal: string | null = null;
let reads = 0;
let sent: { url: string; body: unknown }[] = [];

beforeAll(async () => {
  await startI18n();
  await loadTexts('driver');
});
beforeEach(() => {
  sent = [];
  reads = 0;
  refusal = null;
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(
      new URL(String(input instanceof Request ? input.url : input), 'http://x'),
      init,
    );
    if (request.method === 'GET') {
      reads += 1;
      return Response.json(mine);
    }
    sent.push({ url: new URL(request.url).pathname, body: await request.json() });
    if (refusal !== null) return Response.json({ code: refusal, status: 409 }, { status: 409 });
    return Response.json(car);
  });
  return () => act(() => store.dispatch(answersApi.util.resetApiState()));
});

const show = () =>
  render(
    <Provider store={store}>
      <OwnVehicleCard />
    </Provider>,
  );

it('renders nothing for a driver without a shared vehicle', async () => {
  mine = { current: null, items: [] };
  const { container } = show();
  await waitFor(() => expect(reads).toBe(1));
  await act(async () => undefined);
  expect(container.textContent).toBe('');
});

it('shows the price of a vehicle before it is taken, and sends its version and the odometer', async () => {
  mine = { current: null, items: [car, { ...taken, id: 'other', vehicleNumber: 'STX 9999' }] };
  const { container } = show();
  fireEvent.click(await screen.findByRole('button', { name: /Take .*STX 1234/ }));
  expect(container.textContent).toContain('Leo Paz');
  expect(screen.queryByRole('button', { name: /Take .*STX 9999/ })).toBeNull();
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toMatch(/900\.00.* a day/);
  const odometer = screen.getByRole('textbox', { name: 'Odometer (optional)' });
  fireEvent.change(odometer, { target: { value: 'far' } });
  expect(screen.getByRole('button', { name: 'Take' })).toHaveProperty('disabled', true);
  fireEvent.change(odometer, { target: { value: '48,210' } });
  fireEvent.click(screen.getByRole('button', { name: 'Take' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent).toEqual([{ url: `/api/v1/vehicles/${car.id}/take`, body: { odometer: 48_210, version: 3 } }]);
});

it('offers the return of the current vehicle, and shows why the server rejects it', async () => {
  mine = { current: taken, items: [taken] };
  refusal = 'driver_busy';
  show();
  fireEvent.click(await screen.findByRole('button', { name: 'Return' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('You go off duty.');
  fireEvent.click(screen.getAllByRole('button', { name: 'Return', hidden: false }).at(-1) ?? dialog);
  expect((await screen.findByRole('alert')).textContent).toBe('This driver is already on a trip.');
  expect(sent.map(({ url }) => url)).toEqual([`/api/v1/vehicles/${car.id}/return`]);
});
