// The mail a receipt comes with: the amounts as text and as simple HTML, the PDF attached.
import type { Receipt } from '@kerb/contract';
import { escapeHtml } from '../../kit/index.ts';
import type { EmailMessage } from '../../ports/email.ts';
import { fill, type ReceiptLanguage } from './receipt-texts.ts';
import type { ReceiptWords } from './receipt-words.ts';

type Row = readonly [name: string, amount: string, strong?: boolean];

function rowsOf({ lines, total, tax, payments, unit }: Receipt, words: ReceiptWords): Row[] {
  return [
    ...lines.map((line): Row => [words.line(line, unit), words.money(line.amount)]),
    [words.texts.total, words.money(total), true],
    ...(tax === null ? [] : [[words.tax(tax), words.money(tax.amount)] satisfies Row]),
    ...payments.map((payment): Row => [words.payment(payment), words.money(payment.amount)]),
  ];
}

const cell = 'padding:4px 0';

function htmlOf(
  { direction, locale }: ReceiptLanguage,
  paragraphs: readonly string[],
  rows: readonly Row[],
  ending: readonly string[],
): string {
  const texts = (given: readonly string[]) =>
    given.map((text) => `<p style="margin:0 0 12px">${escapeHtml(text)}</p>`).join('');
  const end = direction === 'rtl' ? 'left' : 'right';
  const table = rows
    .map(([name, amount, strong]) => {
      const style = strong ? `${cell};border-top:1px solid #d4d4d4;font-weight:bold` : cell;
      // Isolated, so that an amount keeps its order among letters of the other direction.
      const value = `<bdi>${escapeHtml(amount)}</bdi>`;
      return `<tr><td style="${style}">${escapeHtml(name)}</td><td style="${style};text-align:${end}">${value}</td></tr>`;
    })
    .join('');
  return [
    `<!doctype html><html lang="${locale}" dir="${direction}"><body style="margin:0;padding:24px;color:#171717;background:#ffffff;font-family:sans-serif;font-size:15px">`,
    texts(paragraphs),
    `<table role="presentation" style="width:100%;max-width:480px;border-collapse:collapse;margin:0 0 16px">${table}</table>`,
    texts(ending),
    '</body></html>',
  ].join('');
}

export interface MailParts {
  id: string;
  to: string;
  receipt: Receipt;
  language: ReceiptLanguage;
  words: ReceiptWords;
  pdf: Buffer;
}

export function writeReceiptMail({ id, to, receipt, language, words, pdf }: MailParts): EmailMessage {
  const { texts } = words;
  const { reference, operator, number, customer_name: name } = receipt;
  const greeting = name === '' ? texts.mailGreetingNobody : fill(texts.mailGreeting, { name });
  const sentence = fill(texts.mailText, { reference, date: words.moment(receipt.issuedAt) });
  const rows = rowsOf(receipt, words);
  const ending = [texts.mailAttached, fill(texts.thanks, { operator: operator.name })];
  return {
    id,
    to,
    subject: fill(texts.mailSubject, { operator: operator.name, reference }),
    text: [
      greeting,
      sentence,
      '',
      ...rows.map(([label, amount]) => `${label}: ${amount}`),
      '',
      ...ending,
    ].join('\n'),
    html: htmlOf(language, [greeting, sentence], rows, ending),
    language: language.locale,
    attachments: [{ filename: `${number}.pdf`, contentType: 'application/pdf', bytes: pdf }],
    about: { bookingId: receipt.booking },
  };
}
