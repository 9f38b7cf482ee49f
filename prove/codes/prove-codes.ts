// Attacks on sign-in codes from many networks: what they cost, whom they lock out, and how many guesses they get.
import type { PlantedFault, ProofReport } from '../lib/proof.ts';
import type { ProofDatabase } from '../lib/proof-server.ts';
import { type Client, type CodesServer, openCodesServer } from './codes-server.ts';
import { type CodeFault, codeFaults } from './planted.ts';

export interface CodesSize {
  readonly addresses: number;
  readonly numbers: number;
  readonly perDay: number;
  /** Honest people of each kind: with a known device, and new. */
  readonly people: number;
}
export const wholeAttack: CodesSize = { addresses: 1_000, numbers: 10_000, perDay: 1_000, people: 100 };
/** Also the size of the attacks on servers with planted faults. */
export const smallAttack: CodesSize = { addresses: 30, numbers: 120, perDay: 40, people: 4 };
/** Of the suite, with few planted faults: solving the challenges takes most of the time. */
export const tinyAttack: CodesSize = { addresses: 12, numbers: 40, perDay: 16, people: 2 };

const HONEST_SHARE = 0.99;
const KNOWN_EXTRA = 1.2;
const MOST_OF_NUMBER = 10;
const MOST_CHECKS = 5;
const PAUSE_MS = 31_000;
const DAY_MS = 86_400_000;

let made = 0;
/** A number of its own for each, and a network of its own. */
const newMobile = (): string => {
  made += 1;
  return `+59897${String(made).padStart(6, '0')}`;
};
const networkOf = (index: number): string => `10.${(index >> 8) & 255}.${index & 255}.7`;
const homeOf = (index: number): string => `100.${64 + ((index >> 8) & 63)}.${index & 255}.9`;

interface Person extends Client {
  readonly mobile: string;
}

async function settleIn(server: CodesServer, count: number): Promise<Person[]> {
  const people: Person[] = [];
  for (let index = 0; index < count; index += 1) {
    const mobile = newMobile();
    const address = homeOf(index);
    const { device } = await server.signIn({ address }, mobile);
    people.push({ mobile, address, device });
  }
  // The codes of these first sign-ins are not those of the attack's day.
  server.clock.time += DAY_MS;
  return people;
}

async function countCodes({ asOwner, clock }: CodesServer): Promise<number> {
  const { rows } = await asOwner.query<{ sent: number }>(
    'select count(*)::int as sent from otp_challenges where created_at > $1',
    [clock.time - DAY_MS],
  );
  return rows[0]?.sent ?? 0;
}

async function shareSignedIn(server: CodesServer, people: readonly Person[]): Promise<number> {
  let succeeded = 0;
  for (const person of people) if ((await server.signIn(person, person.mobile)).code === '') succeeded += 1;
  return succeeded / people.length;
}

/** Every number is asked for from another address in turn. */
async function flood(server: CodesServer, size: CodesSize, solves: boolean): Promise<void> {
  for (let index = 0; index < size.numbers; index += 1)
    await server.ask({ address: networkOf(index % size.addresses) }, newMobile(), { solves });
}

interface Figures {
  sent: number;
  sentByHurried: number;
  known: number;
  newcomers: number;
  toOneNumber: number;
  guesses: number;
}

async function attackNumber(server: CodesServer, victim: Person) {
  let toOneNumber = 0;
  let last = '';
  for (let index = 0; index < MOST_OF_NUMBER + 5; index += 1) {
    const { code, verificationId } = await server.ask({ address: networkOf(5_000 + index) }, victim.mobile);
    if (code === '') {
      toOneNumber += 1;
      last = verificationId;
    }
    server.clock.time += PAUSE_MS;
  }
  const stranger = { address: networkOf(6_000) };
  const otp = await server.codeFor(victim.mobile);
  let guesses = 0;
  for (let index = 0; index < MOST_CHECKS * 3; index += 1) {
    const guess = otp === '123456' ? '123457' : '123456';
    if ((await server.enter(stranger, last, guess)).code === 'otp_wrong') guesses += 1;
  }
  return { toOneNumber, guesses };
}

async function attack(server: CodesServer, size: CodesSize): Promise<Figures> {
  const known = await settleIn(server, size.people);
  const victim = known[0] ?? { mobile: newMobile(), address: homeOf(0) };
  const { toOneNumber, guesses } = await attackNumber(server, victim);
  server.clock.time += DAY_MS;
  await flood(server, size, false);
  const sentByHurried = await countCodes(server);
  const newcomers = await shareSignedIn(
    server,
    Array.from({ length: size.people }, (_, index) => ({
      mobile: newMobile(),
      address: homeOf(2_000 + index),
    })),
  );
  await flood(server, size, true);
  const share = await shareSignedIn(server, known);
  return { sent: await countCodes(server), sentByHurried, known: share, newcomers, toOneNumber, guesses };
}

/** One sentence for everything that does not hold. */
function judge(figures: Figures, { perDay }: CodesSize): string[] {
  const { sent, sentByHurried, known, newcomers, toOneNumber, guesses } = figures;
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  const found: string[] = [];
  if (sent > perDay * KNOWN_EXTRA)
    found.push(`${sent} codes were sent in a day, at most ${perDay * KNOWN_EXTRA}`);
  if (sentByHurried > perDay / 2) found.push(`${sentByHurried} codes were sent without a challenge`);
  if (known < HONEST_SHARE) found.push(`known devices: ${percent(known)} of the sign-ins succeeded`);
  if (newcomers < HONEST_SHARE) found.push(`newcomers: ${percent(newcomers)} of the sign-ins succeeded`);
  if (toOneNumber > MOST_OF_NUMBER) found.push(`one number was sent ${toOneNumber} codes in a day`);
  if (guesses > MOST_CHECKS) found.push(`${guesses} guesses at one code were judged`);
  return found;
}

async function tryAttack(database: Omit<ProofDatabase, 'close'>, size: CodesSize) {
  const server = await openCodesServer(database, size.perDay);
  try {
    await database.asOwner.query('truncate otp_challenges, captcha_solutions');
    return await attack(server, size);
  } finally {
    await server.close();
  }
}

export async function proveCodes(
  database: Omit<ProofDatabase, 'close'>,
  say: (line: string) => void,
  size: CodesSize,
  faults: readonly CodeFault[] = codeFaults,
): Promise<ProofReport> {
  const faultSize = size === tinyAttack ? tinyAttack : smallAttack;
  const planted: PlantedFault[] = [];
  for (const { fault, sign, sql, undo, perDay } of faults) {
    if (sql) await database.asOwner.query(sql);
    const config = { ...faultSize, perDay: perDay ?? faultSize.perDay };
    const found = judge(await tryAttack(database, config), faultSize);
    if (undo) await database.asOwner.query(undo);
    say(`${fault}: ${found.join('; ')}`);
    planted.push({ fault, caught: found.some((sentence) => sign.test(sentence)) });
  }
  const figures = await tryAttack(database, size);
  say(JSON.stringify(figures));
  return {
    tried: 2 * size.numbers,
    violations: judge(figures, size),
    planted,
    more: { ...size, ...figures },
  };
}
