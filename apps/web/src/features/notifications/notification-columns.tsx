// Column definitions of broadcast messages: content, audience, and delivery progress.
import type { NotificationView } from '@kerb/contract';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import SendOutlined from '@mui/icons-material/SendOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import LinearProgress from '@mui/material/LinearProgress';
import Tooltip from '@mui/material/Tooltip';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/use-format.ts';
import type { TableColumn } from '../../ui/data-table/table-column.ts';
import { MomentCell } from '../../ui/moment-cell.tsx';
import { OwnText } from '../../ui/own-text.tsx';
import { type Tone, ToneChip } from '../../ui/tone-chip.tsx';

interface RowActions {
  readonly onSend: (message: NotificationView) => void;
  readonly onEdit: (message: NotificationView) => void;
  readonly onDelete: (message: NotificationView) => void;
}

const tones: Record<NotificationView['status'], Tone> = { draft: 'waiting', sending: 'moving', sent: 'done' };

/** Number of recipients reached, with a progress bar while the message is being sent. */
function Progress({ message }: { message: NotificationView }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { status, matched, sent, failed } = message;
  const text = t('notifications_progress', { sent: number(sent), matched: number(matched) });
  const done = matched === 0 ? 100 : Math.min(100, ((sent + failed) / matched) * 100);
  return (
    <Box sx={{ width: '100%', display: 'grid', gap: 0.5 }}>
      <Box component="span" className="tabular">
        {text}
        {failed > 0 && (
          <Box component="span" sx={{ color: 'error.main', marginInlineStart: 1 }}>
            {t('notifications_failed', { count: failed, failed: number(failed) })}
          </Box>
        )}
      </Box>
      {status === 'sending' && (
        <LinearProgress
          variant="determinate"
          value={done}
          aria-label={text}
          color="secondary"
          sx={{ height: 5, borderRadius: 3 }}
        />
      )}
    </Box>
  );
}

function Action(props: { text: string; icon: ReactNode; onClick: () => void }) {
  return (
    <Tooltip title={props.text}>
      <IconButton aria-label={props.text} onClick={props.onClick}>
        {props.icon}
      </IconButton>
    </Tooltip>
  );
}

function Actions({ message, ...on }: RowActions & { message: NotificationView }) {
  const { t } = useTranslation();
  const { title, status } = message;
  return (
    <Box sx={{ display: 'flex', gap: 0.5, justifyContent: 'flex-end', width: '100%' }}>
      {status === 'draft' && (
        <>
          <Action
            text={t('notifications_send_of', { title })}
            icon={<SendOutlined fontSize="small" />}
            onClick={() => on.onSend(message)}
          />
          <Action
            text={t('notifications_edit_of', { title })}
            icon={<EditOutlined fontSize="small" />}
            onClick={() => on.onEdit(message)}
          />
        </>
      )}
      {status !== 'sending' && (
        <Action
          text={t('notifications_delete_of', { title })}
          icon={<DeleteOutlined fontSize="small" />}
          onClick={() => on.onDelete(message)}
        />
      )}
    </Box>
  );
}

export function useNotificationColumns({ onSend, onEdit, onDelete }: RowActions) {
  const { t } = useTranslation();
  return useMemo<readonly TableColumn<NotificationView>[]>(
    () => [
      {
        field: 'title',
        header: t('notifications_field_title'),
        render: ({ title }) => <OwnText strong text={title} />,
        width: 190,
        grow: 3,
        card: 'title' as const,
      },
      {
        field: 'body',
        header: t('notifications_field_body'),
        render: ({ body }) => <OwnText quiet text={body} />,
        width: 150,
        grow: 2,
        leaves: 3,
      },
      {
        field: 'audience',
        header: t('notifications_audience'),
        render: ({ usertype, devicetype }) =>
          t('notifications_audience_of', {
            people: t(usertype === 'All' ? 'notifications_usertype_All' : `notifications_to_${usertype}`),
            devices: t(
              devicetype === 'All' ? 'notifications_devicetype_All' : `notifications_to_${devicetype}`,
            ),
          }),
        width: 170,
        leaves: 2,
      },
      {
        field: 'status',
        header: t('notifications_status'),
        render: ({ status }) => (
          <ToneChip tone={tones[status]}>{t(`notifications_status_${status}`)}</ToneChip>
        ),
        width: 112,
        card: 'aside' as const,
      },
      {
        field: 'progress',
        header: t('notifications_reached'),
        // A draft has no recipients yet.
        render: (message) => (message.status === 'draft' ? null : <Progress message={message} />),
        width: 130,
      },
      {
        field: 'createdAt',
        header: t('notifications_created'),
        render: ({ startedAt, createdAt }) => <MomentCell at={startedAt ?? createdAt} />,
        width: 156,
        leaves: 1,
      },
      {
        field: 'actions',
        header: t('notifications_actions'),
        render: (message) => (
          <Actions message={message} onSend={onSend} onEdit={onEdit} onDelete={onDelete} />
        ),
        width: 152,
        card: 'badge' as const,
      },
    ],
    [t, onSend, onEdit, onDelete],
  );
}
