// Presents a notice.
import { type NoticeView, noticeScreen } from '@kerb/contract';
import type { Notice } from '../notices.repository.ts';

/** A screen that this version of the app does not have is presented as null, so that the notice opens no screen. */
export const presentNotice = (notice: Notice): NoticeView => ({
  id: notice.id,
  kind: notice.kind,
  title: notice.title,
  body: notice.body,
  screen: noticeScreen.safeParse(notice.screen).data ?? null,
  params: notice.params,
  at: notice.at,
  readAt: notice.read_at,
});
