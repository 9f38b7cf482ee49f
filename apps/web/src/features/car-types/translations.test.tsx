// Tests the editor of a car type in several languages: the count of its translations, the request that is sent, errors at
// the fields, and typed numbers after a switch of the language.
import { type PublicSettings, publicSettings } from '@kerb/contract';
import { settings } from '@kerb/domain/settings';
import { fetchSettings } from '@kerb/sdk/store';
import { aCarType, testId } from '@kerb/testing';
import { shippedLanguages } from '@kerb/texts';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { loadTexts, startI18n, switchLanguage } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { CarTypeEditor } from './car-type-editor.tsx';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const economy = aCarType({
  extra_info: 'Up to 4',
  options: [{ description: 'Child seat', amount: 60, translations: { es: { description: 'Sillita' } } }],
  translations: {
    es: { name: 'Económico', extra_info: 'Hasta 4' },
    ar: { name: 'اقتصادية' },
    // A translation whose language has been deleted.
    de: { name: 'Sparsam' },
  },
});
const sent: { translations?: unknown }[] = [];
let refusal: object | null = null;

const known: PublicSettings = publicSettings.parse({
  ...settings.parse({ AllowCriticalEditsAdmin: true }),
  version: 1,
  languages: shippedLanguages.map((language, at) => ({
    ...language,
    id: testId(0x1a0 + at),
    default: language.langLocale === 'en',
    shipped: true,
    version: 0,
  })),
  city: { name: 'Montevideo', center: { lat: -34.9, lng: -56.2 }, bounds: [-57, -35, -56, -34] },
  social: [],
  demo: null,
});

beforeAll(async () => {
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    if (new URL(address, 'http://kerb').pathname.endsWith('/settings')) return Response.json(known);
    if (init.method !== 'PATCH') return Response.json({});
    if (refusal !== null) return Response.json(refusal, { status: 409 });
    sent.push(typeof init.body === 'string' ? JSON.parse(init.body) : null);
    return Response.json(economy);
  });
  await startI18n();
  await Promise.all([loadTexts('catalog'), loadTexts('errors'), loadTexts('site')]);
  await store.dispatch(fetchSettings());
});
beforeEach(() => {
  sent.length = 0;
  refusal = null;
});
afterEach(cleanup);

const show = () =>
  render(
    <Provider store={store}>
      <MemoryRouter>
        <CarTypeEditor carType={economy} onSaved={() => undefined} onOutdated={() => undefined} />
      </MemoryRouter>
    </Provider>,
  );
// Finds elements by text and label: computing the roles of this whole form takes seconds in jsdom.
const sections = () =>
  screen.getAllByText('In other languages').flatMap((text) => text.closest('button') ?? []);
/** Indices of the sections in the form of this car type. */
const aboutAt = 0;
const optionsAt = 1;
const field = (name: string) => screen.getByLabelText(name);
const write = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });
const save = () => fireEvent.click(screen.getByText('Save'));

function open(at: number): void {
  const section = sections()[at];
  if (!section) throw new Error('no such section');
  fireEvent.click(section);
}

it('shows how many languages have all texts, and one field for each with its text direction', () => {
  show();
  expect(sections().map(({ textContent }) => textContent)).toEqual([
    'In other languages1 of 4 filled in',
    'In other languages1 of 4 filled in',
  ]);
  expect(screen.queryByLabelText('Name (Español)')).toBeNull();
  open(aboutAt);
  const name = field('Name (العربية)');
  expect([name.getAttribute('dir'), name.getAttribute('lang')]).toEqual(['rtl', 'ar']);
  // The placeholder is the default text, which riders see while the translation is empty.
  expect(field('Name (Français)').getAttribute('placeholder')).toBe(economy.name);
  expect(screen.queryByLabelText('Name (English)')).toBeNull();
  open(optionsAt);
  expect(screen.getByLabelText('Child seat').querySelectorAll('input')).toHaveLength(4);
});

it('sends the typed texts without blank ones, and leaves those of a deleted language unchanged', async () => {
  show();
  open(aboutAt);
  write('Name (Français)', ' Économique ');
  write('Name (Español)', '  ');
  open(optionsAt);
  write('Português', 'Cadeirinha');
  save();
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({
    name: economy.name,
    version: economy.version,
    options: [
      {
        description: 'Child seat',
        translations: { es: { description: 'Sillita' }, pt: { description: 'Cadeirinha' } },
      },
    ],
  });
  expect(sent[0]?.translations).toEqual({
    es: { extra_info: 'Hasta 4' },
    ar: { name: 'اقتصادية' },
    de: { name: 'Sparsam' },
    fr: { name: 'Économique' },
  });
});

it('shows a rejected text at its field, and retains the input', async () => {
  show();
  open(aboutAt);
  write('Name (العربية)', 'a\u202eb');
  save();
  await waitFor(() => expect(field('Name (العربية)').getAttribute('aria-invalid')).toBe('true'));
  expect(sent).toEqual([]);
  write('Name (العربية)', 'مريحة');
  write('Name (Português)', 'Conforto');
  refusal = {
    code: 'name_taken',
    status: 409,
    title: '',
    errors: [{ path: 'translations.pt.name', message: 'Another car type has this name' }],
  };
  save();
  await screen.findByText('This name is taken. Choose another.');
  expect(field('Name (Português)').getAttribute('aria-invalid')).toBe('true');
  expect(field('Name').getAttribute('aria-invalid')).toBe('false');
  expect(field('Name (العربية)').getAttribute('value')).toBe('مريحة');
});

it('rewrites the typed numbers when the language is switched', async () => {
  show();
  const price = document.querySelector<HTMLInputElement>('input[name="min_fare"]');
  if (!price) throw new Error('no such field');
  fireEvent.change(price, { target: { value: '1.375' } });
  await act(() => switchLanguage('es'));
  await waitFor(() => expect(price.value).toBe('1,375'));
  await act(() => switchLanguage('en'));
  await waitFor(() => expect(price.value).toBe('1.375'));
});
