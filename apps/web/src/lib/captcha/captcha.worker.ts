// Solves a captcha off the page's thread, so that the page stays quick meanwhile.
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { Challenge } from 'altcha-lib/types';

self.addEventListener('message', async ({ data }: MessageEvent<Challenge>) => {
  try {
    const solution = await solveChallenge({ challenge: data, deriveKey, timeout: 60_000 });
    self.postMessage(solution);
  } catch {
    // Such as a page without a secure origin, whose browser offers no cryptography.
    self.postMessage(null);
  }
});
