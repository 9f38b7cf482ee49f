// RequestPushMsg of the specification: a push message to one installation, by its token.
import type { RouteInput, Routes } from '@kerb/contract';
import { createCall } from '../thunk.ts';

type Message = Pick<RouteInput<Routes['sendNotification']>['body'], 'title' | 'msg' | 'screen' | 'params'>;

/** Whether it was taken; the specification's callers do not look. */
export const RequestPushMsg = createCall(
  'notificationdata/RequestPushMsg',
  async (client, { token, ...message }: { readonly token: string } & Message): Promise<boolean> =>
    (await client.sendNotification({ body: { token, ...message } })).success,
);
