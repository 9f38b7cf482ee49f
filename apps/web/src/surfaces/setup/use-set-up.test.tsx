// Tests sending the set-up with its code: once, and where each error of the server is shown.
import { aUser } from '@kerb/testing';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { store } from '../../lib/store.ts';
import { firstFields } from './setup-rules.ts';
import { useSetUp } from './use-set-up.ts';

const mobile = '+59899000111';
const fields = firstFields({ mobile, country: 'UY', ownZone: 'America/Montevideo' });
const onOver = vi.fn();
const onStep = vi.fn();
let setUps = 0;
let answer: () => Response | Promise<Response>;

beforeEach(() => {
  setUps = 0;
  vi.clearAllMocks();
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const call = `${init.method ?? 'GET'} ${address.replace('/api/v1', '')}`;
    if (call === 'POST /auth/otp')
      return Response.json({ verificationId: 'v1', expiresAt: 0, resendAt: 0 }, { status: 201 });
    if (call === 'GET /auth/session') return Response.json({ user: aUser({ usertype: 'admin' }) });
    if (call !== 'POST /setup') return Response.json({ code: 'not_found', status: 404 }, { status: 404 });
    setUps += 1;
    return answer();
  });
});

const wrapper = ({ children }: { children: ReactNode }) => (
  <Provider store={store}>
    <MemoryRouter>{children}</MemoryRouter>
  </Provider>
);
async function withCode() {
  const { result } = renderHook(() => useSetUp({ fields, onOver, onStep }), { wrapper });
  act(() => result.current.begin(mobile));
  await waitFor(() => expect(result.current.signIn.verificationId).toBe('v1'));
  return result;
}
const refuse = (code: string, status: number, errors: unknown[] = []) =>
  Response.json({ code, status, errors }, { status });

it('sends the set-up once, and is loading meanwhile', async () => {
  let respond: (response: Response) => void = () => undefined;
  answer = () => new Promise<Response>((resolve) => (respond = resolve));
  const result = await withCode();
  act(() => {
    result.current.signIn.verify('123456');
    result.current.signIn.verify('123456');
  });
  await waitFor(() => expect(setUps).toBe(1));
  expect(result.current.signIn.loading).toBe(true);
  await act(async () => respond(Response.json({ user: aUser({ usertype: 'admin' }) }, { status: 201 })));
  await waitFor(() => expect(result.current.signIn.loading).toBe(false));
  expect([setUps, result.current.problem]).toEqual([1, null]);
});

it('shows a wrong code at the code, until another one is requested', async () => {
  answer = () => refuse('otp_wrong', 422);
  const result = await withCode();
  act(() => result.current.signIn.verify('123456'));
  await waitFor(() => expect(result.current.signIn.problems.code).toBe('otp_wrong'));
  expect(result.current.problem).toBeNull();
  await act(async () => result.current.begin(mobile));
  expect(result.current.signIn.problems.code).toBeNull();
});

it('returns to the step of a rejected field with the error', async () => {
  answer = () => refuse('invalid_input', 400, [{ path: 'settings.timezone', message: 'unknown' }]);
  const result = await withCode();
  act(() => result.current.signIn.verify('123456'));
  await waitFor(() => expect(onStep).toHaveBeenCalledExactlyOnceWith(1));
  expect(result.current.problem).toMatchObject({ code: 'invalid_input' });
});

it('ends without an error when another operator has completed the set-up', async () => {
  answer = () => refuse('not_found', 404);
  const result = await withCode();
  act(() => result.current.signIn.verify('123456'));
  await waitFor(() => expect(onOver).toHaveBeenCalledOnce());
  expect(result.current.problem).toBeNull();
});
