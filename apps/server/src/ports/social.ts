// Signing in at a provider: where to send the browser, and who it says the person is when the browser is back.
import type { SocialProvider } from '@kerb/contract';

/** Generated for each sign-in, stored here while the browser is at the provider. */
export interface SocialSecrets {
  state: string;
  nonce: string;
  codeVerifier: string;
}

export interface SocialPerson {
  /** The person's id at the provider: unique, and it never changes. */
  subject: string;
  /** '' for what the provider does not say. */
  email: string;
  emailVerified: boolean;
  /** E.164, vouched for by the provider; otherwise ''. */
  mobile: string;
  firstName: string;
  lastName: string;
}

export interface SocialSignIn {
  readonly provider: SocialProvider;
  /** The provider answers by a form that its own page posts here: a cookie needs SameSite=None to come along. */
  readonly answersByPost: boolean;
  newSecrets(): SocialSecrets;
  /** Throws `unavailable` when the provider cannot be asked. */
  authorizationUrl(secrets: SocialSecrets, redirectUri: string): Promise<URL>;
  /**
   * Reads the provider's answer and asks it for the person. Throws `auth_error` when the answer is a refusal or
   * does not belong to these secrets, and `unavailable` when the provider cannot be asked.
   */
  finish(answer: URLSearchParams, secrets: SocialSecrets, redirectUri: string): Promise<SocialPerson>;
}
