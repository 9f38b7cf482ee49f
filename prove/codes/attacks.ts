// Three attacks on sign-in codes from many networks; measures the number of messages, the users locked out, and the
// guesses.
import { newMobile } from '../idempotency/people.ts';
import type { Client, CodesServer } from './codes-server.ts';

export interface AttackSize {
  /** Number of networks of the attackers. */
  readonly networks: number;
  /** Number of mobiles that codes are requested for. */
  readonly numbers: number;
  /** The server's limit of codes per day. */
  readonly perDay: number;
  /** Number of legitimate users of each kind: with a known device, and new. */
  readonly people: number;
}

export interface AttackReport {
  readonly figures: Readonly<Record<string, number>>;
  /** One sentence for each violation. */
  readonly violations: readonly string[];
}

export type Attack = (server: CodesServer, size: AttackSize) => Promise<AttackReport>;

const HONEST_SHARE = 0.99;
/** Known devices may get a fifth more codes per day than the limit for unknown callers. */
const WITH_KNOWN_DEVICES = 1.2;
const MAX_PER_NUMBER = 10;
const MAX_GUESSES = 5;
/** Longer than the pause between two codes to one number. */
const PAUSE_MS = 31_000;
const DAY_MS = 86_400_000;

/** Each index is a separate network; attackers and legitimate users have different ones. */
const attackerAddress = (index: number): string => `10.${(index >> 8) & 255}.${index & 255}.7`;
const homeAddress = (index: number): string => `100.${64 + ((index >> 8) & 63)}.${index & 255}.9`;
/** Networks of new users begin after those of known users. */
const FIRST_NEW_HOME = 2_000;

interface Person extends Client {
  readonly mobile: string;
}

/** Adds users whose devices the server knows because they signed in the day before. */
async function addKnownPeople(server: CodesServer, count: number): Promise<Person[]> {
  const people: Person[] = [];
  for (let index = 0; index < count; index += 1) {
    const mobile = newMobile();
    const address = homeAddress(index);
    const { device } = await server.signIn({ address }, mobile);
    people.push({ mobile, address, device });
  }
  server.clock.time += DAY_MS;
  return people;
}

async function shareSignedIn(server: CodesServer, people: readonly Person[]): Promise<number> {
  let signedIn = 0;
  for (const person of people) if ((await server.signIn(person, person.mobile)).code === '') signedIn += 1;
  return signedIn / people.length;
}

const describeShare = (share: number): string => `${(100 * share).toFixed(1)} % of the sign-ins succeeded`;

async function countCodesOfDay({ asOwner, clock }: CodesServer): Promise<number> {
  const { rows } = await asOwner.query<{ sent: number }>(
    'select count(*)::int as sent from otp_challenges where created_at > $1',
    [clock.time - DAY_MS],
  );
  return rows[0]?.sent ?? 0;
}

/** Requests a code for each of many mobiles, from alternating networks. */
async function requestCodes(
  server: CodesServer,
  { networks, numbers }: AttackSize,
  { solves }: { solves: boolean },
): Promise<void> {
  for (let index = 0; index < numbers; index += 1)
    await server.ask({ address: attackerAddress(index % networks) }, newMobile(), { solves });
}

/** Floods the server, first by callers who do not solve captchas, then by callers who solve each. */
const flood: Attack = async (server, size) => {
  const knownPeople = await addKnownPeople(server, size.people);
  const newcomers = Array.from({ length: size.people }, (_, index) => ({
    mobile: newMobile(),
    address: homeAddress(FIRST_NEW_HOME + index),
  }));
  await requestCodes(server, size, { solves: false });
  const withoutChallenge = await countCodesOfDay(server);
  const newcomersShare = await shareSignedIn(server, newcomers);
  await requestCodes(server, size, { solves: true });
  const knownShare = await shareSignedIn(server, knownPeople);
  const sent = await countCodesOfDay(server);
  const violations: string[] = [];
  const most = size.perDay * WITH_KNOWN_DEVICES;
  if (sent > most) violations.push(`${sent} codes were sent in a day, at most ${most}`);
  if (withoutChallenge > size.perDay / 2)
    violations.push(`${withoutChallenge} codes were sent without a challenge`);
  if (knownShare < HONEST_SHARE) violations.push(`known devices: ${describeShare(knownShare)}`);
  if (newcomersShare < HONEST_SHARE) violations.push(`newcomers: ${describeShare(newcomersShare)}`);
  return { figures: { sent, withoutChallenge, knownShare, newcomersShare }, violations };
};

/** Requests codes for the mobile of one user, each from another network. */
const oneNumber: Attack = async (server) => {
  const victims = await addKnownPeople(server, 1);
  let toOneNumber = 0;
  for (const { mobile } of victims)
    for (let index = 0; index < MAX_PER_NUMBER + 5; index += 1) {
      const { code } = await server.ask({ address: attackerAddress(index) }, mobile);
      if (code === '') toOneNumber += 1;
      server.clock.time += PAUSE_MS;
    }
  const violations: string[] = [];
  if (toOneNumber > MAX_PER_NUMBER) violations.push(`one number was sent ${toOneNumber} codes in a day`);
  if ((await shareSignedIn(server, victims)) < 1)
    violations.push('the person of that number cannot sign in on their device');
  return { figures: { toOneNumber }, violations };
};

/** Guesses the code that was sent to another user. */
const guessing: Attack = async (server) => {
  const mobile = newMobile();
  const attacker = { address: attackerAddress(0) };
  const { verificationId } = await server.ask(attacker, mobile);
  const wrong = (await server.codeFor(mobile)) === '123456' ? '123457' : '123456';
  let guesses = 0;
  for (let index = 0; index < MAX_GUESSES * 3; index += 1)
    if ((await server.enter(attacker, verificationId, wrong)).code === 'otp_wrong') guesses += 1;
  const violations = guesses > MAX_GUESSES ? [`${guesses} guesses at one code were judged`] : [];
  return { figures: { guesses }, violations };
};

export const attacks = { flood, oneNumber, guessing } as const satisfies Readonly<Record<string, Attack>>;
export type AttackName = keyof typeof attacks;
