// Action with which the console edits the settings; the settings themselves, settingsdata, are a slice of every page.
import type { PublicSettings, RouteBody, Routes } from '@kerb/contract';
import { createCall } from '../thunk.ts';

export interface SettingsEdit {
  /** Changed fields only. */
  readonly patch: RouteBody<Routes['editSettings']>;
  /** Version of the settings on which the patch is based. */
  readonly version: number;
}

/**
 * editSettings of the specification: returns the settings after the edit; `conflict` when the stored version is another
 * one.
 */
export const editSettings = createCall(
  'settingsdata/editSettings',
  (client, { patch, version }: SettingsEdit): Promise<PublicSettings> =>
    client.editSettings({ body: patch, query: { version } }),
);
