// What people are told of their account: that they are let in, refused or disabled, in their language.
import type { Review } from '@kerb/domain/identity';

export type AccountNoticeKind = 'account_approved' | 'account_refused' | 'account_disabled';

interface AccountText {
  title: string;
  /** {reason} is the operator's own words. */
  body: string;
}

/** Null for a standing that is nobody's decision. */
export function accountNoticeOf(review: Review): AccountNoticeKind | null {
  switch (review) {
    case 'waiting':
      return null;
    case 'approved':
      return 'account_approved';
    case 'refused':
      return 'account_refused';
    case 'disabled':
      return 'account_disabled';
  }
}

type Texts = Readonly<Record<AccountNoticeKind, AccountText>>;

const english: Texts = {
  account_approved: { title: 'Your account is approved', body: 'You can sign in now.' },
  account_refused: { title: 'Your account was not approved', body: '{reason}' },
  account_disabled: { title: 'Your account was disabled', body: '{reason}' },
};

/** One entry a language; where there is none, English. */
const texts: Readonly<Record<string, Texts>> = {
  en: english,
  es: {
    account_approved: { title: 'Tu cuenta está aprobada', body: 'Ya puedes iniciar sesión.' },
    account_refused: { title: 'Tu cuenta no fue aprobada', body: '{reason}' },
    account_disabled: { title: 'Tu cuenta fue desactivada', body: '{reason}' },
  },
  ar: {
    account_approved: { title: 'تمت الموافقة على حسابك', body: 'يمكنك تسجيل الدخول الآن.' },
    account_refused: { title: 'لم تتم الموافقة على حسابك', body: '{reason}' },
    account_disabled: { title: 'تم تعطيل حسابك', body: '{reason}' },
  },
};

export function wordAccountNotice(
  kind: AccountNoticeKind,
  locale: string | undefined,
  reason: string,
): AccountText {
  const language = locale?.split('-')[0]?.toLowerCase() ?? 'en';
  const { title, body } = (texts[language] ?? english)[kind];
  return { title, body: body.replace('{reason}', () => reason) };
}
