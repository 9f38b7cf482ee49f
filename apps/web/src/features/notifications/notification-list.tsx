// List of the admins' broadcast messages with their delivery progress.
import type { NotificationView } from '@kerb/contract';
import AddOutlined from '@mui/icons-material/AddOutlined';
import CampaignOutlined from '@mui/icons-material/CampaignOutlined';
import Button from '@mui/material/Button';
import { type ReactNode, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { shownResponse } from '../../lib/shown-response.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { CompactButton } from '../../ui/compact-button.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { RowEditDialogs } from '../../ui/data-table/row-edit-dialogs.tsx';
import { useRowEdits } from '../../ui/data-table/use-row-edits.ts';
import { useTableQuery } from '../../ui/data-table/use-table-query.ts';
import { EmptyState } from '../../ui/page-states.tsx';
import { useNotificationColumns } from './notification-columns.tsx';
import { NotificationDialog } from './notification-dialog.tsx';
import { SendDialog } from './send-dialog.tsx';

const rowId = ({ id }: { id: string }) => id;
const rowLabel = ({ title }: { title: string }) => title;

interface NotificationListProps {
  /** Renders the screen's layout around the list; `add` is the button that writes a message. */
  readonly frame: (add: ReactNode, list: ReactNode) => ReactNode;
}

function useRows() {
  const state = useTableQuery({ sort: 'createdAt', order: 'desc', sortable: [] });
  const { q, limit, cursor } = state.query;
  const query = { limit, q: q || undefined, cursor: cursor ?? undefined };
  return { state, rows: shownResponse(answers.listNotifications.useQuery({ query })), q };
}

export function NotificationList({ frame }: NotificationListProps) {
  const { t } = useTranslation();
  const { state, rows, q } = useRows();
  const [remove] = answers.deleteNotification.useMutation();
  const critical = useSettings()?.AllowCriticalEditsAdmin ?? false;
  const [sending, setSending] = useState<NotificationView | null>(null);
  const edits = useRowEdits<NotificationView>({
    nameOf: rowLabel,
    remove: ({ id }) => remove({ params: { id } }).unwrap(),
    // In demonstration mode the buttons are enabled, and pressing one shows why it has no effect.
    refuse: useCallback(() => (critical ? null : 'demo_mode'), [critical]),
  });
  const { ask } = edits;
  const columns = useNotificationColumns({
    onSend: setSending,
    onEdit: useCallback((row) => ask({ what: 'edit', row }), [ask]),
    onDelete: useCallback((row) => ask({ what: 'delete', row }), [ask]),
  });
  const add = () => ask({ what: 'add' });
  return (
    <>
      {frame(
        <CompactButton
          variant="contained"
          icon={<AddOutlined />}
          text={t('notifications_add')}
          onClick={add}
        />,
        <DataTable
          name="notifications"
          label={t('notifications_label')}
          columns={columns}
          rowId={rowId}
          rowLabel={rowLabel}
          state={state}
          rows={rows}
          searchLabel={t('notifications_search')}
          empty={
            <EmptyState
              icon={<CampaignOutlined />}
              title={t('no_notifications')}
              text={q === '' ? t('no_notifications_text') : t('no_notifications_match')}
              action={
                q === '' && (
                  <Button variant="outlined" onClick={add}>
                    {t('notifications_add')}
                  </Button>
                )
              }
            />
          }
        />,
      )}
      <SendDialog message={sending} onClose={() => setSending(null)} />
      <RowEditDialogs
        edits={edits}
        form={(message) => (
          <NotificationDialog message={message} onClose={edits.close} onSaved={edits.saved} />
        )}
        deleteTitle={(title) => t('notifications_delete_title', { title })}
        deleteText={t('notifications_delete_text')}
        deleteAction={t('notifications_delete')}
        doneText={({ what, name }) => t(`notifications_${what}`, { title: name })}
      />
    </>
  );
}
