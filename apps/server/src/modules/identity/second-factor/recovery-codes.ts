// Recovery codes: random, shown once, stored as keyed hashes.
import { createHmac, randomInt } from 'node:crypto';
import { secondFactorLimits } from '@kerb/domain/identity';

/** Characters that are not confused with others when a code is read aloud or copied by hand. */
const LETTERS = '23456789abcdefghjkmnpqrstuvwxyz';
const GROUPS = 3;
const GROUP_LENGTH = 4;

const newGroup = (): string =>
  Array.from({ length: GROUP_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** New codes of about 59 bits each, formatted as "k7wd-93xm-q2rt". */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: secondFactorLimits.recoveryCodes }, () =>
    Array.from({ length: GROUPS }, newGroup).join('-'),
  );

/** Removes spaces and dashes and converts to lower case. */
const normalised = (code: string): string => code.toLowerCase().replaceAll(/[\s-]/g, '');

/** Includes the uid, so that the same code of two users has two different hashes. */
export const hashRecoveryCode = (secret: string, uid: string, code: string): Buffer =>
  createHmac('sha256', secret)
    .update(`recovery:${uid}:${normalised(code)}`)
    .digest();
