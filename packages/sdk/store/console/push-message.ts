// RequestPushMsg of the specification: sends a push message to one installation, by its token.
import type { RouteInput, Routes } from '@kerb/contract';
import { createCall } from '../thunk.ts';

type Message = Pick<RouteInput<Routes['sendNotification']>['body'], 'title' | 'msg' | 'screen' | 'params'>;

/** Returns whether the message was accepted; callers of the specification ignore the result. */
export const RequestPushMsg = createCall(
  'notificationdata/RequestPushMsg',
  async (client, { token, ...message }: { readonly token: string } & Message): Promise<boolean> =>
    (await client.sendNotification({ body: { token, ...message } })).success,
);
