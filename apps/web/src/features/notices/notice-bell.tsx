// Bell button with the number of unread notices, and the panel that it opens.
import type { Usertype } from '@kerb/domain/identity';
import NotificationsOutlined from '@mui/icons-material/NotificationsOutlined';
import Badge from '@mui/material/Badge';
import IconButton from '@mui/material/IconButton';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { loadTexts } from '../../lib/i18n/index.ts';
import { useAuth } from '../../lib/use-auth.ts';
import { useFormat } from '../../lib/use-format.ts';
import { LazyDialog, openedDialogCode } from '../../ui/lazy-dialog.tsx';
import { roundOverMap } from '../../ui/over-map.ts';
import type { ShellBellProps } from '../../ui/shell-bell.tsx';
import type { NoticePanelProps } from './notice-panel.tsx';
import { useReadShown } from './use-read-shown.ts';

/** Number of notices loaded; a trip has fewer, so all notices of the booking on the screen are among them. */
const newest = 20;

const panelCode = openedDialogCode<NoticePanelProps>(async () => {
  const [{ NoticePanel }] = await Promise.all([import('./notice-panel.tsx'), loadTexts('console')]);
  return NoticePanel;
});

export function NoticeBell(props: ShellBellProps) {
  const { user } = useAuth();
  return user && <Bell key={user.id} viewer={user.usertype} {...props} />;
}

function Bell({ viewer, floating = false }: ShellBellProps & { viewer: Usertype }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const [open, setOpen] = useState(false);
  // When this request fails, the bell is shown without the number.
  const { data } = answers.listNotices.useQuery({ query: { limit: newest } });
  const unread = data?.unread ?? 0;
  useReadShown(data?.items, viewer);
  const most = 99;
  return (
    <>
      <IconButton
        color="inherit"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-label={
          unread > 0 ? t('notices_open_unread', { count: unread, unread: number(unread) }) : t('notices_open')
        }
        onClick={() => setOpen(true)}
        sx={{ minWidth: 44, minHeight: 44, ...(floating && roundOverMap) }}
      >
        <Badge
          color="error"
          badgeContent={
            unread > 0 ? (unread > most ? t('notices_many', { most: number(most) }) : number(unread)) : 0
          }
          overlap="circular"
        >
          <NotificationsOutlined />
        </Badge>
      </IconButton>
      <LazyDialog code={panelCode} props={{ open, onClose: () => setOpen(false) }} />
    </>
  );
}
