// Tests that a sign-up is sent once at a time, and that a retry after a lost response uses the same idempotency key.
import { ApiError } from '@kerb/sdk/client';
import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { emptyDraft } from './signup-draft.ts';
import { useSignup } from './use-signup.ts';

const { userSignup, sendCodeTo } = vi.hoisted(() => ({ userSignup: vi.fn(), sendCodeTo: vi.fn() }));
vi.mock('../../lib/store.ts', () => ({ client: { userSignup }, sendCodeTo }));

const answer = { uid: 'u1', approved: false, token: null };
const sent = { mobile: '+59891234567', verificationId: 'v1', resendAt: 1, expiresAt: 2 };
const draft = {
  ...emptyDraft(' ana1234 '),
  fields: { ...emptyDraft(' ana1234 ').fields, firstName: ' Ana ', mobile: sent.mobile, carType: 'c1' },
  license: { url: '/license', expiresAt: 2 },
};
const keyOf = (call: number): unknown => userSignup.mock.calls[call]?.[1]?.idempotencyKey;

beforeEach(() => {
  userSignup.mockReset();
  sendCodeTo.mockReset();
});

it('sends the typed fields, trimmed, with the picture and the proof', async () => {
  userSignup.mockResolvedValue(answer);
  const { result } = renderHook(() => useSignup());
  await act(async () => expect(await result.current.signUp(draft, sent, '123456')).toEqual(answer));
  expect(userSignup.mock.calls[0]?.[0].body).toMatchObject({
    regData: {
      usertype: 'driver',
      firstName: 'Ana',
      carType: 'c1',
      signupViaReferral: 'ana1234',
      licenseImage: '/license',
    },
    proof: { verificationId: 'v1', otp: '123456' },
  });
});

it('sends one request when it is called twice at once', async () => {
  let finish = (_: typeof answer) => {};
  userSignup.mockReturnValue(new Promise((resolve) => (finish = resolve)));
  const { result } = renderHook(() => useSignup());
  await act(async () => {
    const first = result.current.signUp(draft, sent, '123456');
    const second = result.current.signUp(draft, sent, '123456');
    expect(await second).toBeNull();
    finish(answer);
    expect(await first).toEqual(answer);
  });
  expect(userSignup).toHaveBeenCalledTimes(1);
});

it('reuses the idempotency key for the same request, and takes a new one for another code', async () => {
  userSignup.mockRejectedValue(new ApiError({ status: 0, code: 'network_error' }));
  const { result } = renderHook(() => useSignup());
  for (const otp of ['123456', '123456', '654321'])
    await act(async () => {
      await expect(result.current.signUp(draft, sent, otp)).rejects.toMatchObject({ code: 'network_error' });
    });
  expect(keyOf(0)).toEqual(expect.any(String));
  expect(keyOf(1)).toBe(keyOf(0));
  expect(keyOf(2)).not.toBe(keyOf(0));
});
