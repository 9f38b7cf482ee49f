// Formats a receipt in a reader's language: amounts, times and lines as texts for the PDF and the e-mail.

import type { Receipt } from '@kerb/contract';
import { formatClock, isMeasured, type MeasuredLine, shownQuantity } from '@kerb/domain/fare';
import { formatMoney, toMinor } from '@kerb/domain/kernel';
import type { Settings } from '@kerb/domain/settings';
import { isolated } from '@kerb/texts';
import type { ReaderTexts } from '../languages/index.ts';

type MoneyNotation = Pick<Settings, 'symbol' | 'swipe_symbol' | 'timezone'> & {
  /** Decimals stored with the booking, also when the setting has changed since. */
  decimals: number;
};

export interface ReceiptWords {
  text: ReaderTexts['text'];
  /** Formats an amount in major units. */
  money(amount: number): string;
  count(value: number): string;
  moment(at: number): string;
  time(at: number): string;
  distance(value: number, unit: Receipt['unit']): string;
  duration(seconds: number): string;
  line(line: Receipt['lines'][number], unit: Receipt['unit']): string;
  /** "VAT 22 % included" */
  tax(tax: NonNullable<Receipt['tax']>): string;
  payment(payment: Receipt['payments'][number]): string;
}

export function receiptWords(
  { dateLocale: locale, direction, text }: ReaderTexts,
  { decimals, timezone: timeZone, ...format }: MoneyNotation,
): ReceiptWords {
  const moments = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone });
  const within = direction === 'rtl' ? isolated : (word: string) => word;
  const times = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone });
  const counts = new Intl.NumberFormat(locale, { maximumFractionDigits: 6 });
  const unitOf = (unit: 'kilometer' | 'mile' | 'minute' | 'hour', digits: number, least = 0) =>
    new Intl.NumberFormat(locale, {
      style: 'unit',
      unit,
      unitDisplay: 'short',
      minimumFractionDigits: least,
      maximumFractionDigits: digits,
    });
  const lengths = { km: unitOf('kilometer', 2), mi: unitOf('mile', 2) };
  const exactLength = (digits: number) => ({
    km: unitOf('kilometer', digits, digits),
    mi: unitOf('mile', digits, digits),
  });
  const hours = unitOf('hour', 0);
  const minutes = unitOf('minute', 0);
  const money = (amount: number): string =>
    formatMoney(toMinor(amount, decimals), { ...format, decimal: decimals, locale });
  const distance = (value: number, unit: Receipt['unit']): string => lengths[unit].format(value);
  function duration(seconds: number): string {
    const all = Math.max(1, Math.round(seconds / 60));
    const whole = Math.floor(all / 60);
    const rest = all % 60;
    if (whole === 0) return minutes.format(rest);
    return rest === 0 ? hours.format(whole) : `${hours.format(whole)} ${minutes.format(rest)}`;
  }
  /** Formats a unit price, which may have more decimals than an amount. */
  const price = (rate: number): string => {
    const symbol = format.symbol;
    const number = counts.format(rate);
    return format.swipe_symbol ? `${number}\u00a0${symbol}` : `${symbol}\u00a0${number}`;
  };
  /** Formats the quantity with as many digits as its amount was computed from. */
  function measured(line: MeasuredLine, unit: Receipt['unit']): string {
    const shown = shownQuantity(line, decimals);
    if (line.kind === 'time') {
      const quantity = text('receipt_doc_hours', { time: formatClock(shown, locale) });
      return text('receipt_doc_time_at', { quantity: within(quantity), rate: within(price(line.rate)) });
    }
    const length = exactLength(shown.digits)[unit].format(shown.value);
    return text('receipt_doc_distance_at', {
      quantity: within(length),
      rate: within(`${price(line.rate)}/${unit}`),
    });
  }
  function line({ item, ...numbers }: Receipt['lines'][number], unit: Receipt['unit']): string {
    if (item !== 'trip' && item !== 'cancellation_fee') {
      const fareLine = { kind: item, ...numbers };
      if (isMeasured(fareLine)) return measured(fareLine, unit);
    }
    const { quantity, rate } = numbers;
    if (item !== 'convenience_fee' || rate === undefined) return text(`receipt_doc_item_${item}`);
    const percent = counts.format(rate);
    return quantity === undefined
      ? text('receipt_doc_fee_of', { rate: percent })
      : text('receipt_doc_fee_of_fare', { rate: percent, fare: within(money(quantity)) });
  }
  return {
    text,
    money,
    distance,
    duration,
    line,
    count: (value) => counts.format(value),
    moment: (at) => moments.format(at),
    time: (at) => times.format(at),
    tax: ({ name, rate }) =>
      text('receipt_doc_tax_included', { name: within(name), rate: counts.format(rate) }),
    payment: ({ how, gateway, at }) => {
      const name =
        how === 'card' && gateway
          ? text('receipt_doc_card_by', { gateway: within(gateway) })
          : text(`receipt_doc_how_${how}`);
      if (at === undefined) return name;
      return text('receipt_doc_added', { payment: name, date: within(moments.format(at)) });
    },
  };
}
