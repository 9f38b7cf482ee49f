// Solves the server's captcha in a web worker; loaded only when the server requires a captcha.
import type { CaptchaChallenge } from '@kerb/sdk/store';

/** Resolves to challenge and solution as base64-encoded JSON; rejects when this device cannot solve the challenge. */
export function solveCaptcha(challenge: CaptchaChallenge): Promise<string> {
  const worker = new Worker(new URL('./captcha.worker.ts', import.meta.url), { type: 'module' });
  const solved = new Promise<string>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (data === null) return reject(new Error('The captcha was not solved'));
      resolve(btoa(JSON.stringify({ challenge, solution: data })));
    };
    worker.onerror = () => reject(new Error('The captcha cannot be solved here'));
    worker.postMessage(challenge);
  });
  return solved.finally(() => worker.terminate());
}
