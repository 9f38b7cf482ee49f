// The routes of settings: what clients work with, what admins change of it, and the reasons to cancel.
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

/** Retry-After, seconds, while a person has to act first: the set-up, or a city. */
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
      // A client that tried again by itself would show a service without a name meanwhile.
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
  route(routes.deleteCancelReason, ({ params }) => editReasons.remove(params.value)),
];
