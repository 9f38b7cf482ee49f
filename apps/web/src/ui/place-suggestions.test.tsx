// Tests Enter in a place field while the suggestions for its text are loaded.
import type { TripPoint } from '@kerb/sdk/store';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { Provider } from 'react-redux';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startI18n } from '../lib/i18n/index.ts';
import { store } from '../lib/store.ts';
import { PlaceField } from './place-field.tsx';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const chosen = vi.fn();
/** Ends the searches for a text. */
const answers = new Map<string, (response: Response) => void>();
const places = (...names: string[]) =>
  Response.json({
    searchResults: names.map((name) => ({
      place_id: name,
      description: name,
      main: name,
      secondary: '',
      kind: 'place',
    })),
  });

beforeAll(async () => {
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname, searchParams } = new URL(address, 'http://kerb.test');
    const q = searchParams.get('q');
    if (q === null) return Response.json({ coords: { lat: -34.9, lng: -56.1 }, path: pathname });
    return new Promise<Response>((resolve) => {
      const earlier = answers.get(q);
      answers.set(q, (response) => {
        earlier?.(response.clone());
        resolve(response);
      });
    });
  });
  await startI18n();
});

function Field() {
  const [value, setValue] = useState<TripPoint | null>(null);
  const change = (point: TripPoint | null) => {
    chosen(point?.add);
    setValue(point);
  };
  return <PlaceField label="Drop" value={value} onChange={change} />;
}
const input = () => screen.getByRole<HTMLInputElement>('combobox');
const type = (value: string) => fireEvent.change(input(), { target: { value } });
const press = (key: string) => fireEvent.keyDown(input(), { key });
async function answer(q: string, ...names: string[]) {
  await waitFor(() => expect(answers.has(q)).toBe(true));
  answers.get(q)?.(places(...names));
}

/** The suggestions for an earlier text are shown while the search for the text is under way. */
beforeEach(async () => {
  chosen.mockReset();
  answers.clear();
  render(
    <Provider store={store}>
      <Field />
    </Provider>,
  );
  input().focus();
  type('Air');
  await answer('Air', 'Air Street', 'Air Square');
  await screen.findByText('Air Street');
  type('Airport');
});

it('chooses the first suggestion for the text once it is loaded, also when the field is left', async () => {
  press('Enter');
  fireEvent.blur(input());
  await answer('Airport', 'Airport', 'Airport Road');
  await waitFor(() => expect(chosen.mock.calls).toEqual([['Airport']]));
});

it('chooses nothing when the text changes after Enter', async () => {
  press('Enter');
  await waitFor(() => expect(answers.has('Airport')).toBe(true));
  type('Airport R');
  await answer('Airport', 'Airport');
  await answer('Airport R', 'Airport Road');
  await screen.findByRole('option', { name: 'Airport Road' });
  expect(chosen).not.toHaveBeenCalled();
});

it('chooses the shown suggestion that was selected with the arrow keys', async () => {
  press('ArrowDown');
  press('Enter');
  await waitFor(() => expect(chosen.mock.calls).toEqual([['Air Square']]));
});
