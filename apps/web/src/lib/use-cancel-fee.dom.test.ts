// Tests the sentence about the cost of cancelling: it says where the driver is.
import { renderHook } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { Provider } from 'react-redux';
import { beforeAll, expect, it } from 'vitest';
import { startI18n } from './i18n/index.ts';
import { store } from './store.ts';
import { useCancelFee } from './use-cancel-fee.ts';

beforeAll(async () => {
  await startI18n();
});

const wrapper = ({ children }: { children: ReactNode }) => createElement(Provider, { store, children });

it.each([
  ['ACCEPTED', /your driver is on the way\.$/],
  ['ARRIVED', /your driver is waiting\.$/],
] as const)('in %s', (status, sentence) => {
  const booking = {
    status,
    cancelFeeFrom: Date.now() - 600_000,
    cancelSlab: [{ minsDelayed: 5, amount: 30 }],
  };
  const { result } = renderHook(() => useCancelFee(booking, false), { wrapper });
  expect(result.current.text).toMatch(sentence);
  expect(result.current.maxFee).toBe(30);
});
