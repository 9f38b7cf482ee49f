// Port of invisible captchas: creates proof-of-work challenges for browsers and verifies the solutions.

export type CaptchaChallenge = { parameters: Record<string, unknown>; signature: string };

export interface CaptchaSolution {
  /**
   * Identifies the challenge, the same for all its solutions; stored until `expiresAt`, so that it can be used once
   * only.
   */
  id: string;
  /** ms since the epoch */
  expiresAt: number;
}

export interface Captcha {
  challenge(): Promise<CaptchaChallenge>;
  /** `text` is base64 of JSON {challenge, solution}. Null for a malformed, forged, wrong or expired solution. */
  judge(text: string): Promise<CaptchaSolution | null>;
}
