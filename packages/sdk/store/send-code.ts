// Requests a sign-in code for a mobile number; when the server requires a captcha, solves it and repeats the request.
import type { RouteAnswer, Routes } from '@kerb/contract';
import { ApiError } from '../client/index.ts';
import type { StoreExtra } from './thunk.ts';

/**
 * `onCaptcha` is called before a captcha is solved. Throws the ApiError of the server, and `captcha_wrong` when the
 * device cannot solve the captcha.
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
