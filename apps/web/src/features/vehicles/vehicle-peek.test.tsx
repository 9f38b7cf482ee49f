// Tests the panel of one shared vehicle: driver and plan, handovers, handing over, and saving.
import type { Vehicle, VehicleHandover } from '@kerb/contract';
import { ThemeProvider } from '@mui/material/styles';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { answersApi } from '../../lib/answers.ts';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { createKerbTheme } from '../../ui/theme.ts';
import { VehicleFormDialog } from './vehicle-form-dialog.tsx';
import { VehiclePeek } from './vehicle-peek.tsx';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const leo = { uid: 'leo', name: 'Leo Paz' };
const eva = { uid: 'eva', name: 'Eva Luz' };
const rent = { plan: 'rent', rentPerDay: 900, commissionPercent: null } as const;
const noPlan = { plan: 'none', rentPerDay: null, commissionPercent: null } as const;
const car: Vehicle = {
  id: 'car',
  vehicleNumber: 'STX 1234',
  vehicleMake: 'Fiat',
  vehicleModel: 'Cronos',
  carType: '0193e000-0000-7000-8000-00000000c0de',
  carTypeName: 'Economy',
  other_info: '',
  ...rent,
  state: 'taken',
  takenAt: 1_772_463_600_000,
  takenByName: leo.name,
  takenBy: leo.uid,
  agreed: { plan: 'commission', rentPerDay: null, commissionPercent: 12.5 },
  fleetadmin: null,
  fleet: '',
  drivers: [eva, leo],
  createdAt: 1,
  version: 1,
  retiredAt: null,
};
const handover: VehicleHandover = {
  id: 'one',
  driver: leo.uid,
  driverName: leo.name,
  takenAt: 1_772_463_600_000,
  takenByName: 'Ana Admin',
  returnedAt: null,
  returnedByName: null,
  odometerTaken: 48_210,
  odometerReturned: null,
  noteTaken: 'Scratch',
  noteReturned: '',
  ...rent,
  charged: 1800,
  charges: 2,
};

/** The vehicle that the server answers with. */
let answered: Vehicle = car;
let refusal: string | null = null;
let sent: { call: string; body: unknown }[] = [];

beforeAll(async () => {
  await startI18n();
  await loadTexts('vehicles');
  await loadTexts('console');
});
beforeEach(() => {
  sent = [];
  refusal = null;
  answered = car;
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(
      new URL(String(input instanceof Request ? input.url : input), 'http://x'),
      init,
    );
    const path = new URL(request.url).pathname.replace('/api/v1', '');
    if (request.method === 'GET') {
      if (path.endsWith('/handovers')) return Response.json({ items: [handover], nextCursor: null });
      return path.startsWith('/vehicles')
        ? Response.json(answered)
        : Response.json({ items: [], nextCursor: null });
    }
    sent.push({ call: `${request.method} ${path}`, body: await request.json() });
    if (refusal !== null) return Response.json({ code: refusal, status: 409 }, { status: 409 });
    return Response.json({ ...car, drivers: [] });
  });
  return () => act(() => store.dispatch(answersApi.util.resetApiState()));
});

const show = (node: React.ReactNode) =>
  render(
    <Provider store={store}>
      <ThemeProvider theme={createKerbTheme('ltr', { clear: '', close: '', openList: '' })}>
        <MemoryRouter>{node}</MemoryRouter>
      </ThemeProvider>
    </Provider>,
  );
const plain = (text: string | null) => (text ?? '').replaceAll(/[\u2066-\u2069]/g, '');

it('shows the current driver, the current and the agreed plan, and the price of the handovers', async () => {
  const { container } = show(<VehiclePeek listed={car} isAdmin onClose={() => undefined} />);
  await screen.findByText('Scratch');
  const text = plain(container.textContent);
  expect(text).toContain('Leo Paz has it since');
  expect(text).toMatch(/900\.00 a day/);
  expect(text).toContain('Agreed: 12.5% of each trip');
  expect(text).toContain('Given by Ana Admin');
  expect(text).toMatch(/1,800\.002 days/);
});

it('hands the vehicle over to another of its drivers, and shows the server’s error', async () => {
  answered = { ...car, ...noPlan };
  show(<VehiclePeek listed={answered} isAdmin onClose={() => undefined} />);
  refusal = 'has_vehicle';
  fireEvent.click(screen.getByRole('button', { name: 'Hand over' }));
  const dialog = within(await screen.findByRole('dialog'));
  const confirm = dialog.getByRole('button', { name: 'Hand over' });
  expect(confirm).toHaveProperty('disabled', true);
  const select = dialog.getByRole('combobox', { name: 'Driver' });
  expect(within(select).queryByRole('option', { name: leo.name })).toBeNull();
  fireEvent.change(select, { target: { value: eva.uid } });
  fireEvent.click(confirm);
  expect((await dialog.findByRole('alert')).textContent).toContain('already has a shared vehicle');
  refusal = null;
  fireEvent.click(confirm);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const body = { driver: eva.uid, odometer: null, note: '' };
  expect(sent).toEqual([
    { call: 'POST /vehicles/car/hand-over', body },
    { call: 'POST /vehicles/car/hand-over', body },
  ]);
});

it.each(['taken', 'free'] as const)(
  'lets only the driver take a vehicle with a plan that is %s',
  async (state) => {
    answered = { ...car, state };
    show(<VehiclePeek listed={answered} isAdmin onClose={() => undefined} />);
    await screen.findByText(/is taken by its driver, in the app/);
    expect(screen.queryByRole('button', { name: 'Hand over' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Give to a driver' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Take back' }) !== null).toBe(state === 'taken');
  },
);

it('saves the vehicle with its version but not an unchanged list of drivers, and marks a duplicate plate', async () => {
  const onSaved = vi.fn();
  show(<VehicleFormDialog vehicle={car} isAdmin={false} onClose={() => undefined} onSaved={onSaved} />);
  fireEvent.change(screen.getByRole('textbox', { name: 'Rent per day' }), { target: { value: '0' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Enter an amount above zero.');
  expect(sent).toEqual([]);
  fireEvent.change(screen.getByRole('textbox', { name: 'Rent per day' }), { target: { value: '950' } });
  refusal = 'plate_taken';
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Another vehicle has this plate.');
  expect(screen.getByRole('textbox', { name: 'Plate' }).getAttribute('aria-invalid')).toBe('true');
  refusal = null;
  sent = [];
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
  expect(sent).toMatchObject([
    { call: 'PUT /vehicles/car', body: { plan: 'rent', rentPerDay: 950, fleetadmin: null, version: 1 } },
  ]);
  expect(sent).toHaveLength(1);
});

it('keeps the form when the vehicle was changed meanwhile, and saves changed drivers after the vehicle', async () => {
  const onSaved = vi.fn();
  show(<VehicleFormDialog vehicle={car} isAdmin={false} onClose={() => undefined} onSaved={onSaved} />);
  fireEvent.change(screen.getByRole('textbox', { name: 'Plate' }), { target: { value: 'STX 9' } });
  fireEvent.keyDown(screen.getByRole('combobox', { name: /Drivers/ }), { key: 'Backspace' });
  refusal = 'conflict';
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect((await screen.findByRole('alert')).textContent).toContain('changed this meanwhile');
  expect(screen.getByRole('textbox', { name: 'Plate' })).toHaveProperty('value', 'STX 9');
  refusal = null;
  sent = [];
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
  expect(sent).toMatchObject([
    { call: 'PUT /vehicles/car', body: { vehicleNumber: 'STX 9', version: 1 } },
    { call: 'PUT /vehicles/car/drivers', body: { drivers: ['eva'] } },
  ]);
});
