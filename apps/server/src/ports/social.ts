// Port of sign-ins at a provider: builds the authorization URL, and reads the user's identity after the browser
// returns.
import type { SocialProvider } from '@kerb/contract';

/** Generated for each sign-in, and stored while the browser is at the provider. */
export interface SocialSecrets {
  state: string;
  nonce: string;
  codeVerifier: string;
}

export interface SocialPerson {
  /** The user's id at the provider; unique and permanent. */
  subject: string;
  /** '' when the provider does not report it. */
  email: string;
  emailVerified: boolean;
  /** E.164 number verified by the provider; '' otherwise. */
  mobile: string;
  firstName: string;
  lastName: string;
}

export interface SocialSignIn {
  readonly provider: SocialProvider;
  /** The provider's page posts its answer to us, so the browser sends our cookie only with SameSite=None. */
  readonly answersByPost: boolean;
  newSecrets(): SocialSecrets;
  /** Throws `unavailable` when the provider does not answer. */
  authorizationUrl(secrets: SocialSecrets, redirectUri: string): Promise<URL>;
  /**
   * Reads the provider's answer and requests the user's data. Throws `auth_error` when the answer is a rejection or
   * does not belong to these secrets, and `unavailable` when the provider does not answer.
   */
  finish(answer: URLSearchParams, secrets: SocialSecrets, redirectUri: string): Promise<SocialPerson>;
}
