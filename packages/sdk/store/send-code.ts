// Asks for a code to a mobile number; where the server wants a captcha first, it is solved and the code asked for again.
import type { RouteAnswer, Routes } from '@kerb/contract';
import { ApiError } from '../client/index.ts';
import type { StoreExtra } from './thunk.ts';

/**
 * `onCaptcha` is called when a captcha is begun. Throws the ApiError of the server, and `captcha_wrong` when the
 * device cannot solve what it was given.
 */
export async function sendCode(
  { client, solveCaptcha }: StoreExtra,
  mobile: string,
  onCaptcha: () => void = () => {},
): Promise<RouteAnswer<Routes['sendOtp']>> {
  try {
    return await client.sendOtp({ body: { mobile } });
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'captcha_required' && solveCaptcha)) throw error;
  }
  onCaptcha();
  const challenge = await client.getCaptcha();
  let captcha: string;
  try {
    captcha = await solveCaptcha(challenge);
  } catch (cause) {
    throw new ApiError({ status: 0, code: 'captcha_wrong', cause });
  }
  return client.sendOtp({ body: { mobile, captcha } });
}
