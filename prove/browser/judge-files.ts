// Checks payloads in downloaded files: spreadsheets must not evaluate them as formulas, and documents must not run
// them.
import type { Caller } from '../../apps/server/src/testing/send-to.ts';
import type { CaseContext } from '../idempotency/prepared-call.ts';
import { insertBooking } from '../lib/insert-booking.ts';

/** Texts that spreadsheets evaluate, at the start of a cell and after the column separators of some locales. */
const formulas = ['=1+1', '+1+1', '-1+cmd', '@SUM(1)', '\t=1+1', 'a;=1+1', 'a\n=1+1', '\uff1d1+1'];

/** Parses a CSV into cells by RFC 4180. */
function cellsOf(csv: string): string[] {
  const quoted = /"((?:[^"]|"")*)"|([^",\r\n]+)/g;
  return [...csv.replace('\ufeff', '').matchAll(quoted)].map(([, inQuotes, plain]) =>
    inQuotes === undefined ? (plain ?? '') : inQuotes.replaceAll('""', '"'),
  );
}

const isNumber = (cell: string): boolean => /^-?\d+(\.\d+)?$/.test(cell);

/** Whether a spreadsheet in some locale would evaluate the cell or a part of it. */
const isCalculated = (cell: string): boolean =>
  !isNumber(cell) && /(^|[;\t\r\n])[\s"]*[=+\-@\uff1d\uff0b\uff0d\uff20]/.test(cell.trimStart());

/** Returns one sentence for each violation. */
export function judgeCsv(name: string, csv: string): string[] {
  const calculated = cellsOf(csv).filter(isCalculated);
  return calculated.map((cell) => `${name}: a spreadsheet calculates ${JSON.stringify(cell.slice(0, 60))}`);
}

/** Returns one sentence for each action that the document would run when it is opened. */
export function judgePdf(name: string, pdf: string): string[] {
  return /\/(JavaScript|JS|OpenAction|AA|Launch|EmbeddedFile)\b|\(javascript:/i.test(pdf)
    ? [`${name}: the document does something when it is opened`]
    : [];
}

/** Reads a file as an admin downloads it; a planted fault may change it. */
export type ReadFile = (name: string, file: string) => string;

export interface Files {
  readonly violations: readonly string[];
  readonly read: number;
}

/** Inserts riders and bookings with formulas as names, as an import could do. */
async function addFormulas({ environment, pool }: CaseContext): Promise<string[]> {
  const ids: string[] = [];
  for (const formula of formulas) {
    const rider = await environment.person('rider');
    const driver = await environment.person('driver');
    await pool.query('update users set first_name = $2, last_name = $2 where uid = $1', [rider.uid, formula]);
    const more = { customer_name: formula, driver_name: formula };
    const people = { customer: rider.uid, driver: driver.uid };
    const { carType } = environment;
    ids.push(await insertBooking(pool, { status: 'PAID', carType, ...people, more }));
  }
  return ids;
}

/** Checks the files of admins, and the receipts of bookings with formulas. */
export async function judgeFiles(
  context: CaseContext,
  admin: Caller,
  change: ReadFile = (_, file) => file,
): Promise<Files> {
  const { send } = context;
  const ids = await addFormulas(context);
  const violations: string[] = [];
  const tables = [
    ['exportSelectedBookings', { body: { ids } }],
    ['exportUsers', { query: { usertype: 'rider' } }],
    ['exportWithdraws', {}],
    ['exportDriverEarnings', {}],
  ] as const;
  for (const [name, input] of tables) {
    const { status, code, text } = await send(name, input, admin);
    if (status !== 200) violations.push(`${name} was answered ${status} ${code}`);
    else violations.push(...judgeCsv(name, change(name, text)));
  }
  for (const id of ids) {
    const { status, code, text } = await send('printReceipt', { params: { id } }, admin);
    if (status !== 200) violations.push(`printReceipt was answered ${status} ${code}`);
    else violations.push(...judgePdf('a receipt', change('printReceipt', text)));
  }
  return { violations, read: tables.length + ids.length };
}
