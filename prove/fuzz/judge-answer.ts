// What is wrong with an answer of the server: a failure of its own, no answer in time, or something of its inside.
import { codeOf } from '../../apps/server/src/testing/send-to.ts';

const ANSWER_WITHIN_MS = 15_000;

export interface FuzzAnswer {
  readonly status: number;
  readonly text: string;
}

/** What the server logged as its own failure since the last call. */
export type TakeFailures = () => readonly string[];

/** What only the inside of the server knows: stacks, files, statements and names of its database. */
const insides =
  /node_modules|\n\s+at .+:\d+|\.[cm]?[jt]s:\d+|\b(select|insert into|update|delete from) \S+ (from|set|values|\()|violates [\w -]+ constraint|ECONN\w+|relation "|column "|syntax error at/i;

/** The part of a text that shows the inside of the server; null when nothing does. */
export const insideOf = (text: string): string | null => insides.exec(text)?.[0] ?? null;

/** 501 to 504 with a code of the contract say that a provider or the routing engine is away or busy. */
const isFailure = ({ status, text }: FuzzAnswer): boolean =>
  status === 500 || (status > 500 && codeOf(text) === '') || status < 100;

/** Rejects when it takes longer than an answer may. */
export async function inTime<Value>(answer: Promise<Value>, ms = ANSWER_WITHIN_MS): Promise<Value> {
  let late: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    late = setTimeout(() => reject(new Error(`no answer within ${ms / 1000} s`)), ms);
  });
  try {
    return await Promise.race([answer, timeout]);
  } finally {
    clearTimeout(late);
  }
}

/** What is wrong with the answer to a call; null when nothing is. */
export async function faultOf(
  call: () => Promise<FuzzAnswer>,
  takeFailures: TakeFailures,
): Promise<string | null> {
  try {
    const answer = await inTime(call());
    const [failure] = takeFailures();
    if (isFailure(answer)) return `${answer.status} ${codeOf(answer.text)} (${failure ?? 'nothing logged'})`;
    if (failure !== undefined && answer.status < 500)
      return `answered ${answer.status}, but logged ${failure}`;
    const inside = answer.status >= 400 ? insideOf(answer.text) : null;
    return inside === null ? null : `${answer.status} shows "${inside}"`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
