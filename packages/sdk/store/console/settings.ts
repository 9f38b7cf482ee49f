// What the console does to the settings; they themselves, settingsdata, are a slice that every page has.
import type { PublicSettings, RouteBody, Routes } from '@kerb/contract';
import { createCall } from '../thunk.ts';

export interface SettingsEdit {
  /** Only the fields that change. */
  readonly patch: RouteBody<Routes['editSettings']>;
  /** The state of the settings the patch was made from. */
  readonly version: number;
}

/** editSettings of the specification: answers the settings as they are now; `conflict` when they are of another version. */
export const editSettings = createCall(
  'settingsdata/editSettings',
  (client, { patch, version }: SettingsEdit): Promise<PublicSettings> =>
    client.editSettings({ body: patch, query: { version } }),
);
