// Tests the alerts after saving the settings: success, missing values, and errors.
import { settings } from '@kerb/domain/settings';
import { aPublicSettings } from '@kerb/testing';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { storeDraft } from './settings-draft.ts';
import { useSettingsEditor } from './use-settings-editor.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const live = aPublicSettings({ bonus: 10, version: 3 });
let answer: () => Response;
let sent: unknown[] = [];

beforeAll(async () => {
  vi.stubGlobal('fetch', async (_address: string, { method, body }: RequestInit = {}) => {
    if (method === 'PATCH') sent.push(JSON.parse(String(body)));
    return answer();
  });
  await startI18n();
});
beforeEach(() => {
  sent = [];
  window.sessionStorage.clear();
});
afterEach(cleanup);

const wrapper = ({ children }: { children: ReactNode }) => <Provider store={store}>{children}</Provider>;
const edit = (settingsNow = live) =>
  renderHook(({ now }) => useSettingsEditor('settings', now, 'admin'), {
    wrapper,
    initialProps: { now: settingsNow },
  }).result;

it('shows the updated message after a save', async () => {
  answer = () => Response.json({ ...live, bonus: 20, version: 4 });
  const editor = edit();
  act(() => editor.current.set('bonus', '20'));
  await act(() => editor.current.save());
  await waitFor(() => expect(editor.current.alert).toBe('settings_updated'));
  expect(editor.current.isDirty).toBe(false);
});

it('shows update_failed after a failed save, and retains the input', async () => {
  answer = () => Response.json({ code: 'forbidden', status: 403 }, { status: 403 });
  const editor = edit();
  act(() => editor.current.set('bonus', '30'));
  await act(() => editor.current.save());
  await waitFor(() => expect(editor.current.alert).toBe('update_failed'));
  expect(editor.current.valueOf('bonus')).toBe('30');
});

it('shows proper_bonus for an empty bonus, and sends nothing', async () => {
  const editor = edit();
  act(() => editor.current.set('bonus', ''));
  await act(() => editor.current.save());
  expect(editor.current.alert).toBe('proper_bonus');
  expect(sent).toEqual([]);
});

describe('in demonstration mode', () => {
  const demo = { ...live, AllowCriticalEditsAdmin: false };

  it('rejects a change as soon as it is made, and a save without changes', async () => {
    const editor = edit(demo);
    act(() => editor.current.set('bonus', '20'));
    expect(editor.current).toMatchObject({ alert: 'demo_mode', isDirty: false });
    act(() => editor.current.closeAlert());
    await act(() => editor.current.save());
    expect(editor.current.alert).toBe('demo_mode');
    expect(sent).toEqual([]);
  });

  it('turns critical edits on without sending an earlier draft, which stays unsaved', async () => {
    storeDraft('settings', 'admin', {
      base: { version: 3, settings: settings.parse(demo) },
      typed: { bonus: '', driverRadius: '7' },
      locale: 'en',
    });
    answer = () => Response.json({ ...live, version: 4 });
    const editor = edit(demo);
    act(() => editor.current.set('AllowCriticalEditsAdmin', true));
    await act(() => editor.current.save());
    await waitFor(() => expect(editor.current.alert).toBe('settings_updated'));
    expect(sent).toEqual([{ AllowCriticalEditsAdmin: true }]);
    expect(editor.current.typed).toEqual({ bonus: '', driverRadius: '7' });
    expect(editor.current.theirs).toEqual([]);
  });
});
