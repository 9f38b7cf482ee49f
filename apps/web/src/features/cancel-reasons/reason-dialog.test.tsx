// Tests the dialog of a cancellation reason: its translations, the request it sends, and errors shown at their field.
import { type CancelReason, publicSettings } from '@kerb/contract';
import { settings } from '@kerb/domain/settings';
import { fetchSettings } from '@kerb/sdk/store';
import { testId } from '@kerb/testing';
import { shippedLanguages } from '@kerb/texts';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { ReasonDialog } from './reason-dialog.tsx';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const sent: unknown[] = [];
let refusal: object | null = null;
/** The reasons that the server has. */
let stored: CancelReason[] = [];
const onSaved = vi.fn();
const onClose = vi.fn();

beforeAll(async () => {
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    if (new URL(address, 'http://kerb').pathname.endsWith('/settings'))
      return Response.json(
        publicSettings.parse({
          ...settings.parse({}),
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
        }),
      );
    if ((init.method ?? 'GET') === 'GET') return Response.json({ items: stored });
    sent.push(typeof init.body === 'string' ? JSON.parse(init.body) : null);
    return refusal === null
      ? Response.json({ value: 3, label: 'It rains' })
      : Response.json(refusal, { status: 409 });
  });
  await startI18n();
  await Promise.all([loadTexts('catalog'), loadTexts('errors'), loadTexts('site')]);
  await store.dispatch(fetchSettings());
});
beforeEach(() => {
  sent.length = 0;
  refusal = null;
  stored = [];
  onSaved.mockReset();
  onClose.mockReset();
});
afterEach(cleanup);

const show = (reason: CancelReason | null) => {
  render(
    <Provider store={store}>
      <ReasonDialog reason={reason} onClose={onClose} onSaved={onSaved} />
    </Provider>,
  );
  fireEvent.click(screen.getByText('In other languages'));
};
const field = (name: string) => screen.getByLabelText(name);
const write = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByText(name, { selector: 'button' }));
const isInvalid = (name: string) => field(name).getAttribute('aria-invalid') === 'true';

it('sends a new reason with its translations, without blank ones', async () => {
  show(null);
  write('Reason', 'It rains');
  write('Español', ' Llueve ');
  write('Français', '  ');
  write('العربية', 'إنها تمطر');
  expect(field('العربية').getAttribute('dir')).toBe('rtl');
  screen.getByText('2 of 4 filled in');
  press('Add reason');
  await waitFor(() => expect(onSaved).toHaveBeenCalled());
  expect(sent).toEqual([
    { label: 'It rains', translations: { es: { label: 'Llueve' }, ar: { label: 'إنها تمطر' } } },
  ]);
});

it('shows the texts of a reason, and falls back to the default text when a translation is removed', async () => {
  show({
    value: 3,
    label: 'It rains',
    translations: { es: { label: 'Llueve' }, de: { label: 'Es regnet' } },
  });
  expect(field('Español').getAttribute('value')).toBe('Llueve');
  expect(field('Português').getAttribute('placeholder')).toBe('It rains');
  write('Español', '');
  press('Save');
  await waitFor(() => expect(onSaved).toHaveBeenCalled());
  expect(sent).toEqual([
    {
      label: 'It rains',
      translations: { de: { label: 'Es regnet' } },
      seen: {
        label: 'It rains',
        translations: { es: { label: 'Llueve' }, de: { label: 'Es regnet' } },
      },
    },
  ]);
});

it('shows an error at the field with an invisible character, and does not send it', () => {
  show({ value: 3, label: 'It rains' });
  write('Français', 'Il \u202epleut');
  press('Save');
  expect(isInvalid('Français')).toBe(true);
  expect(sent).toEqual([]);
});

it('shows a duplicate text at its language, and a duplicate label at its own field', async () => {
  const errors = [{ path: 'translations.pt.label', message: 'Another reason has this text' }];
  refusal = { code: 'name_taken', status: 409, title: '', errors };
  show({ value: 3, label: 'It rains' });
  write('Português', 'Outro motivo');
  press('Save');
  await screen.findByText('This name is taken. Choose another.');
  expect([isInvalid('Português'), isInvalid('Reason')]).toEqual([true, false]);
  write('Português', 'Chove');
  expect(isInvalid('Português')).toBe(false);
  refusal = { code: 'name_taken', status: 409, title: '' };
  press('Save');
  await waitFor(() => expect(isInvalid('Reason')).toBe(true));
  expect(isInvalid('Português')).toBe(false);
});

it('shows what another admin has stored meanwhile, keeps the input, and replaces theirs at the next save', async () => {
  refusal = { code: 'conflict', status: 409, title: '' };
  stored = [{ value: 3, label: 'It pours', translations: { es: { label: 'Diluvia' } } }];
  show({ value: 3, label: 'It rains' });
  write('Reason', 'It rains a lot');
  press('Save');
  await screen.findByText(/^Another admin changed this reason meanwhile/);
  screen.getByText('It pours');
  screen.getByText('Diluvia');
  expect(field('Reason').getAttribute('value')).toBe('It rains a lot');
  expect(isInvalid('Reason')).toBe(false);
  refusal = null;
  press('Save');
  await waitFor(() => expect(onSaved).toHaveBeenCalled());
  expect(sent).toEqual([
    { label: 'It rains a lot', translations: {}, seen: { label: 'It rains' } },
    {
      label: 'It rains a lot',
      translations: {},
      seen: { label: 'It pours', translations: { es: { label: 'Diluvia' } } },
    },
  ]);
});

it('is closed at once while unchanged, and with input only after a confirmation', async () => {
  show(null);
  press('Cancel');
  expect(onClose).toHaveBeenCalledOnce();
  write('Reason', 'It rains');
  press('Cancel');
  await screen.findByText('Discard what you typed?');
  expect(onClose).toHaveBeenCalledOnce();
  press('Discard');
  expect(onClose).toHaveBeenCalledTimes(2);
});
