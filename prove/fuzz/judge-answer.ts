// Checks a response of the server for internal errors, timeouts, and leaked internal details.
import { codeOf } from '../../apps/server/src/testing/send-to.ts';

const ANSWER_WITHIN_MS = 15_000;

export interface FuzzAnswer {
  readonly status: number;
  readonly text: string;
}

/** Returns the server's logged internal errors since the last call. */
export type TakeFailures = () => readonly string[];

/** Patterns of internal details: stack traces, files, SQL statements and database names. */
const internalDetails =
  /node_modules|\n\s+at .+:\d+|\.[cm]?[jt]s:\d+|\b(select|insert into|update|delete from) \S+ (from|set|values|\()|violates [\w -]+ constraint|ECONN\w+|relation "|column "|syntax error at/i;

/** The part of a text that leaks internal details; null without one. */
export const insideOf = (text: string): string | null => internalDetails.exec(text)?.[0] ?? null;

/** 501 to 504 with a code of the contract are allowed: a provider or the routing engine is unavailable or busy. */
const isFailure = ({ status, text }: FuzzAnswer): boolean =>
  status === 500 || (status > 500 && codeOf(text) === '') || status < 100;

/** Rejects when the response takes longer than allowed. */
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

/** The violation in the response to a call; null without one. */
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
