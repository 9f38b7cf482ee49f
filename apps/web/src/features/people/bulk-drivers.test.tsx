// Tests actions on many drivers: undo for the changes that succeeded and can be reverted, and failures by name.
import { publicSettings, type User } from '@kerb/contract';
import { settings } from '@kerb/domain/settings';
import { fetchSettings } from '@kerb/sdk/store';
import { aDriver, aUser } from '@kerb/testing';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Provider } from 'react-redux';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { useRowSelection } from '../../ui/data-table/row-selection.ts';
import { BulkDrivers } from './bulk-drivers.tsx';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const driver = (id: string, firstName: string, review: User['review']): User => ({
  ...aUser({ id, usertype: 'driver', firstName, lastName: 'Paz' }),
  review,
  reviewReason: '',
  createdByAdmin: false,
  driver: null,
});
const { driver: vehicle } = aDriver();
if (vehicle === null) throw new Error('The driver has no vehicle');
const people = [
  driver('waiting', 'Ana', 'waiting'),
  driver('disabled', 'Luis', 'disabled'),
  {
    ...driver('vehicle', 'Eva', 'approved'),
    driver: {
      ...vehicle,
      carTypeName: null,
      fleetadminName: null,
      documents: 0,
      vehicleChangedAt: 1_760_000_000_000,
    },
  },
  driver('refused', 'Leo', 'refused'),
];
const sent: string[] = [];
const bodies: Record<string, unknown> = {};
/** Paths that the mocked server rejects. */
let refused: string[];

const publicOnes = publicSettings.parse({
  version: 1,
  languages: [],
  ...settings.parse({ AllowCriticalEditsAdmin: true }),
  city: { name: 'Montevideo', center: { lat: -34.9, lng: -56.2 }, bounds: [-57, -35, -56, -34] },
  social: [],
  demo: null,
});

beforeAll(async () => {
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: RequestInit = {}) => {
    const path = new URL(address, 'http://kerb').pathname.replace('/api/v1', '');
    if (method !== 'POST') return Response.json(publicOnes);
    sent.push(path);
    bodies[path] = JSON.parse(String(body));
    if (refused.includes(path)) return Response.json({ code: 'user_busy', status: 409 }, { status: 409 });
    return Response.json(people[0]);
  });
  await startI18n();
  await Promise.all([loadTexts('people'), loadTexts('console'), loadTexts('errors')]);
});
beforeEach(async () => {
  sent.length = 0;
  refused = [];
  await store.dispatch(fetchSettings());
});

function Selected() {
  const selection = useRowSelection<User>(({ id }) => id);
  return (
    <>
      <button type="button" onClick={() => selection.selectOf(people, () => true)}>
        Select all
      </button>
      <BulkDrivers selection={selection} />
    </>
  );
}
const button = (name: string) => screen.getByRole('button', { name });
const done = (text: string) => within(screen.getByRole('dialog')).findByText(text);

async function approve() {
  render(
    <Provider store={store}>
      <Selected />
    </Provider>,
  );
  fireEvent.click(button('Select all'));
  fireEvent.click(button('Approve'));
  await screen.findByRole('button', { name: 'Close' });
}

it('sends each account as it was selected, so that the server rejects one that has changed since', async () => {
  await approve();
  expect(bodies).toEqual({
    '/users/waiting/approve': { review: 'waiting', vehicleChangedAt: null },
    '/users/disabled/approve': { review: 'disabled', vehicleChangedAt: null },
    '/users/vehicle/approve': { review: 'approved', vehicleChangedAt: 1_760_000_000_000 },
    '/users/refused/approve': { review: 'refused', vehicleChangedAt: null },
  });
});

it('undoes the approvals that succeeded, but not that of a changed vehicle', async () => {
  refused = ['/users/refused/approve'];
  await approve();
  await done('3 of 4 done');
  await done(
    'Leo Paz: This person has a booking under way or a fare under review. Try again when it is settled.',
  );
  sent.length = 0;
  fireEvent.click(button('Undo'));
  await done('2 of 2 done');
  expect(sent.toSorted()).toEqual(['/users/disabled/unapprove', '/users/waiting/unapprove']);
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

it('names the approvals that could not be undone, and retries them', async () => {
  refused = ['/users/waiting/unapprove'];
  await approve();
  fireEvent.click(button('Undo'));
  await done('2 of 3 done');
  sent.length = 0;
  refused = [];
  fireEvent.click(button('Try the rest again'));
  await waitFor(() => expect(sent).toEqual(['/users/waiting/unapprove']));
  await done('3 of 3 done');
});
