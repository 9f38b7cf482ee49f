// Tests the quantities beside a fare's amounts, in the units of each language.
import type { FareLine } from '@kerb/domain/fare';
import { fetchSettings } from '@kerb/sdk/store';
import { aSettings } from '@kerb/testing';
import { cleanup, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startI18n, switchLanguage } from '../lib/i18n/index.ts';
import { store } from '../lib/store.ts';
import { FareBreakdownLines } from './fare-breakdown-lines.tsx';

const lines: FareLine[] = [
  { kind: 'base', amount: 60 },
  { kind: 'distance', quantity: 20.99184, rate: 38, amount: 797.69 },
  { kind: 'time', quantity: 1420, rate: 240, amount: 94.67 },
  { kind: 'rounding', amount: -0.01 },
  { kind: 'convenience_fee', quantity: 952.35, rate: 2.5, amount: 23.81 },
];

beforeAll(async () => {
  const settings = {
    ...aSettings({ symbol: '$U', decimal: 2 }),
    version: 1,
    languages: [],
    social: [],
    demo: null,
  };
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(settings)));
  await startI18n();
  await store.dispatch(fetchSettings());
});
afterEach(cleanup);

const plain = (text: string | null) =>
  (text ?? '').replaceAll(/[\u2066-\u2069]/g, '').replaceAll(/[\u00A0\u202F]/g, ' ');

async function linesIn(language: string): Promise<string[]> {
  await switchLanguage(language);
  render(
    <Provider store={store}>
      <FareBreakdownLines lines={lines} total={976.16} totalText="=" />
    </Provider>,
  );
  return screen.getAllByRole('term').map((term) => plain(term.textContent));
}

describe('the lines of a fare', () => {
  it.each([
    ['en', '20.9918 km at $U 38.00', '0:23:40 h at $U 240.00 an hour', '2.5% of $U 952.35'],
    ['es', '20,9918 km a $U 38,00', '0:23:40 h a $U 240,00 la hora', '2,5 % de $U 952,35'],
    ['fr', '20,9918 km à $U 38,00', '0:23:40 h à $U 240,00 l’heure', '2,5 % de $U 952,35'],
    ['pt', '20,9918 km a $U 38,00', '0:23:40 h a $U 240,00 por hora', '2,5% de $U 952,35'],
    ['ar', '20.9918 كم بسعر $U 38.00', '0:23:40 س بسعر $U 240.00 للساعة', '2.5٪ من $U 952.35'],
  ])('multiply in %s', async (language, distance, time, fee) => {
    const [, byDistance, byTime, rounding, byFare] = await linesIn(language);
    expect([byDistance, byTime]).toEqual([distance, time]);
    expect(byFare).toContain(fee);
    expect(rounding).not.toBe('');
  });

  it('are in the unit in which the booking was priced, also after the operator has changed it', async () => {
    await switchLanguage('en');
    render(
      <Provider store={store}>
        <FareBreakdownLines lines={lines} total={976.16} totalText="=" unit="mi" />
      </Provider>,
    );
    expect(plain(screen.getAllByRole('term')[1]?.textContent ?? '')).toBe('20.9918 mi at $U 38.00');
  });

  it('isolate each quantity and its unit in right-to-left text', async () => {
    await switchLanguage('ar');
    render(
      <Provider store={store}>
        <FareBreakdownLines lines={lines} total={976.16} totalText="=" />
      </Provider>,
    );
    expect(screen.getAllByRole('term')[1]?.textContent).toContain('\u206820.9918 كم\u2069');
  });
});
