// The routes of settings: what clients work with, and the reasons to cancel.
import { type PublicSettings, routes } from '@kerb/contract';
import { route } from '../../kit/index.ts';
import type { CancelReason } from './settings.repository.ts';

export interface SettingsRouteDeps {
  publicSettings: () => Promise<PublicSettings>;
  cancelReasons: () => Promise<readonly CancelReason[]>;
}

export const settingsRoutes = ({ publicSettings, cancelReasons }: SettingsRouteDeps) => [
  route(routes.getSettings, async () => publicSettings()),
  route(routes.getCancelReasons, async () => ({
    items: (await cancelReasons()).map(({ value, label }) => ({ value, label })),
  })),
];
