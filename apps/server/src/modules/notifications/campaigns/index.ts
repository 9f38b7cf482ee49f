// Wires campaigns, the messages that admins write to many users: routes and jobs.
import { routes } from '@kerb/contract';
import { type BoundRoute, type JobHandlers, route } from '../../../kit/index.ts';
import { audienceOf, type Campaign } from './campaign.ts';
import type { CampaignsDeps } from './campaigns.deps.ts';
import { createAddCampaign, createDeleteCampaign, createEditCampaign } from './edit-campaigns.ts';
import { createListCampaigns } from './list-campaigns.ts';
import { createBatchJobs, RESUME_JOB } from './send-batch.ts';
import { createSendCampaign } from './send-campaign.ts';

export type { CampaignsDeps } from './campaigns.deps.ts';

const present = (campaign: Campaign) => ({
  id: campaign.id,
  devicetype: campaign.devicetype,
  usertype: campaign.usertype,
  title: campaign.title,
  body: campaign.body,
  createdAt: campaign.createdAt,
  status: campaign.status,
  matched: campaign.matched,
  sent: campaign.sent,
  failed: campaign.failed,
  startedAt: campaign.startedAt,
  finishedAt: campaign.finishedAt,
  version: campaign.version,
});

export function createCampaigns(deps: CampaignsDeps): {
  routes: BoundRoute[];
  jobs: JobHandlers;
  schedules: Readonly<Record<string, string>>;
} {
  const list = createListCampaigns(deps);
  const add = createAddCampaign(deps);
  const edit = createEditCampaign(deps);
  const remove = createDeleteCampaign(deps);
  const send = createSendCampaign(deps);
  return {
    jobs: createBatchJobs(deps),
    schedules: { [RESUME_JOB]: '* * * * *' },
    routes: [
      route(routes.listNotifications, async ({ query }) => {
        const { items, nextCursor } = await list(query);
        return { items: items.map(present), nextCursor };
      }),
      route(routes.previewNotification, async ({ query }) => ({
        count: await deps.identity.countWithDevice(audienceOf(query)),
      })),
      route(routes.addNotification, async ({ body }) => present(await add(body))),
      route(routes.editNotification, async ({ params, body }) => present(await edit(params.id, body))),
      route(routes.deleteNotification, ({ params }) => remove(params.id)),
      route(routes.sendNotificationToUsers, async ({ params, body }) =>
        present(await send(params.id, body.version)),
      ),
    ],
  };
}
