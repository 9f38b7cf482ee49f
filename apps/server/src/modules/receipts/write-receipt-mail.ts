// Writes the e-mail of a receipt: the amounts as text and as simple HTML, with the PDF attached.
import type { Receipt } from '@kerb/contract';
import { escapeHtml } from '../../kit/index.ts';
import type { EmailMessage } from '../../ports/email.ts';
import type { ReaderTexts } from '../languages/index.ts';
import type { ReceiptWords } from './receipt-words.ts';

type Row = readonly [name: string, amount: string, strong?: boolean];

function rowsOf({ lines, total, tax, payments, unit }: Receipt, words: ReceiptWords): Row[] {
  return [
    ...lines.map((line): Row => [words.line(line, unit), words.money(line.amount)]),
    [words.text('receipt_doc_total'), words.money(total), true],
    ...(tax === null ? [] : [[words.tax(tax), words.money(tax.amount)] satisfies Row]),
    ...payments.map((payment): Row => [words.payment(payment), words.money(payment.amount)]),
  ];
}

const cell = 'padding:4px 0';

function htmlOf(
  { direction, langLocale }: ReaderTexts,
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
      // Isolated, so that the digits of an amount keep their order in right-to-left text.
      const value = `<bdi>${escapeHtml(amount)}</bdi>`;
      return `<tr><td style="${style}">${escapeHtml(name)}</td><td style="${style};text-align:${end}">${value}</td></tr>`;
    })
    .join('');
  return [
    `<!doctype html><html lang="${langLocale}" dir="${direction}"><body style="margin:0;padding:24px;color:#171717;background:#ffffff;font-family:sans-serif;font-size:15px">`,
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
  language: ReaderTexts;
  words: ReceiptWords;
  pdf: Buffer;
}

export function writeReceiptMail({ id, to, receipt, language, words, pdf }: MailParts): EmailMessage {
  const { text } = words;
  const { reference, operator, number, customer_name: name } = receipt;
  const greeting =
    name === '' ? text('receipt_doc_mail_greeting_nobody') : text('receipt_doc_mail_greeting', { name });
  const sentence = text('receipt_doc_mail_text', { reference, date: words.moment(receipt.issuedAt) });
  const rows = rowsOf(receipt, words);
  const ending = [text('receipt_doc_mail_attached'), text('receipt_doc_thanks', { operator: operator.name })];
  return {
    id,
    to,
    subject: text('receipt_doc_mail_subject', { operator: operator.name, reference }),
    text: [
      greeting,
      sentence,
      '',
      ...rows.map(([label, amount]) => `${label}: ${amount}`),
      '',
      ...ending,
    ].join('\n'),
    html: htmlOf(language, [greeting, sentence], rows, ending),
    language: language.dateLocale,
    attachments: [{ filename: `${number}.pdf`, contentType: 'application/pdf', bytes: pdf }],
    about: { bookingId: receipt.booking },
  };
}
