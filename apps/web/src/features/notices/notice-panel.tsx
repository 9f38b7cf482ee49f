// Side panel with the user's notices, newest first; each links to the screen it is about.
import type { NoticeView } from '@kerb/contract';
import CloseOutlined from '@mui/icons-material/CloseOutlined';
import NotificationsNoneOutlined from '@mui/icons-material/NotificationsNoneOutlined';
import Box from '@mui/material/Box';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState, ErrorState, Loading } from '../../ui/page-states.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { Placeholder } from '../../ui/placeholder.tsx';
import { NoticeRow } from './notice-row.tsx';
import { type NoticeList, useNoticeList } from './use-notice-list.ts';

export interface NoticePanelProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

const keyOf = ({ id }: NoticeView): string => id;

export function NoticePanel({ open, onClose }: NoticePanelProps) {
  const { t } = useTranslation();
  const titleId = useId();
  return (
    <Drawer
      anchor="right"
      open={open}
      onClose={onClose}
      sx={{ zIndex: 'modal' }}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-modal': true,
          'aria-labelledby': titleId,
          sx: { width: { xs: '100%', sm: 420 }, bgcolor: 'background.default' },
        },
      }}
    >
      <Box
        sx={{
          position: 'sticky',
          top: 0,
          zIndex: 1,
          display: 'flex',
          alignItems: 'center',
          gap: 1,
          minHeight: 64,
          paddingInlineStart: 2.5,
          paddingInlineEnd: 1,
          bgcolor: 'background.default',
          borderBottom: '1px solid',
          borderColor: 'divider',
        }}
      >
        <Typography id={titleId} variant="h4" component="h2" sx={{ flex: 1 }}>
          {t('notices_title')}
        </Typography>
        <IconButton aria-label={t('close')} onClick={onClose} sx={{ minWidth: 44, minHeight: 44 }}>
          <CloseOutlined />
        </IconButton>
      </Box>
      <Box sx={{ p: 2 }}>{open && <Notices onClose={onClose} />}</Box>
    </Drawer>
  );
}

function Notices({ onClose }: Omit<NoticePanelProps, 'open'>) {
  const { t } = useTranslation();
  const notices: NoticeList = useNoticeList();
  const { items, problem, retry } = notices.list;
  if (items === null)
    return problem === null ? <NoticesSkeleton /> : <ErrorState problem={problem} onRetry={retry} />;
  if (items.length === 0)
    return (
      <EmptyState
        icon={<NotificationsNoneOutlined />}
        title={t('notices_none')}
        text={t('notices_none_text')}
      />
    );
  return (
    <PagedList
      label={t('notices_title')}
      list={notices.list}
      keyOf={keyOf}
      render={(notice) => <NoticeRow notice={notice} isNew={notices.isNew(notice)} onOpen={onClose} />}
    />
  );
}

function NoticesSkeleton() {
  return (
    <Loading>
      <Box sx={{ display: 'grid', gap: 1 }}>
        {[1, 2, 3, 4, 5].map((row) => (
          <Placeholder key={row} height={84} />
        ))}
      </Box>
    </Loading>
  );
}
