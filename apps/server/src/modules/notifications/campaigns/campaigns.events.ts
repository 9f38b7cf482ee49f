// The events of messages to many people, on the topic of all users, which only admins receive in full.
import { appendEvent, type Tx } from '../../../kit/index.ts';
import { userTopics } from '../../identity/index.ts';

export const publishCampaignChanged = (tx: Tx, id: string): Promise<void> =>
  appendEvent(tx, { name: 'notification.changed', topics: [userTopics.all], data: { notification: id } });
