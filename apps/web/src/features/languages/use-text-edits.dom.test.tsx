// Tests saving texts: the version they are based on, a concurrent save by another admin, and the drafts after an error.
import { changeSettings } from '@kerb/sdk/store';
import { aPublicSettings } from '@kerb/testing';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { beforeEach, expect, it, vi } from 'vitest';
import { store } from '../../lib/store.ts';
import type { TextRow } from './text-rows.ts';
import type { Language } from './use-language-texts.ts';
import { useTextEdits } from './use-text-edits.ts';

const language = (version: number): Language => ({
  id: 'l1',
  version,
  langName: 'Deutsch',
  langLocale: 'de',
  dateLocale: 'de',
  default: false,
  shipped: false,
  createdAt: 1,
  keyValuePairs: { hello: 'Hallo' },
});
const row: TextRow = {
  key: 'hello',
  area: 'core',
  english: 'Hello',
  shipped: null,
  form: null,
  text: 'Hallo',
  mark: null,
};

let answer: () => Response = () => Response.json(language(2));
const sent: unknown[] = [];
beforeEach(() => {
  sent.length = 0;
  window.sessionStorage.clear();
  vi.stubGlobal('fetch', async (_address: string, { body }: RequestInit) => {
    if (typeof body === 'string') sent.push(JSON.parse(body));
    return answer();
  });
  store.dispatch(changeSettings(aPublicSettings({ AllowCriticalEditsAdmin: true })));
});

const wrapper = ({ children }: { children: ReactNode }) => <Provider store={store}>{children}</Provider>;
const editing = (initial = 1) =>
  renderHook(({ version }) => useTextEdits(language(version), [row]), {
    initialProps: { version: initial },
    wrapper,
  });
const versionSent = (version: number) =>
  waitFor(() => expect(sent.at(-1)).toMatchObject({ version, keyValuePairs: { hello: 'Moin' } }));

it('saves with the version the text was typed over, and with the newest after a conflict is accepted', async () => {
  const { result, rerender } = editing();
  act(() => result.current.type(row, 'Moin'));
  rerender({ version: 2 });
  answer = () => Response.json({ code: 'conflict', status: 409 }, { status: 409 });
  act(() => result.current.save());
  await versionSent(1);
  await waitFor(() => expect(result.current.refusal).toBe('conflict'));
  expect(result.current.drafts.get('hello')?.text).toBe('Moin');
  act(() => result.current.rebase());
  answer = () => Response.json(language(3));
  act(() => result.current.save());
  await versionSent(2);
  await waitFor(() => expect(result.current.saved).toBe(1));
  expect(result.current.drafts.size).toBe(0);
});

it('saves with the newest version while nothing is typed', async () => {
  const { result, rerender } = editing();
  rerender({ version: 5 });
  act(() => result.current.type(row, 'Moin'));
  answer = () => Response.json(language(6));
  act(() => result.current.save());
  await versionSent(5);
});

it('names the texts that the server rejects', async () => {
  const { result } = editing();
  act(() => result.current.type(row, 'Moin'));
  const errors = [{ path: 'keyValuePairs.hello', message: 'Holds control characters' }];
  answer = () => Response.json({ code: 'invalid_input', status: 400, errors }, { status: 400 });
  act(() => result.current.save());
  await waitFor(() => expect(result.current.refusal).toBe('invalid_input'));
  expect(result.current.rejectedKeys).toEqual(['hello']);
});

it('saves restored texts with the version they were typed over', async () => {
  const { result, unmount } = editing(1);
  act(() => result.current.type(row, 'Moin'));
  unmount();
  const after = editing(2).result;
  expect(after.current.drafts.get('hello')?.text).toBe('Moin');
  answer = () => Response.json({ code: 'conflict', status: 409 }, { status: 409 });
  act(() => after.current.save());
  await versionSent(1);
  await waitFor(() => expect(after.current.refusal).toBe('conflict'));
});
