// "RequestPushMsg": a push message to the person behind a push token, by the operator's programs or an admin.
import { DomainError } from '@kerb/domain/kernel';
import type { Actor } from '../../kit/index.ts';
import type { PushSender } from '../../ports/push.ts';

export interface PushRequest {
  token: string;
  title: string;
  msg: string;
  screen?: string | undefined;
  params?: Readonly<Record<string, string>> | undefined;
}

export interface SendNotificationDeps {
  push: PushSender;
  /** Whose device the token is; null for one that nobody has. */
  ownerOfPushToken: (token: string) => Promise<string | null>;
  onError: (error: unknown) => void;
}

/** What a screen cannot show; lines of a text stay lines. */
const shown = (text: string): string => text.replaceAll(/[^\P{Cc}\n]/gu, ' ').trim();

/**
 * Answers whether it was taken: nobody reads the answer of a token that has gone, or of a sender that is away
 * (specification §7), so neither is an error. Throws `forbidden` for people who are no admins.
 */
export function createSendNotification({ push, ownerOfPushToken, onError }: SendNotificationDeps) {
  return async (
    caller: { actor: Actor | null; isOperator: boolean },
    { token, title, msg, screen, params }: PushRequest,
  ): Promise<{ success: boolean }> => {
    if (!caller.isOperator && caller.actor?.usertype !== 'admin') throw new DomainError('forbidden');
    const uid = await ownerOfPushToken(token);
    if (uid === null) return { success: false };
    try {
      await push.send({
        uid,
        title: shown(title),
        body: shown(msg),
        ...(screen === undefined ? {} : { screen }),
        ...(params === undefined ? {} : { params }),
      });
      return { success: true };
    } catch (error) {
      onError(error);
      return { success: false };
    }
  };
}
