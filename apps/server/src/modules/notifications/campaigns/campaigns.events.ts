// Events of campaigns, on the topic of all users, whose content only admins receive.
import { appendEvent, type Tx } from '../../../kit/index.ts';
import { userTopics } from '../../identity/index.ts';

export const publishCampaignChanged = (tx: Tx, id: string): Promise<void> =>
  appendEvent(tx, { name: 'notification.changed', topics: [userTopics.all], data: { notification: id } });
