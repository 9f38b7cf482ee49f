// Tests the initial state of the booking form: preselected values, and the text of the button.
import type { CarType } from '@kerb/domain/fleet';
import {
  fetchCarTypes,
  updateTripCar,
  updateTripDrop,
  updateTripPickup,
  updateTripWhen,
} from '@kerb/sdk/store';
import { testId } from '@kerb/testing';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadTexts, switchLanguage } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { parseStyles } from '../../lib/testing/styles.ts';
import { KerbThemeProvider } from '../../ui/theme-provider.tsx';
import { BookingForm } from './booking-form.tsx';
import {
  answers,
  aQuote,
  bodies,
  drop,
  json,
  pickup,
  plain,
  prepareBookingForm,
  refuse,
  van,
} from './testing/booking-form.tsx';
import type { Nearby } from './use-nearby.ts';
import { useTripDraft } from './use-trip-draft.ts';

parseStyles();

prepareBookingForm();
const ownPickup = vi.hoisted(() => vi.fn());
vi.mock('./own-pickup.ts', () => ({ ownPickup }));

const route = { distance_in_km: 2, time_in_secs: 300, polylinePoints: '', legs: [], maneuvers: [] };
const free = (...entries: [CarType, number][]): Nearby => ({
  cars: [],
  carTypes: entries.map(([{ id }, count]) => ({
    carType: id,
    count,
    nearest_in_secs: count > 0 ? 240 : null,
    finishing_nearby: false,
  })),
});

function Form({ nearby, priced }: { nearby: Nearby | null; priced: boolean }) {
  return (
    <BookingForm
      draft={useTripDraft()}
      preview={{ route: priced ? route : null, problem: null }}
      nearby={nearby}
    />
  );
}
const element = (nearby: Nearby | null, priced = false) => (
  <Provider store={store}>
    <KerbThemeProvider>
      <MemoryRouter>
        <Form nearby={nearby} priced={priced} />
      </MemoryRouter>
    </KerbThemeProvider>
  </Provider>
);
const chosen = () => store.getState().tripdata.carType;
const bare = (text: string | null) =>
  (text ?? '').replaceAll(/[\u2066-\u2069]/g, '').replaceAll('\u00A0', ' ');
const bookButton = (words: RegExp) =>
  waitFor(() => {
    const button = screen.getAllByRole('button').find(({ textContent }) => words.test(bare(textContent)));
    if (!button) throw new Error(`No button says ${words}`);
    return button;
  });

beforeAll(() => loadTexts('site'));
beforeEach(() => {
  ownPickup.mockReset().mockResolvedValue(null);
  answers['GET /cartypes'] = () => json({ items: [plain, van] });
  store.dispatch(updateTripCar(null));
  store.dispatch(updateTripWhen({ bookLater: false, tripdate: null }));
});

describe('in the reader’s language', () => {
  afterEach(() => switchLanguage('en'));

  it('shows the operator’s translation of the car type, or the default texts without one', async () => {
    const translations = { ar: { name: 'اقتصادية', extra_info: 'رحلات يومية' } };
    answers['GET /cartypes'] = () => json({ items: [{ ...plain, translations }, van] });
    await switchLanguage('ar');
    render(element(free([plain, 2], [van, 1]), true));
    await screen.findByText('اقتصادية');
    screen.getByText('رحلات يومية');
    screen.getByText(van.name);
    expect(screen.queryByText(plain.name)).toBeNull();
    // The Book button too.
    await bookButton(/اقتصادية/);
  });
});

it('books after the car types are loaded when Book is pressed before, and asks for the options of the car', async () => {
  answers['GET /cartypes'] = () => refuse('internal', 500);
  await store.dispatch(fetchCarTypes());
  let answer: (response: Response) => void = () => undefined;
  answers['GET /cartypes'] = () => new Promise<Response>((resolve) => (answer = resolve));
  answers['POST /estimates'] = () => json(aQuote(), 201);
  store.dispatch(updateTripCar(van.id));
  render(element(null));
  fireEvent.click(await bookButton(/^See the fare and book$/));
  // The dialogs, which handle the press, are loaded.
  await act(async () => void (await import('./booking-dialogs.tsx')));
  expect(bodies('POST /estimates')).toEqual([]);
  await act(async () => answer(json({ items: [plain, van] })));
  await screen.findByText('Two people', { exact: false });
  expect(bodies('POST /estimates')).toEqual([]);
});

describe('the car type', () => {
  it('is the first one with a free car near the pickup', async () => {
    render(element(free([plain, 0], [van, 2])));
    await waitFor(() => expect(chosen()).toBe(van.id));
  });

  it('is the first one of the list until the nearby cars are loaded, and then changes once', async () => {
    const view = render(element(null));
    await waitFor(() => expect(chosen()).toBe(plain.id));
    view.rerender(element(free([plain, 0], [van, 2])));
    await waitFor(() => expect(chosen()).toBe(van.id));
    view.rerender(element(free([plain, 1], [van, 2])));
    await screen.findByText(plain.name);
    expect(chosen()).toBe(van.id);
  });

  it('stays the rider’s choice, also without a free car', async () => {
    const view = render(element(null));
    await waitFor(() => expect(chosen()).toBe(plain.id));
    fireEvent.click(await screen.findByRole('radio', { name: new RegExp(van.name) }));
    view.rerender(element(free([plain, 3], [van, 0])));
    await screen.findByText('None free nearby');
    expect(chosen()).toBe(van.id);
  });

  it('is replaced when it is no longer offered', async () => {
    store.dispatch(updateTripCar(testId(0xdead)));
    render(element(free([plain, 1])));
    await waitFor(() => expect(chosen()).toBe(plain.id));
  });
});

describe('the pickup', () => {
  const here = { lat: -34.9, lng: -56.19, add: 'Colonia 1000' };

  it('is where the rider stands', async () => {
    store.dispatch(updateTripPickup(null));
    ownPickup.mockResolvedValue(here);
    render(element(null));
    await waitFor(() => expect(store.getState().tripdata.pickup).toEqual(here));
  });

  it('stays the chosen place, also while the location is being determined', async () => {
    render(element(null));
    await screen.findByText(plain.name);
    expect(ownPickup).not.toHaveBeenCalled();
    store.dispatch(updateTripPickup(null));
    let answer: (place: typeof here) => void = () => undefined;
    ownPickup.mockReturnValue(new Promise((resolve) => (answer = resolve)));
    render(element(null));
    await waitFor(() => expect(ownPickup).toHaveBeenCalled());
    act(() => void store.dispatch(updateTripPickup(pickup)));
    await act(async () => answer(here));
    expect(store.getState().tripdata.pickup).toEqual(pickup);
  });

  it('stays empty while the location is being determined and the rider enters another place', async () => {
    store.dispatch(updateTripPickup(null));
    let answer: (place: typeof here) => void = () => undefined;
    ownPickup.mockReturnValue(new Promise((resolve) => (answer = resolve)));
    render(element(null));
    await waitFor(() => expect(ownPickup).toHaveBeenCalled());
    fireEvent.change(screen.getByRole('combobox', { name: 'Pickup' }), { target: { value: 'Airp' } });
    await act(async () => answer(here));
    expect(store.getState().tripdata.pickup).toBeNull();
  });
});

describe('the button', () => {
  it('shows the car type, the price and the distance of the car', async () => {
    store.dispatch(updateTripDrop(drop));
    const view = render(element(free([plain, 2])));
    await bookButton(/^See the fare and book$/);
    view.rerender(element(free([plain, 2]), true));
    await bookButton(new RegExp(`^Confirm ${plain.name} · \\$U [\\d.]+ · 4 min$`));
    view.rerender(element(free([plain, 0]), true));
    await bookButton(new RegExp(`^Confirm ${plain.name} · \\$U [\\d.]+$`));
    fireEvent.click(screen.getByRole('radio', { name: 'Later' }));
    await bookButton(new RegExp(`^Book ${plain.name} ahead · \\$U [\\d.]+$`));
  });

  it('stays visible at the bottom of a long form', async () => {
    render(element(null));
    const button = await bookButton(/^See the fare/);
    const bar = button.parentElement;
    expect(bar && getComputedStyle(bar).position).toBe('sticky');
  });
});

describe('without a free car', () => {
  const busy = (finishing_nearby: boolean): Nearby => ({
    cars: [],
    carTypes: [{ carType: plain.id, count: 0, nearest_in_secs: null, finishing_nearby }],
  });
  const book = async (nearby: Nearby) => {
    answers['POST /estimates'] = () => json(aQuote(), 201);
    store.dispatch(updateTripDrop(drop));
    store.dispatch(updateTripCar(plain.id));
    render(element(nearby));
    await screen.findAllByText('None free nearby');
    fireEvent.submit(screen.getByRole('form'));
  };

  it('quotes a trip when a driver finishes another one nearby', async () => {
    await book(busy(true));
    await waitFor(() => expect(bodies('POST /estimates')).toMatchObject([{ carType: plain.id }]));
  });

  it('shows that no driver was found when none finishes nearby', async () => {
    await book(busy(false));
    await screen.findByRole('alertdialog', { name: 'Alert' });
    expect(bodies('POST /estimates')).toEqual([]);
  });
});
