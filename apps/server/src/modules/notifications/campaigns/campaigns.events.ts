// What admins hear of messages to many people, on the topic of everybody's managers that admins alone hear whole.
import { appendEvent, type Tx } from '../../../kit/index.ts';
import { peopleTopics } from '../../identity/index.ts';

export const tellCampaignChanged = (tx: Tx, id: string): Promise<void> =>
  appendEvent(tx, { name: 'notification.changed', topics: [peopleTopics.all], data: { notification: id } });
