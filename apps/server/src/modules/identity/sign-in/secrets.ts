// Session tokens and sign-in codes: random, and stored only as hashes.
import { createHash, createHmac, randomBytes, randomInt } from 'node:crypto';
import { issuedOtpRange } from '@kerb/domain/identity';

/** 32 random bytes as base64url: 43 characters. */
export const newSessionToken = (): string => randomBytes(32).toString('base64url');

export const hashSessionToken = (token: string): Buffer => createHash('sha256').update(token).digest();

export const newOtp = (): string => String(randomInt(issuedOtpRange.lowest, issuedOtpRange.highest + 1));

/** Includes the challenge, so that the same code sent twice has two different MACs. */
export const macOfOtp = (secret: string, challengeId: string, otp: string): Buffer =>
  createHmac('sha256', secret).update(`otp:${challengeId}:${otp}`).digest();
