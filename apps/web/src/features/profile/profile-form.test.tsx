// Tests the profile form: fixed fields, fields that a social account may change, and errors at their fields.
import type { Me } from '@kerb/contract';
import { fetchSettings } from '@kerb/sdk/store';
import { aBooking, aPublicSettings, aUser } from '@kerb/testing';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { answersApi } from '../../lib/answers.ts';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { runLeaveGuards } from '../../ui/before-leaving.ts';
import { InvitationCode } from './invitation-code.tsx';
import { ProfileForm } from './profile-form.tsx';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const user = aUser();
const social: Me = { ...user, id: 'u2', loginType: 'google' };

const operator = aPublicSettings({ country: 'UY' });

/** Requests received by the mocked server, and its responses by method and path. */
const asked: { call: string; body: unknown }[] = [];
let answers: Record<string, (body: unknown) => Response | Promise<Response>> = {};
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const refuse = (code: string) => json({ code, status: 422 }, 422);

beforeAll(async () => {
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const call = `${init.method ?? 'GET'} ${address.replace('/api/v1', '')}`;
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : null;
    asked.push({ call, body });
    return answers[call]?.(body) ?? refuse('not_found');
  });
  await startI18n();
  await Promise.all([loadTexts('console'), loadTexts('account'), loadTexts('errors')]);
  answers = { 'GET /settings': () => json(operator) };
  await store.dispatch(fetchSettings());
});
beforeEach(() => {
  asked.length = 0;
  answers = {};
});

const formOf = (me: Me) => (
  <Provider store={store}>
    <MemoryRouter>
      <ProfileForm user={me} />
    </MemoryRouter>
  </Provider>
);
const show = (me: Me) => render(formOf(me));
const type = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const patches = () => asked.filter(({ call }) => call === 'PATCH /me').map(({ body }) => body);

describe('the profile form', () => {
  it('sends the changed fields, and shows when they are saved', async () => {
    answers['PATCH /me'] = () => json({ ...user, firstName: 'Eva' });
    show(user);
    expect(screen.getByLabelText(/Mobile number/)).toHaveProperty('disabled', true);
    expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true);
    type(/First name/, ' Eva ');
    screen.getByRole('button', { name: 'Save' }).focus();
    press('Save');
    await screen.findByText('Your profile is saved.');
    expect(patches()).toEqual([{ firstName: 'Eva' }]);
    // The button is disabled again.
    expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Save' }));
  });

  it('keeps what is typed while the profile is being saved', async () => {
    let finish = () => {};
    answers['PATCH /me'] = () =>
      new Promise((resolve) => {
        finish = () => resolve(json({ ...user, firstName: 'Eva' }));
      });
    show(user);
    type(/First name/, ' Eva ');
    press('Save');
    await waitFor(() => expect(patches()).toHaveLength(1));
    type(/Last name/, 'Paz Ruiz');
    finish();
    await screen.findByText('Your profile is saved.');
    expect(screen.getByLabelText(/First name/)).toHaveProperty('value', 'Eva');
    expect(screen.getByLabelText(/Last name/)).toHaveProperty('value', 'Paz Ruiz');
    expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', false);
  });

  it('does not revert a change that was made elsewhere while the form was open', async () => {
    const opened = { ...user, id: 'u6' };
    const changed = { ...opened, lastName: 'Changed', email: 'changed@example.uy' };
    answers['PATCH /me'] = () => json({ ...changed, firstName: 'Eva' });
    const { rerender } = show(opened);
    type(/First name/, 'Eva');
    rerender(formOf(changed));
    await waitFor(() => expect(screen.getByLabelText(/Last name/)).toHaveProperty('value', 'Changed'));
    expect(screen.getByLabelText(/First name/)).toHaveProperty('value', 'Eva');
    press('Save');
    await screen.findByText('Your profile is saved.');
    expect(patches()).toEqual([{ firstName: 'Eva' }]);
  });

  it('restores only the edited fields of unsaved input', async () => {
    const opened = { ...user, id: 'u7' };
    const changed = { ...opened, lastName: 'Changed' };
    answers['PATCH /me'] = () => json({ ...changed, firstName: 'Eva' });
    const { unmount } = show(opened);
    type(/First name/, 'Eva');
    unmount();
    show(changed);
    expect(screen.getByLabelText(/First name/)).toHaveProperty('value', 'Eva');
    press('Save');
    await screen.findByText('Your profile is saved.');
    expect(patches()).toEqual([{ firstName: 'Eva' }]);
  });

  it('shows at the e-mail field that it belongs to another user', async () => {
    answers['PATCH /me'] = () => refuse('user_exists');
    show(user);
    type(/E-mail/, 'taken@example.com');
    press('Save');
    await screen.findByText('A user with this e-mail or mobile number exists already.');
    expect(screen.getByLabelText(/E-mail/).getAttribute('aria-invalid')).toBe('true');
    expect(screen.queryByText('Your profile is saved.')).toBeNull();
  });

  it('saves the new mobile of a social account only with the code sent to it', async () => {
    answers['POST /auth/otp'] = () => json({ verificationId: 'v1', expiresAt: 0, resendAt: 0 }, 201);
    answers['PATCH /me'] = (body) =>
      JSON.stringify(body).includes('123456')
        ? json({ ...social, mobile: '+59899000111' })
        : refuse('otp_wrong');
    show(social);
    type(/Mobile number/, '099 000 111');
    press('Save');
    await screen.findByRole('dialog', { name: 'Is this your number?' });
    expect(asked).toMatchObject([{ call: 'POST /auth/otp', body: { mobile: '+59899000111' } }]);
    type(/Code/, '12345');
    press('Confirm number');
    await screen.findByText('The code has six digits. Check it and try again.');
    expect(patches()).toEqual([]);
    type(/Code/, '654321');
    press('Confirm number');
    await screen.findByText('The code is not right. Check it and try again.');
    type(/Code/, '123456');
    act(() => {
      press('Confirm number');
      press('Confirm number');
    });
    expect(screen.getByRole('button', { name: 'Cancel' })).toHaveProperty('disabled', true);
    await screen.findByText('Your profile is saved.');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(patches()).toHaveLength(2);
    expect(patches().at(-1)).toEqual({
      mobile: '+59899000111',
      proof: { verificationId: 'v1', otp: '123456' },
    });
  });

  it('restores unsaved input when the form is opened again', () => {
    const other = { ...user, id: 'u3' };
    const { unmount } = show(other);
    type(/Last name/, 'Typed');
    unmount();
    const otherUser = show({ ...user, id: 'u4' });
    expect(screen.getByLabelText(/Last name/)).toHaveProperty('value', 'Silva');
    otherUser.unmount();
    const again = show(other);
    type(/Last name/, 'Typed again');
    again.unmount();
    show(other);
    expect(screen.getByLabelText(/Last name/)).toHaveProperty('value', 'Typed again');
    expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', false);
  });

  it('asks what to do with unsaved changes before signing out', async () => {
    const signOut = vi.fn();
    const { unmount } = show({ ...user, id: 'u5' });
    type(/Last name/, 'Typed');
    act(() => runLeaveGuards(signOut));
    await screen.findByRole('dialog', { name: 'Leave this page?' });
    press('Stay here');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(signOut).not.toHaveBeenCalled();
    act(() => runLeaveGuards(signOut));
    await screen.findByRole('dialog');
    press('Leave without saving');
    expect(signOut).toHaveBeenCalledOnce();
    unmount();
    runLeaveGuards(signOut);
    expect(signOut).toHaveBeenCalledTimes(2);
  });

  it('rejects an invalid number before a code is sent', async () => {
    show(social);
    type(/Mobile number/, '12');
    press('Save');
    await screen.findByText('Enter a valid mobile number.');
    expect(asked).toEqual([]);
  });
});

describe('the bank details', () => {
  afterEach(() => offer({}));
  const offer = async (settings: Partial<typeof operator>) => {
    answers['GET /settings'] = () => json({ ...operator, ...settings });
    await act(() => store.dispatch(fetchSettings()));
  };
  const isAsked = () => screen.queryByRole('heading', { name: 'Bank details' }) !== null;

  it.each([
    ['rider', false, false],
    ['rider', true, true],
    ['driver', false, true],
    ['fleetadmin', false, true],
    ['admin', true, false],
  ] as const)('of a %s with RiderWithDraw %s: asked for %s', async (usertype, RiderWithDraw, isNeeded) => {
    await offer({ bank_fields: true, RiderWithDraw });
    show(aUser({ id: `bank-${usertype}`, usertype }));
    expect(isAsked()).toBe(isNeeded);
  });

  it('stay where they are stored, so that a rider can remove them', async () => {
    await offer({ bank_fields: true, RiderWithDraw: false });
    show(aUser({ id: 'stored', usertype: 'rider', bankAccount: '001234' }));
    expect(isAsked()).toBe(true);
  });
});

describe('the referral code of the user', () => {
  const ridden = 'GET /bookings?status=PAID%2CCOMPLETE&limit=1';
  const trips = (items: unknown[]) => () => json({ items, nextCursor: null });
  beforeEach(() => {
    store.dispatch(answersApi.util.resetApiState());
    answers[ridden] = trips([]);
  });
  const codeOf = (me: Me) => (
    <Provider store={store}>
      <InvitationCode user={me} />
    </Provider>
  );
  const showCode = (me: Me) => render(codeOf(me));

  it('can be entered once, and is read-only afterwards', async () => {
    answers['PATCH /me'] = () => json({ ...user, signupViaReferral: 'eva1000' });
    const { rerender } = showCode(user);
    await screen.findByLabelText(/referral code/);
    type(/referral code/, 'EVA1000');
    press('Use code');
    await waitFor(() => expect(patches()).toEqual([{ signupViaReferral: 'EVA1000' }]));
    rerender(codeOf({ ...user, signupViaReferral: 'eva1000' }));
    expect(screen.getByRole('status').textContent).toContain('eva1000');
    expect(screen.queryByRole('button', { name: 'Use code' })).toBeNull();
  });

  it.each([
    ['referrer_unknown', 'This referral code does not exist.'],
    ['forbidden', 'A code is taken only before the first trip.'],
  ])('is refused with %s at its field', async (code, text) => {
    answers['PATCH /me'] = () => refuse(code);
    showCode(user);
    await screen.findByLabelText(/referral code/);
    type(/referral code/, 'nobody1');
    press('Use code');
    await screen.findByText(text);
  });

  it('is not asked for after the first trip', async () => {
    answers[ridden] = trips([aBooking({ status: 'COMPLETE' })]);
    const query = { status: 'PAID,COMPLETE', limit: 1 };
    await store.dispatch(answersApi.endpoints.listBookings.initiate({ query }));
    showCode(user);
    expect(screen.queryByLabelText(/referral code/)).toBeNull();
  });
});
