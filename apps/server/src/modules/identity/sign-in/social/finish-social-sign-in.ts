// Finishes a social sign-in: verifies the provider's response, finds or creates the account, and opens a session.
import type { SocialProvider } from '@kerb/contract';
import { decideSocialAccount, signInRefusal } from '@kerb/domain/identity';
import { DomainError } from '@kerb/domain/kernel';
import { appendEvent, type Clock, recordSecurity, type Tx, type WithTx } from '../../../../kit/index.ts';
import type { SocialPerson, SocialSignIn } from '../../../../ports/social.ts';
import type { UserInput } from '../../users/create-user.ts';
import type { User } from '../../users/user.ts';
import { usersRepository } from '../../users/users.repository.ts';
import { createEnforceSignInCheck, type SignInCheck } from '../sign-in-check.ts';
import { socialRepository } from './social.repository.ts';
import { hashBrowser, isSecretText } from './start-social-sign-in.ts';

export interface FinishSocialDeps {
  withTx: WithTx;
  clock: Clock;
  signInCheck: SignInCheck;
  createUser: (tx: Tx, input: UserInput) => Promise<User>;
  openSession: (tx: Tx, uid: string, userAgent?: string) => Promise<{ id: string; token: string }>;
}

export interface FinishInput {
  /** Parameters of the provider's response, as sent by the browser. */
  answer: URLSearchParams;
  /** The browser's secret from its cookie; null without a cookie. */
  browser: string | null;
  redirectUri: string;
  userAgent: string;
}

/** `token` is null when a provider was connected to the account of the signed-in user. */
export interface FinishedSignIn {
  token: string | null;
  /** Uid of the user who signed in; null when a provider was connected. */
  uid: string | null;
  next: string;
}

/**
 * Throws `auth_error` for a response that does not belong to a sign-in of this browser or was used before,
 * `require_approval`, `user_exists`, and `conflict` when the identity is connected to another account or the account to
 * another identity.
 */
export function createFinishSocialSignIn(deps: FinishSocialDeps) {
  const { withTx, clock, openSession } = deps;
  const enforceSignInCheck = createEnforceSignInCheck(deps);
  return async function finishSocialSignIn(
    signIn: SocialSignIn,
    input: FinishInput,
  ): Promise<FinishedSignIn> {
    const { provider } = signIn;
    const state = input.answer.get('state') ?? '';
    if (!isSecretText(state)) throw new DomainError('auth_error', 'The answer has no state');
    if (input.browser === null) throw new DomainError('auth_error', 'The browser did not begin this');
    const from = { provider, browserHash: hashBrowser(input.browser), now: clock.now() };
    const pending = await withTx((tx) => socialRepository(tx).take(state, from));
    if (pending === null) throw new DomainError('auth_error', 'This sign-in is not known, or over');
    const person = await signIn.finish(input.answer, pending.secrets, input.redirectUri);
    const { linkUid, next } = pending;
    if (linkUid !== null) {
      await withTx((tx) => accountOf(tx, deps, provider, person, linkUid));
      return { token: null, uid: null, next };
    }
    const { user, session } = await withTx(async (tx) => {
      const account = await accountOf(tx, deps, provider, person, null);
      const refusal = signInRefusal(account);
      if (refusal !== null) throw new DomainError(refusal);
      const opened = await openSession(tx, account.uid, input.userAgent);
      recordSecurity(tx, { event: 'signed_in', uid: account.uid, way: 'social' });
      return { user: account, session: opened };
    });
    const opened = { uid: user.uid, id: session.id, createTime: clock.now() };
    if (!(await enforceSignInCheck(opened))) throw new DomainError('auth_error');
    return { token: session.token, uid: user.uid, next };
  };
}

/**
 * Returns the account of the identity; on the first sign-in the identity is connected to an account, or an account is
 * created.
 */
async function accountOf(
  tx: Tx,
  { createUser, clock }: FinishSocialDeps,
  provider: SocialProvider,
  person: SocialPerson,
  linkUid: string | null,
): Promise<User> {
  const social = socialRepository(tx);
  const users = usersRepository(tx);
  await social.lock(`${provider}:${person.subject}`, person.email);
  const holders = await users.findByContact(person.mobile, person.email);
  const hasOther = async (uid: string) => (await social.providersOf(uid)).includes(provider);
  const ofEmail = holders.filter(({ email }) => email !== '' && email.toLowerCase() === person.email);
  // Several accounts may have the same address, but at most one has verified it.
  const emailHolder = ofEmail.find(({ emailVerified }) => emailVerified) ?? ofEmail[0];
  const mobileHolder = holders.find(({ mobile }) => mobile !== '' && mobile === person.mobile);
  const decision = decideSocialAccount({
    claims: person,
    known: await social.ownerOf(provider, person.subject),
    link: linkUid === null ? null : { uid: linkUid, hasOther: await hasOther(linkUid) },
    emailHolder: emailHolder
      ? {
          uid: emailHolder.uid,
          verified: emailHolder.emailVerified,
          hasOther: await hasOther(emailHolder.uid),
        }
      : null,
    mobileHolder: mobileHolder ? { uid: mobileHolder.uid, hasOther: await hasOther(mobileHolder.uid) } : null,
  });
  switch (decision.kind) {
    case 'refuse':
      throw new DomainError(decision.code);
    case 'sign-in':
      return present(await users.find(decision.uid));
    case 'connect': {
      const user = present(await users.findForUpdate(decision.uid));
      const refusal = signInRefusal(user);
      if (refusal !== null) throw new DomainError(refusal);
      await social.connect(provider, person.subject, user.uid, clock.now());
      recordSecurity(tx, { event: 'provider_connected', uid: user.uid, provider });
      await appendEvent(tx, { name: 'me.changed', topics: [`user:${user.uid}`], data: {} });
      return user;
    }
    case 'create': {
      if (decision.takesEmail) for (const { uid } of ofEmail) await takeEmail(tx, uid, clock.now());
      const user = await createUser(tx, {
        usertype: 'rider',
        loginType: provider,
        email: decision.email,
        emailVerified: decision.email !== '' && person.emailVerified,
        firstName: person.firstName,
        lastName: person.lastName,
        mobile: mobileHolder === undefined ? person.mobile : '',
      });
      await social.connect(provider, person.subject, user.uid, clock.now());
      return user;
    }
  }
}

/** Removes an unverified address from this account when another account has verified it. */
async function takeEmail(tx: Tx, uid: string, now: number): Promise<void> {
  await usersRepository(tx).change(uid, { email: '', emailVerified: false }, now);
  await appendEvent(tx, { name: 'me.changed', topics: [`user:${uid}`], data: {} });
}

function present(user: User | null): User {
  if (user === null) throw new DomainError('user_issue_contact_admin');
  return user;
}
