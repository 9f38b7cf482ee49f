// Makes invisible challenges that a browser solves by work, and judges the solutions.

export type CaptchaChallenge = { parameters: Record<string, unknown>; signature: string };

export interface CaptchaSolution {
  /** The same for every solution of one challenge; stored until `expiresAt`, so that it is used once. */
  id: string;
  /** ms since the epoch */
  expiresAt: number;
}

export interface Captcha {
  challenge(): Promise<CaptchaChallenge>;
  /** `text`: base64 of JSON {challenge, solution}. Null for what is malformed, tampered with, wrong or too old. */
  judge(text: string): Promise<CaptchaSolution | null>;
}
