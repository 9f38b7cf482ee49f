// Tests the traffic factors: 24 values, a button with a typical city's values, and the request that is sent.
import { typicalCityByHour } from '@kerb/domain/travel-times';
import { aPublicSettings } from '@kerb/testing';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { HoursSetting } from './hours-setting.tsx';
import { dropDraft } from './settings-draft.ts';
import { useSettingsEditor } from './use-settings-editor.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const live = aPublicSettings({ version: 3 });
let sent: unknown[] = [];

beforeAll(async () => {
  vi.stubGlobal('fetch', async (_address: string, { body }: RequestInit = {}) => {
    if (typeof body === 'string') sent.push(JSON.parse(body));
    return Response.json({ ...live, version: 4 });
  });
  await startI18n();
  await loadTexts('settings');
});
beforeEach(() => {
  sent = [];
  dropDraft('settings');
});
afterEach(cleanup);

function Form() {
  const editor = useSettingsEditor('settings', live, 'admin');
  return (
    <>
      <HoursSetting name="trafficByHour" editor={editor} closed={null} />
      <button type="button" onClick={() => void editor.save()}>
        Save
      </button>
    </>
  );
}
const show = () =>
  render(
    <Provider store={store}>
      <Form />
    </Provider>,
  );
const factors = () => screen.getAllByRole<HTMLInputElement>('textbox').map(({ value }) => value);

it('shows a factor for each hour, 1 by default', () => {
  show();
  expect(screen.getByRole('group', { name: 'Traffic by hour' })).toBeTruthy();
  expect(factors()).toEqual(Array.from({ length: 24 }, () => '1'));
});

it('fills in the factors of a typical city when a button is pressed, and sends them', async () => {
  show();
  fireEvent.click(screen.getByRole('button', { name: 'Use a typical city’s traffic' }));
  expect(factors()).toEqual(typicalCityByHour.map(String));
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent).toEqual([{ trafficByHour: typicalCityByHour }]));
});

it('shows the limit of a factor, and sends nothing', async () => {
  show();
  const [midnight] = screen.getAllByRole('textbox');
  if (midnight) fireEvent.change(midnight, { target: { value: '5' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect((await screen.findByRole('alert')).textContent).toBe('At most 4.');
  expect(sent).toEqual([]);
});
