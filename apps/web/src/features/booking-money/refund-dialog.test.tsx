// Tests the refund dialog: limits the amount to what is left, requires a reason, and sends exactly what was typed.
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { RefundDialog } from './refund-dialog.tsx';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const sent: { path: string; body: unknown; key: string | null }[] = [];
let answer: () => Response | Promise<Response>;
const onDone = vi.fn();
const onClose = vi.fn();

const format = vi.hoisted(() => ({ dateLocale: 'en', decimal: 2 }));
vi.mock('../../lib/i18n/use-language.ts', async () => {
  const { currentLanguage } = await import('../../lib/i18n/index.ts');
  return { useLanguage: () => ({ ...currentLanguage(), dateLocale: format.dateLocale }) };
});
vi.mock('../../lib/use-settings.ts', () => ({
  useSettings: () => ({ decimal: format.decimal, symbol: '$U', swipe_symbol: false }),
}));

beforeAll(async () => {
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const path = new URL(address, 'http://kerb').pathname.replace('/api/v1', '');
    const key = new Headers(init.headers).get('idempotency-key');
    sent.push({ path, body: typeof init.body === 'string' ? JSON.parse(init.body) : null, key });
    return answer();
  });
  await startI18n();
  await Promise.all([loadTexts('wallet'), loadTexts('errors')]);
});
beforeEach(() => {
  sent.length = 0;
  answer = () => Response.json({ id: 'b1' });
  onDone.mockReset();
  onClose.mockReset();
  Object.assign(format, { dateLocale: 'en', decimal: 2 });
});

const open = (refundable: number) =>
  render(
    <Provider store={store}>
      <RefundDialog open booking="b1" refundable={refundable} onClose={onClose} onDone={onDone} />
    </Provider>,
  );

function write(amount: string, reason: string) {
  const [amountField, reasonField] = screen.getAllByRole('textbox');
  if (!amountField || !reasonField) throw new Error('The dialog has no fields');
  fireEvent.change(amountField, { target: { value: amount } });
  fireEvent.change(reasonField, { target: { value: reason } });
}
const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Refund' }));

describe('the refund dialog', () => {
  beforeEach(() => {
    open(100);
  });

  it('is prefilled with the whole refundable amount', () => {
    expect(screen.getAllByRole('textbox')[0]).toHaveProperty('value', '100');
  });

  it('sends the amount and the reason of the refund', async () => {
    write('99.50', '  Late ');
    submit();
    await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
    expect(sent.map(({ body }) => body)).toEqual([{ amount: 99.5, reason: 'Late' }]);
  });

  it('sends the whole remaining amount, exact to the cent', async () => {
    write('100', 'Late');
    submit();
    await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ amount: 100, reason: 'Late' }]));
  });

  it.each([
    ['100.01', 'Late'],
    ['0', 'Late'],
    ['ten', 'Late'],
    ['50', '   '],
  ])('sends nothing for an amount of %s with the reason "%s"', async (amount, reason) => {
    write(amount, reason);
    submit();
    await waitFor(() => expect(document.querySelectorAll('[aria-invalid=true]').length).toBe(1));
    expect(sent).toEqual([]);
    expect(onDone).not.toHaveBeenCalled();
  });

  it('retries a refund whose response was lost with the same idempotency key', async () => {
    answer = () => Response.json({ code: 'internal', status: 500 }, { status: 500 });
    write('60', 'Late');
    submit();
    await screen.findByRole('alert');
    answer = () => Response.json({ id: 'b1' });
    submit();
    await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
    expect(sent).toHaveLength(2);
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
  });

  it('stays open with the reason when the server rejects it', async () => {
    answer = () => Response.json({ code: 'refund_too_large', status: 409 }, { status: 409 });
    write('100', 'Late');
    submit();
    await screen.findByRole('alert');
    expect(onDone).not.toHaveBeenCalled();
    expect(screen.getByDisplayValue('Late')).toBeTruthy();
  });

  it('cannot be closed while the refund is being sent, so that a rejection is shown', async () => {
    let reject = () => {};
    answer = () =>
      new Promise((resolve) => {
        reject = () => resolve(Response.json({ code: 'refund_too_large', status: 409 }, { status: 409 }));
      });
    write('100', 'Late');
    submit();
    await waitFor(() => expect(sent).toHaveLength(1));
    const pressEscape = () => fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
    pressEscape();
    expect(onClose).not.toHaveBeenCalled();
    reject();
    await screen.findByRole('alert');
    pressEscape();
    expect(onClose).toHaveBeenCalledOnce();
  });
});

it.each([
  { refundable: 1000, decimal: 3, dateLocale: 'en' },
  { refundable: 1000, decimal: 0, dateLocale: 'es-UY' },
  { refundable: 1000.5, decimal: 2, dateLocale: 'es-UY' },
])(
  'sends the prefilled amount $refundable with $decimal decimals and the formats of $dateLocale',
  async ({ refundable, ...other }) => {
    Object.assign(format, other);
    open(refundable);
    fireEvent.change(screen.getByRole('textbox', { name: 'Reason' }), { target: { value: 'Late' } });
    submit();
    await waitFor(() =>
      expect(sent.map(({ body }) => body)).toEqual([{ amount: refundable, reason: 'Late' }]),
    );
  },
);
