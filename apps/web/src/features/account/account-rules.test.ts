// Tests which social sign-ins a profile shows, and which wallet conditions block deleting an account.
import { describe, expect, it } from 'vitest';
import { mayDelete, walletHurdle } from './deletion-rules.ts';
import { shownProviders } from './shown-providers.ts';

describe('the shown social sign-ins', () => {
  it('lists the offered providers, and connected ones that are no longer offered', () => {
    expect(shownProviders(['facebook'], ['google'])).toEqual([
      { provider: 'google', connected: false },
      { provider: 'facebook', connected: true },
    ]);
    expect(shownProviders([], [])).toEqual([]);
  });
});

describe('deleting an account', () => {
  it('requires consent to forfeit a balance, and payment of a debt first', () => {
    expect(walletHurdle({ walletBalance: 0 })).toBe('none');
    expect(walletHurdle({ walletBalance: 0.01 })).toBe('forfeit');
    expect(walletHurdle({ walletBalance: -0.01 })).toBe('debt');
  });

  it('requires every applicable consent, and is never allowed with a debt', () => {
    const all = { understood: true, forfeit: true };
    expect(mayDelete('none', { understood: true, forfeit: false })).toBe(true);
    expect(mayDelete('none', { understood: false, forfeit: true })).toBe(false);
    expect(mayDelete('forfeit', { understood: true, forfeit: false })).toBe(false);
    expect(mayDelete('forfeit', { understood: false, forfeit: true })).toBe(false);
    expect(mayDelete('forfeit', all)).toBe(true);
    expect(mayDelete('debt', all)).toBe(false);
  });
});
