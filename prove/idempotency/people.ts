// Users of the cases: riders by id, eligible drivers, and users with a sign-in code.
import type { Caller } from '../../apps/server/src/testing/send-to.ts';
import type { CaseContext } from './prepared-call.ts';

/** ms since the epoch */
export const FAR = 4_102_444_800_000;
export const place = { lat: -34.9058, lng: -56.1913, add: 'Plaza Independencia 1' };

export async function addRider({ environment }: Pick<CaseContext, 'environment'>): Promise<string> {
  return (await environment.person('rider')).uid;
}

export async function onDuty({
  environment,
  pool,
}: Pick<CaseContext, 'environment' | 'pool'>): Promise<Caller> {
  const driver = await environment.person('driver');
  await pool.query('update drivers set driver_active_status = true where uid = $1', [driver.uid]);
  return driver;
}

let numbers = 0;
/** A mobile that no code was sent to. */
export function newMobile(): string {
  numbers += 1;
  return `+59899${String(400_000 + numbers)}`;
}

export async function codeFor({ pool }: Pick<CaseContext, 'pool'>, recipient: string): Promise<string> {
  const { rows } = await pool.query(
    'select otp, body from dev_inbox_messages where recipient = $1 order by seq desc limit 1',
    [recipient],
  );
  return String(rows[0]?.otp ?? rows[0]?.body ?? '');
}
