// Route handlers for settings: the settings for clients, changes by admins, and the cancel reasons.
import { type CancelReason, type PublicSettings, routes } from '@kerb/contract';
import { DomainError } from '@kerb/domain/kernel';
import { type Actor, route } from '../../kit/index.ts';
import type { createEditCancelReasons } from './edit-cancel-reasons.ts';
import type { SettingsPatch } from './settings.policy.ts';
import { presentReason } from './settings.presenter.ts';

export interface SettingsRouteDeps {
  editReasons: ReturnType<typeof createEditCancelReasons>;
  publicSettings: () => Promise<PublicSettings>;
  cancelReasons: () => Promise<readonly CancelReason[]>;
  saveSettings: (actor: Actor, patch: SettingsPatch, madeFrom?: number) => Promise<PublicSettings>;
}

/** Retry-After in seconds while an operator must act first: set the installation up, or import a city. */
const ASK_AGAIN_SECONDS = 60;

export const settingsRoutes = ({
  publicSettings,
  cancelReasons,
  saveSettings,
  editReasons,
}: SettingsRouteDeps) => [
  route(routes.getSettings, async ({ reply }) => {
    try {
      return await publicSettings();
    } catch (error) {
      // Without this header, clients would retry immediately and meanwhile show a service without a name.
      if (error instanceof DomainError) reply.header('retry-after', String(ASK_AGAIN_SECONDS));
      throw error;
    }
  }),
  route(routes.editSettings, ({ actor, body, query }) => saveSettings(actor, body, query.version)),
  route(routes.getCancelReasons, async () => ({
    items: (await cancelReasons()).map(presentReason),
  })),
  route(routes.addCancelReason, async ({ body }) => presentReason(await editReasons.add(body))),
  route(routes.editCancelReason, async ({ params, body }) =>
    presentReason(await editReasons.change(params.value, body)),
  ),
  route(routes.deleteCancelReason, ({ params, query }) => editReasons.remove(params.value, query.label)),
];
