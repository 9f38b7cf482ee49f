// Web worker that solves a captcha, so that the page's main thread stays responsive.
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { Challenge } from 'altcha-lib/types';

self.addEventListener('message', async ({ data }: MessageEvent<Challenge>) => {
  try {
    const solution = await solveChallenge({ challenge: data, deriveKey, timeout: 60_000 });
    self.postMessage(solution);
  } catch {
    // Fails, for example, on a page without a secure origin, where the browser offers no Web Crypto.
    self.postMessage(null);
  }
});
