// Recovery codes: made from the system's randomness, shown once, stored as keyed hashes.
import { createHmac, randomInt } from 'node:crypto';
import { secondFactorLimits } from '@kerb/domain/identity';

/** No letter or digit that is taken for another when it is read aloud or copied by hand. */
const LETTERS = '23456789abcdefghjkmnpqrstuvwxyz';
const GROUPS = 3;
const GROUP_LENGTH = 4;

const newGroup = (): string =>
  Array.from({ length: GROUP_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** About 59 bits each, as "k7wd-93xm-q2rt". */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: secondFactorLimits.recoveryCodes }, () =>
    Array.from({ length: GROUPS }, newGroup).join('-'),
  );

/** Without blanks and dashes, in small letters, however it was typed. */
const normalised = (code: string): string => code.toLowerCase().replaceAll(/[\s-]/g, '');

/** Bound to the person: the same code of two people has two different hashes. */
export const hashRecoveryCode = (secret: string, uid: string, code: string): Buffer =>
  createHmac('sha256', secret)
    .update(`recovery:${uid}:${normalised(code)}`)
    .digest();
