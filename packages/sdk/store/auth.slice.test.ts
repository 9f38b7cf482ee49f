// Tests the states of the auth slice, and the calls of each sign-in step.
import { describe, expect, it } from 'vitest';
import { type Client, createClient } from '../client/index.ts';
import {
  appleSignIn,
  type CaptchaChallenge,
  clearLoginError,
  createKerbStore,
  facebookSignIn,
  fetchBookings,
  fetchUser,
  googleSignIn,
  mobileSignIn,
  requestOtp,
  setDuty,
  signOut,
  socialSignInAddress,
  updateProfile,
} from './index.ts';

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const refuse = (code: string, status = 422) => json({ code, status }, status);
const challenge = { parameters: { nonce: 'n' }, signature: 's' };
const noProblem = { flag: false, msg: null };
const mobile = '+59899000001';
const sentCode = { verificationId: 'v1', expiresAt: 300_000, resendAt: 30_000 };

interface Options {
  solveCaptcha?: (challenge: CaptchaChallenge) => Promise<string>;
  leaveTo?: (address: string) => void;
}

/** A store whose server returns these responses in order, and the calls that it received. */
function storeAnswering(replies: readonly (Response | Promise<Response> | Error)[], options: Options = {}) {
  const left = [...replies];
  const asked: { call: string; body: unknown }[] = [];
  const client: Client = createClient({
    baseUrl: '',
    retry: { attempts: 1 },
    fetch: async (address, { method, body }) => {
      asked.push({
        call: `${method} ${address}`,
        body: typeof body === 'string' ? JSON.parse(body) : undefined,
      });
      const reply = left.shift() ?? refuse('internal', 500);
      if (reply instanceof Error) throw reply;
      return reply;
    },
  });
  const store = createKerbStore({ client, ...options });
  return { store, asked, auth: () => store.getState().auth };
}

describe('fetching the signed-in user', () => {
  it('is unknown until the first response, then loads and stores the user', async () => {
    const { store, auth } = storeAnswering([json({ user: { id: 'u' } })]);
    expect(auth()).toMatchObject({ known: false, loading: false, info: null });
    const done = store.dispatch(fetchUser());
    expect(auth()).toMatchObject({ known: false, loading: true });
    await done;
    expect(auth()).toMatchObject({ known: true, loading: false, info: { id: 'u' }, error: noProblem });
  });

  it('stores no user after a response without one', async () => {
    const { store, auth } = storeAnswering([json({ user: null })]);
    await store.dispatch(fetchUser());
    expect(auth()).toMatchObject({ known: true, info: null, error: { flag: true, msg: 'not_logged_in' } });
  });

  it('stores a user without a profile', async () => {
    const info = { id: 'u', firstName: '', lastName: '', email: '' };
    const { store, auth } = storeAnswering([json({ user: info })]);
    await store.dispatch(fetchUser());
    expect(auth()).toMatchObject({ info, error: noProblem });
  });

  it('leaves the user signed in when the network fails, and sets the error', async () => {
    const { store, auth } = storeAnswering([json({ user: { id: 'u' } }), new TypeError('offline')]);
    await store.dispatch(fetchUser());
    await store.dispatch(fetchUser());
    expect(auth()).toMatchObject({
      info: { id: 'u' },
      loading: false,
      error: { flag: true, msg: 'network_error' },
    });
  });

  it.each(['user_issue_contact_admin', 'not_valid_user_type', 'require_approval', 'auth_error'])(
    'drops the person when the server says %s, and says why',
    async (code) => {
      const { store, auth } = storeAnswering([json({ user: { id: 'u' } }), refuse(code, 403)]);
      await store.dispatch(fetchUser());
      await store.dispatch(fetchUser());
      expect(auth()).toMatchObject({ info: null, known: true, error: { flag: true, msg: code } });
    },
  );

  it('clears the bookings of a user whose session ended elsewhere', async () => {
    const bookings = { items: [{ id: 'b', status: 'NEW' }], nextCursor: null };
    const { store } = storeAnswering([json({ user: { id: 'u' } }), json(bookings), json({ user: null })]);
    await store.dispatch(fetchUser());
    await store.dispatch(fetchBookings());
    expect(store.getState().bookinglistdata.bookings).toHaveLength(1);
    await store.dispatch(fetchUser());
    expect(store.getState().bookinglistdata.bookings).toBeNull();
  });
});

describe('requesting a code', () => {
  it('loads, then stores the verification id, the number and the time of the next code', async () => {
    const { store, auth, asked } = storeAnswering([json(sentCode, 201)]);
    const done = store.dispatch(requestOtp(mobile));
    expect(auth()).toMatchObject({ loading: true, error: noProblem });
    await done;
    expect(asked).toEqual([{ call: 'POST /api/v1/auth/otp', body: { mobile } }]);
    expect(auth()).toMatchObject({
      verificationId: 'v1',
      sent: { mobile, resendAt: 30_000 },
      loading: false,
      error: noProblem,
    });
  });

  it('clears the verification id and stores the error code on failure', async () => {
    const { store, auth } = storeAnswering([json(sentCode, 201), refuse('sms_failed')]);
    await store.dispatch(requestOtp(mobile));
    await store.dispatch(requestOtp(mobile));
    expect(auth()).toMatchObject({
      verificationId: null,
      sent: null,
      loading: false,
      error: { flag: true, msg: 'sms_failed' },
    });
  });
});

describe('the captcha', () => {
  it('is solved in the background when the server requires it, and the request is repeated', async () => {
    const solved: CaptchaChallenge[] = [];
    const replies = [refuse('captcha_required', 428), json(challenge), json(sentCode, 201)];
    const { store, auth, asked } = storeAnswering(replies, {
      solveCaptcha: async (given) => {
        solved.push(given);
        expect(auth().checking).toBe(true);
        return 'solution';
      },
    });
    await store.dispatch(requestOtp(mobile));
    expect(solved).toEqual([challenge]);
    expect(asked.map(({ call }) => call)).toEqual([
      'POST /api/v1/auth/otp',
      'GET /api/v1/auth/captcha',
      'POST /api/v1/auth/otp',
    ]);
    expect(asked[2]?.body).toEqual({ mobile, captcha: 'solution' });
    expect(auth()).toMatchObject({ verificationId: 'v1', checking: false, loading: false });
  });

  it('that the device cannot solve fails with captcha_wrong', async () => {
    const { store, auth } = storeAnswering([refuse('captcha_required', 428), json(challenge)], {
      solveCaptcha: () => Promise.reject(new Error('no cryptography here')),
    });
    await store.dispatch(requestOtp(mobile));
    expect(auth()).toMatchObject({ checking: false, loading: false, error: { msg: 'captcha_wrong' } });
  });

  it('that the server rejects is not retried endlessly', async () => {
    const { store, auth, asked } = storeAnswering(
      [refuse('captcha_required', 428), json(challenge), refuse('captcha_wrong')],
      { solveCaptcha: async () => 'wrong' },
    );
    await store.dispatch(requestOtp(mobile));
    expect(asked).toHaveLength(3);
    expect(auth()).toMatchObject({ verificationId: null, error: { msg: 'captcha_wrong' } });
  });

  it('is an error without a solver', async () => {
    const { store, auth, asked } = storeAnswering([refuse('captcha_required', 428)]);
    await store.dispatch(requestOtp(mobile));
    expect(asked).toHaveLength(1);
    expect(auth().error.msg).toBe('captcha_required');
  });
});

describe('signing in with a code', () => {
  it('loads, stores the user and clears the verification', async () => {
    const { store, auth } = storeAnswering([
      json(sentCode, 201),
      json({ token: 't', user: { id: 'u' } }, 201),
    ]);
    await store.dispatch(requestOtp(mobile));
    const done = store.dispatch(mobileSignIn({ verificationId: 'v1', otp: '123456' }));
    expect(auth()).toMatchObject({ loading: true, verificationId: 'v1' });
    await done;
    expect(auth()).toEqual({
      info: { id: 'u' },
      verificationId: null,
      sent: null,
      secondFactor: null,
      checking: false,
      known: true,
      awaited: null,
      loading: false,
      error: noProblem,
    });
  });

  it.each(['setup', 'proof'] as const)(
    'waits for the second factor (%s) without a signed-in user',
    async (secondFactor) => {
      const { store, auth } = storeAnswering([
        json(sentCode, 201),
        json({ token: 't', user: null, secondFactor }, 201),
        json({ user: { id: 'u' }, secondFactor: null }),
      ]);
      await store.dispatch(requestOtp(mobile));
      await store.dispatch(mobileSignIn({ verificationId: 'v1', otp: '123456' }));
      expect(auth()).toMatchObject({ info: null, secondFactor, verificationId: null, error: noProblem });
      await store.dispatch(fetchUser());
      expect(auth()).toMatchObject({ info: { id: 'u' }, secondFactor: null });
    },
  );

  it('signs out when the server requires a second factor during the session', async () => {
    const { store, auth } = storeAnswering([
      json({ user: { id: 'u' }, secondFactor: null }),
      json({ user: null, secondFactor: 'setup' }),
    ]);
    await store.dispatch(fetchUser());
    await store.dispatch(fetchUser());
    expect(auth()).toMatchObject({ info: null, secondFactor: 'setup', known: true, error: noProblem });
  });

  it('stays at the code step after a wrong code', async () => {
    const { store, auth } = storeAnswering([json(sentCode, 201), refuse('otp_wrong')]);
    await store.dispatch(requestOtp(mobile));
    await store.dispatch(mobileSignIn({ verificationId: 'v1', otp: '111111' }));
    expect(auth()).toMatchObject({
      verificationId: 'v1',
      sent: { mobile },
      info: null,
      loading: false,
      error: { flag: true, msg: 'otp_wrong' },
    });
  });

  it('resets when the login error is cleared', async () => {
    const { store, auth } = storeAnswering([json(sentCode, 201), refuse('otp_wrong')]);
    await store.dispatch(requestOtp(mobile));
    await store.dispatch(mobileSignIn({ verificationId: 'v1', otp: '111111' }));
    store.dispatch(clearLoginError());
    expect(auth()).toMatchObject({ verificationId: null, sent: null, loading: false, error: noProblem });
  });
});

describe('the response to an older request', () => {
  /** A response that arrives when the test calls `answer`. */
  function laterResponse() {
    let answer: (response: Response) => void = () => undefined;
    const response = new Promise<Response>((resolve) => {
      answer = resolve;
    });
    return { response, answer };
  }
  const user = (driverActiveStatus: boolean) => ({ id: 'u', driver: { driverActiveStatus } });

  it('does not replace the user of a newer request', async () => {
    const older = laterResponse();
    const { store, auth } = storeAnswering([older.response, json({ user: user(true) })]);
    const first = store.dispatch(fetchUser());
    await store.dispatch(fetchUser());
    older.answer(json({ user: user(false) }));
    await first;
    expect(auth()).toMatchObject({ info: user(true), known: true, loading: false });
  });

  it('does not undo a change made meanwhile, such as going on duty', async () => {
    const older = laterResponse();
    const { store, auth } = storeAnswering([
      json({ user: user(false) }),
      older.response,
      json(user(true)),
      json({ user: user(false) }),
    ]);
    await store.dispatch(fetchUser());
    const outdated = store.dispatch(fetchUser());
    await store.dispatch(setDuty(true));
    older.answer(json({ user: user(false) }));
    await outdated;
    expect(auth()).toMatchObject({ info: user(true), loading: false });
    await store.dispatch(fetchUser());
    expect(auth()).toMatchObject({ info: user(false) });
  });

  it('does not end a session that began meanwhile', async () => {
    const older = laterResponse();
    const { store, auth } = storeAnswering([
      older.response,
      json(sentCode, 201),
      json({ token: 't', user: user(false) }, 201),
    ]);
    const asVisitor = store.dispatch(fetchUser());
    await store.dispatch(requestOtp(mobile));
    await store.dispatch(mobileSignIn({ verificationId: 'v1', otp: '123456' }));
    older.answer(json({ user: null }));
    await asVisitor;
    expect(auth()).toMatchObject({ info: user(false), error: noProblem });
  });

  it('shows no failure when a newer one succeeded', async () => {
    const older = laterResponse();
    const { store, auth } = storeAnswering([older.response, json({ user: user(true) })]);
    const first = store.dispatch(fetchUser());
    await store.dispatch(fetchUser());
    older.answer(refuse('internal', 500));
    await first;
    expect(auth()).toMatchObject({ info: user(true), error: noProblem });
  });
});

describe('the signed-in user’s record', () => {
  it('is replaced by the record that the server returns', async () => {
    const { store, auth } = storeAnswering([
      json({ user: { id: 'u', firstName: '' } }),
      json({ id: 'u', firstName: 'Ana' }),
      json({ id: 'u', firstName: 'Ana', driver: { driverActiveStatus: true } }),
    ]);
    await store.dispatch(fetchUser());
    await store.dispatch(updateProfile({ firstName: 'Ana' }));
    expect(auth().info).toEqual({ id: 'u', firstName: 'Ana' });
    await store.dispatch(setDuty(true));
    expect(auth().info?.driver?.driverActiveStatus).toBe(true);
  });
});

describe('signing out', () => {
  it('resets the slice to a known state without a user', async () => {
    const { store, auth } = storeAnswering([
      json({ user: { id: 'u' } }),
      new Response(null, { status: 204 }),
    ]);
    await store.dispatch(fetchUser());
    await store.dispatch(signOut());
    expect(auth()).toEqual({
      info: null,
      verificationId: null,
      sent: null,
      secondFactor: null,
      checking: false,
      known: true,
      awaited: null,
      loading: false,
      error: noProblem,
    });
  });

  it('leaves the user signed in when the request did not reach the server', async () => {
    const { store, auth } = storeAnswering([json({ user: { id: 'u' } }), new TypeError('offline')]);
    await store.dispatch(fetchUser());
    await store.dispatch(signOut());
    expect(auth().info).toEqual({ id: 'u' });
  });
});

describe('a social sign-in', () => {
  it('navigates to its provider, with the path to return to', () => {
    const left: string[] = [];
    const { store } = storeAnswering([], { leaveTo: (address) => left.push(address) });
    store.dispatch(googleSignIn('/trip/1?a=b'));
    store.dispatch(facebookSignIn());
    store.dispatch(appleSignIn(null));
    expect(left).toEqual([
      '/api/v1/auth/social/google?next=%2Ftrip%2F1%3Fa%3Db',
      '/api/v1/auth/social/facebook',
      '/api/v1/auth/social/apple',
    ]);
    expect(socialSignInAddress('google', '/')).toBe('/api/v1/auth/social/google?next=%2F');
  });
});
