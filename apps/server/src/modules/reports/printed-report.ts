// Shared parts of printed reports: the operator's name, the period, and the formatting of money and dates for a reader.
import { formatMoney, toMinor } from '@kerb/domain/kernel';
import type { Settings } from '@kerb/domain/settings';
import type { Actor, Clock } from '../../kit/index.ts';
import type { Block, Documents, PrintedDocument, TableColumn } from '../../ports/documents.ts';
import type { LanguagesApi, ReaderTexts } from '../languages/index.ts';
import { describeMonth, parseMonth } from './report-months.ts';
import type { MonthRange } from './view-earnings.ts';

export interface PrintDeps {
  documents: Documents;
  clock: Clock;
  settings: { get(): Promise<Settings> };
  /** The language in the reader's profile; null while no language was chosen. */
  identity: { userOf(uid: string): Promise<{ lang: { langLocale: string } | null } | null> };
  languages: Pick<LanguagesApi, 'textsFor'>;
}

/** Texts and formats for one reader. */
export interface Reader {
  text: ReaderTexts['text'];
  language: ReaderTexts;
  settings: Settings;
  /** Formats an amount in major units. */
  money(amount: number): string;
  count(value: number): string;
  /** Formats '2026-05', or the number of a month, as "May 2026". */
  month(month: string | { year: number; month: number }): string;
  day(at: number): string;
  moment(at: number): string;
}

export async function readerOf({ identity, languages, settings }: PrintDeps, actor: Actor): Promise<Reader> {
  const [user, current] = await Promise.all([identity.userOf(actor.uid), settings.get()]);
  const language = await languages.textsFor(user?.lang);
  const { dateLocale: locale } = language;
  const { timezone: timeZone } = current;
  const months = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone });
  const moments = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone });
  const counts = new Intl.NumberFormat(locale);
  return {
    language,
    text: language.text,
    settings: current,
    money: (amount) => formatMoney(toMinor(amount, current.decimal), { ...current, locale }),
    count: (value) => counts.format(value),
    month: (wanted) => {
      const { year, month } = typeof wanted === 'string' ? describeMonth(parseMonth(wanted)) : wanted;
      return months.format(Date.UTC(year, month - 1, 15));
    },
    day: (at) => days.format(at),
    moment: (at) => moments.format(at),
  };
}

export function writePeriod({ text, month }: Reader, { from, to }: MonthRange): string {
  if (from !== undefined && from === to) return month(from);
  const values = { from: from ? month(from) : '', to: to ? month(to) : '' };
  if (from && to) return text('report_doc_period', values);
  if (from) return text('report_doc_since', values);
  return to ? text('report_doc_until', values) : text('report_doc_all_months');
}

export interface ReportTable {
  columns: readonly TableColumn[];
  rows: readonly (readonly string[])[];
  total?: readonly string[];
}

/** The table, or a sentence that the report is empty. */
export const tableOrEmpty = (reader: Reader, table: ReportTable): Block =>
  table.rows.length === 0
    ? { kind: 'paragraph', text: reader.text('report_doc_empty'), tone: 'muted' }
    : { kind: 'table', ...table };

export function printReport(
  { documents, clock }: PrintDeps,
  reader: Reader,
  report: Pick<PrintedDocument, 'title' | 'subtitle' | 'orientation' | 'blocks'>,
): Promise<Buffer> {
  const { text, language, settings } = reader;
  const name = settings.CompanyName || settings.appName;
  return documents.print({
    ...report,
    language: language.dateLocale,
    direction: language.direction,
    madeAt: clock.now(),
    letterhead: {
      name,
      lines: [settings.CompanyWebsite, settings.contact_email].filter((line) => line !== ''),
    },
    footer: text('report_doc_printed', { date: reader.moment(clock.now()) }),
    pageNumber: (page, pages) =>
      text('report_doc_page', { page: reader.count(page), pages: reader.count(pages) }),
  });
}
