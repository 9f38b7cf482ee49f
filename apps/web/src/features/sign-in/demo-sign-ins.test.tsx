// Tests that the list of demonstration accounts says in the user's language what each account is for.
import { act, render, screen } from '@testing-library/react';
import { afterAll, beforeAll, it, vi } from 'vitest';
import { loadTexts, startI18n, switchLanguage } from '../../lib/i18n/index.ts';
import { DemoSignIns } from './demo-sign-ins.tsx';
import type { SignIn } from './use-sign-in.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

beforeAll(async () => {
  await startI18n();
  await loadTexts('login');
});
afterAll(() => act(() => switchLanguage('en')));

const nothing = () => undefined;
const signIn: SignIn = {
  verificationId: null,
  mobile: null,
  resendAt: null,
  loading: false,
  checking: false,
  problems: { phone: null, code: null, alert: null },
  ask: nothing,
  verify: nothing,
  changeNumber: nothing,
  cancel: nothing,
  clearProblem: nothing,
  awaitsSecondFactor: false,
  goOn: async () => undefined,
  cancelSecondFactor: nothing,
};

it('describes each account in the language of the page', async () => {
  const people = [
    { mobile: '+59894100001', name: 'Ana Silva', usertype: 'rider', purpose: 'ride' },
    { mobile: '+59894200001', name: 'Leo Pereira', usertype: 'driver', purpose: 'drive_economy' },
  ] as const;
  render(<DemoSignIns people={people} signIn={signIn} />);
  screen.getByText('Books a ride');
  screen.getByText('Economy car: goes on duty and takes rides');
  await act(() => switchLanguage('es'));
  await screen.findByText('Pide un viaje');
  screen.getByText('Auto Económico: entra en servicio y toma viajes');
});
