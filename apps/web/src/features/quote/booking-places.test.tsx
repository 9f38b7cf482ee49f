// Tests Book while the text of a place field is not its place: a lookup under way, one that failed, or text that was
// not chosen from the suggestions.
import { testId } from '@kerb/testing';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { loadTexts } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { KerbThemeProvider } from '../../ui/theme-provider.tsx';
import { BookingForm } from './booking-form.tsx';
import {
  answers,
  aQuote,
  bodies,
  drop,
  estimateDialog,
  json,
  pickup,
  plain,
  prepareBookingForm,
  refuse,
} from './testing/booking-form.tsx';
import { useTripDraft } from './use-trip-draft.ts';

prepareBookingForm();
vi.mock('./own-pickup.ts', () => ({ ownPickup: async () => null }));

const airport = { lat: -34.8384, lng: -56.0308, add: 'Airport' };
/** Ends the lookup of the chosen place. */
let answerPlace: (response: Response) => void = () => undefined;
const located = () => json({ coords: { lat: airport.lat, lng: airport.lng } });

function Form() {
  return <BookingForm draft={useTripDraft()} preview={{ route: null, problem: null }} nearby={null} />;
}
const field = (name: string) => screen.getByRole<HTMLInputElement>('combobox', { name });
const book = () => {
  const button = screen.getByRole('button', { name: /^See the fare/ });
  fireEvent.blur(document.activeElement ?? document.body, { relatedTarget: button });
  fireEvent.click(button);
};
function typeIn(name: string, text: string) {
  field(name).focus();
  fireEvent.change(field(name), { target: { value: text } });
}
async function choose(name: string) {
  typeIn(name, 'Airp');
  fireEvent.click(await screen.findByRole('option', { name: airport.add }));
  await waitFor(() => expect(bodies('GET /maps/place/p1')).toHaveLength(1));
}
async function addStop() {
  fireEvent.click(await screen.findByRole('button', { name: 'Add a stop' }));
  await screen.findByRole('combobox', { name: 'Stop 1' });
}
const quotedTrips = () => bodies('POST /estimates');

beforeAll(() => loadTexts('site'));
beforeEach(async () => {
  const around = `near=${encodeURIComponent(`${pickup.lat},${pickup.lng}`)}`;
  const found = { place_id: 'p1', description: airport.add, main: airport.add, secondary: '', kind: 'place' };
  answers['GET /cartypes'] = () => json({ items: [plain] });
  answers[`GET /maps/autocomplete?q=Airp&${around}`] = () => json({ searchResults: [found] });
  answers['GET /maps/place/p1'] = () => new Promise<Response>((resolve) => (answerPlace = resolve));
  answers['POST /estimates'] = (body) => json(aQuote(body as object), 201);
  render(
    <Provider store={store}>
      <KerbThemeProvider>
        <MemoryRouter>
          <Form />
        </MemoryRouter>
      </KerbThemeProvider>
    </Provider>,
  );
  await screen.findByText(plain.name);
});

it('waits for the chosen destination, and shows the places of the estimate', async () => {
  await choose('Drop');
  book();
  await act(() => vi.dynamicImportSettled());
  expect(quotedTrips()).toEqual([]);
  expect(field('Drop').value).toBe('Airp');
  answerPlace(located());
  const dialog = await estimateDialog();
  expect(quotedTrips()).toMatchObject([{ drop: airport }]);
  within(dialog).getByText(pickup.add);
  within(dialog).getByText(airport.add);
});

it('does not quote the earlier destination when the lookup of the chosen one fails', async () => {
  await choose('Drop');
  book();
  answerPlace(refuse('network_error'));
  await waitFor(() => expect(field('Drop').getAttribute('aria-invalid')).toBe('true'));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(quotedTrips()).toEqual([]);
  // Leaving the field without another choice returns to the earlier destination.
  fireEvent.focus(field('Drop'));
  fireEvent.blur(field('Drop'));
  await waitFor(() => expect(field('Drop').value).toBe(drop.add));
  expect(field('Drop').getAttribute('aria-invalid')).toBe('false');
});

it('ends a waiting Book without a quote when another destination is typed', async () => {
  await choose('Drop');
  book();
  // The dialogs, which handle the press, are loaded.
  await act(async () => void (await import('./booking-dialogs.tsx')));
  typeIn('Drop', 'Por');
  await act(async () => answerPlace(located()));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(quotedTrips()).toEqual([]);
  // Leaving the field returns to the earlier destination.
  book();
  await estimateDialog();
  expect(quotedTrips()).toMatchObject([{ drop }]);
});

it('marks a stop whose text was not chosen from the suggestions, until it is', async () => {
  await addStop();
  typeIn('Stop 1', 'Farmacia Central');
  book();
  fireEvent.click(await screen.findByRole('button', { name: 'Close' }));
  expect(quotedTrips()).toEqual([]);
  expect(field('Stop 1').getAttribute('aria-invalid')).toBe('true');
  expect(field('Drop').getAttribute('aria-invalid')).toBe('false');
  await choose('Stop 1');
  answerPlace(located());
  await waitFor(() => expect(field('Stop 1').getAttribute('aria-invalid')).toBe('false'));
  await waitFor(() => expect(store.getState().tripdata.waypoints).toEqual([airport]));
  book();
  await estimateDialog();
  expect(quotedTrips()).toMatchObject([{ drop, waypoints: [airport], carType: testId(0xca1) }]);
});

it('ignores a stop that is left empty', async () => {
  await addStop();
  book();
  await estimateDialog();
  expect(quotedTrips()).toMatchObject([{ waypoints: [] }]);
});
