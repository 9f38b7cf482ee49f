// Sends one notice as an e-mail with its text and a link to its screen.
import type { Lang } from '@kerb/domain/identity';
import { DomainError } from '@kerb/domain/kernel';
import { escapeHtml } from '../../../kit/index.ts';
import type { EmailMessage, EmailSender } from '../../../ports/email.ts';
import type { TextsFor } from '../../languages/index.ts';
import type { Notice } from '../notices.repository.ts';
import { urlOf } from './push-to-devices.ts';

export interface MailNoticeDeps {
  email: EmailSender;
  /** Public URL of the app; e-mails have no link without it. */
  publicUrl: string | undefined;
  appName: () => Promise<string>;
  /** Returns the texts in the language of the user's notices. */
  textsFor: TextsFor;
  /** Null for a deleted user. */
  userOf: (uid: string) => Promise<{ email: string; emailVerified: boolean; lang: Lang | null } | null>;
}

/**
 * Returns false for a user without a verified address. Throws `unavailable` for a temporary failure of the mail server,
 * and EmailRefusedError for a permanent one.
 */
export type MailNotice = (notice: Notice) => Promise<boolean>;

interface Parts {
  to: string;
  appName: string;
  /** BCP 47 */
  language: string;
  publicUrl: string | undefined;
}

/**
 * Each paragraph gets its direction from its first letter, because the text may be in another language than the user's.
 */
export function writeNoticeMail(notice: Notice, { to, appName, language, publicUrl }: Parts): EmailMessage {
  const { id, title, body, screen } = notice;
  const link = publicUrl === undefined || screen === null ? null : `${publicUrl}${urlOf(notice)}`;
  const paragraph = (inner: string) => `<p dir="auto" style="margin:0 0 12px">${inner}</p>`;
  return {
    id,
    to,
    subject: `${appName}: ${title}`,
    text: [title, body, ...(link === null ? [] : [link]), appName].join('\n\n'),
    html: [
      `<!doctype html><html lang="${escapeHtml(language)}"><body style="margin:0;padding:24px;color:#171717;background:#ffffff;font-family:sans-serif;font-size:15px">`,
      paragraph(`<strong>${escapeHtml(title)}</strong>`),
      paragraph(escapeHtml(body)),
      ...(link === null ? [] : [paragraph(`<a href="${escapeHtml(link)}">${escapeHtml(link)}</a>`)]),
      paragraph(escapeHtml(appName)),
      '</body></html>',
    ].join(''),
    language,
    about: notice.params,
  };
}

export function createMailNotice({
  email,
  publicUrl,
  appName,
  userOf,
  textsFor,
}: MailNoticeDeps): MailNotice {
  return async function mailNotice(notice) {
    const person = await userOf(notice.uid);
    if (!person?.emailVerified || person.email === '') return false;
    const { langLocale: language } = await textsFor(person.lang);
    const parts = { to: person.email, appName: await appName(), language, publicUrl };
    try {
      await email.send(writeNoticeMail(notice, parts));
      return true;
    } catch (error) {
      // An invalid address stays invalid, so it is not retried.
      if (error instanceof DomainError && error.code === 'proper_email') return false;
      throw error;
    }
  };
}
