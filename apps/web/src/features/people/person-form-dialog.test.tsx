// Tests the dialog of a user: sent once, errors of the contact at their fields, and other errors in an alert.
import type { User } from '@kerb/contract';
import { aUser } from '@kerb/testing';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { KerbThemeProvider } from '../../ui/theme-provider.tsx';
import { PersonFormDialog } from './person-form-dialog.tsx';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const person: User = {
  ...aUser({ usertype: 'rider' }),
  createdByAdmin: false,
  review: 'approved',
  reviewReason: '',
  driver: null,
};
const onSaved = vi.fn();
let patches: unknown[] = [];
let answer: () => Response | Promise<Response>;
const refuse = (code: string) => Response.json({ code, status: 422 }, { status: 422 });

beforeAll(async () => {
  vi.stubGlobal('fetch', async (_: string, init: RequestInit = {}) => {
    if (init.method !== 'PATCH') return refuse('not_found');
    patches.push(JSON.parse(String(init.body)));
    return answer();
  });
  await startI18n();
  await Promise.all([loadTexts('people'), loadTexts('errors'), loadTexts('console')]);
});
beforeEach(() => {
  patches = [];
  onSaved.mockReset();
  render(
    <Provider store={store}>
      <KerbThemeProvider>
        <PersonFormDialog of={{ person }} onClose={() => undefined} onSaved={onSaved} />
      </KerbThemeProvider>
    </Provider>,
  );
  fireEvent.change(screen.getByLabelText(/First name/), { target: { value: 'Eva' } });
});
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const submit = () => fireEvent.submit(screen.getByRole('form'));

it('sends the changed fields once, and cannot be closed meanwhile', async () => {
  let respond: (response: Response) => void = () => undefined;
  answer = () => new Promise<Response>((resolve) => (respond = resolve));
  act(() => {
    submit();
    submit();
  });
  await waitFor(() => expect(patches).toEqual([{ firstName: 'Eva' }]));
  expect(button('Cancel').disabled).toBe(true);
  const saved = { ...person, firstName: 'Eva' };
  await act(async () => respond(Response.json(saved)));
  await waitFor(() => expect(onSaved).toHaveBeenCalledExactlyOnceWith(saved));
  expect([button('Cancel').disabled, patches.length]).toEqual([false, 1]);
});

it('shows why the user could not be saved', async () => {
  answer = () => refuse('user_exists');
  submit();
  expect((await screen.findByRole('alertdialog')).textContent).toContain('exists already');
  expect(onSaved).not.toHaveBeenCalled();
});
