// "editCancellationReason": what riders and drivers choose from when they cancel, ten a page.
import { fetchCancelReasons } from '@kerb/sdk/store';
import type { CancelReason } from '@kerb/sdk/store/console';
import AddOutlined from '@mui/icons-material/AddOutlined';
import EventBusyOutlined from '@mui/icons-material/EventBusyOutlined';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Snackbar from '@mui/material/Snackbar';
import Typography from '@mui/material/Typography';
import { type ReactNode, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useKerbDispatch } from '../../lib/store.ts';
import { useLiveRefresh } from '../../lib/use-live-refresh.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { CompactButton } from '../../ui/compact-button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { useTablePage } from '../../ui/data-table/use-table-page.ts';
import { useTableQuery } from '../../ui/data-table/use-table-query.ts';
import { EmptyState } from '../../ui/page-states.tsx';
import { useLastShown } from '../../ui/use-last-shown.ts';
import { pageOfReasons } from './page-of-reasons.ts';
import { useReasonColumns } from './reason-columns.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { useReasonEdits } from './use-reason-edits.ts';

/** Ten a page (specification §9), or more for whoever wants more. */
const sizes = [10, 25, 50] as const;
const rowId = ({ value }: CancelReason) => String(value);
const rowLabel = ({ label }: CancelReason) => label;

interface ReasonListProps {
  /** The screen's frame around the list, with the button that adds a reason where reasons can be edited. */
  readonly frame: (add: ReactNode, list: ReactNode) => ReactNode;
}

export function ReasonList({ frame }: ReasonListProps) {
  const { t } = useTranslation();
  const dispatch = useKerbDispatch();
  const editable = useSettings()?.AllowCriticalEditsAdmin ?? false;
  const state = useTableQuery({ sort: 'value', order: 'asc', sortable: [], sizes });
  const { q, limit, cursor } = state.query;
  const load = useCallback(
    async (signal: AbortSignal) => {
      const call = dispatch(fetchCancelReasons());
      signal.addEventListener('abort', () => call.abort());
      return pageOfReasons(await call.unwrap(), { q, limit, cursor });
    },
    [dispatch, q, limit, cursor],
  );
  const rows = useTablePage(load);
  useLiveRefresh('catalog', rows.reload);
  const edits = useReasonEdits(rows.reload);
  const { ask } = edits;
  const columns = useReasonColumns({
    editable,
    onEdit: useCallback((reason) => ask({ what: 'edit', reason }), [ask]),
    onDelete: useCallback((reason) => ask({ what: 'delete', reason }), [ask]),
  });
  const add = () => ask({ what: 'add' });
  return (
    <>
      {frame(
        editable && (
          <CompactButton variant="contained" icon={<AddOutlined />} text={t('reason_add')} onClick={add} />
        ),
        <DataTable
          name="cancel-reasons"
          label={t('reasons_label')}
          columns={columns}
          rowId={rowId}
          rowLabel={rowLabel}
          state={state}
          rows={rows}
          searchLabel={t('reasons_search')}
          empty={
            <EmptyState
              icon={<EventBusyOutlined />}
              title={t('no_cancel_reason')}
              text={q === '' ? t('no_cancel_reason_text') : t('no_cancel_reason_match')}
              action={
                editable &&
                q === '' && (
                  <Button variant="outlined" onClick={add}>
                    {t('reason_add')}
                  </Button>
                )
              }
            />
          }
        />,
      )}
      <ReasonDialogs edits={edits} reload={rows.reload} />
    </>
  );
}

function ReasonDialogs({ edits, reload }: { edits: ReturnType<typeof useReasonEdits>; reload: () => void }) {
  const { t } = useTranslation();
  const { asked, done } = edits;
  const doomed = asked?.what === 'delete' ? asked.reason : null;
  const lastDoomed = useLastShown(doomed);
  const lastDone = useLastShown(done);
  return (
    <>
      {(asked?.what === 'add' || asked?.what === 'edit') && (
        <ReasonDialog
          reason={asked.what === 'edit' ? asked.reason : null}
          onClose={edits.close}
          onSaved={edits.saved}
          onOutdated={reload}
        />
      )}
      <ConfirmDialog
        open={doomed !== null}
        title={t('reason_delete_title', { label: lastDoomed?.label ?? '' })}
        confirmText={t('reason_delete')}
        destructive
        busy={edits.busy}
        onConfirm={() => doomed && edits.remove(doomed)}
        onClose={edits.close}
      >
        <Typography>{t('reason_delete_text')}</Typography>
      </ConfirmDialog>
      <AlertDialog message={edits.alert} onClose={edits.closeAlert} />
      <Snackbar
        open={done !== null}
        autoHideDuration={6000}
        onClose={edits.forget}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'center' }}
      >
        <Alert severity="success" variant="filled" onClose={edits.forget} closeText={t('close')}>
          {t(`reason_${lastDone?.what ?? 'saved'}`, { label: lastDone?.label ?? '' })}
        </Alert>
      </Snackbar>
    </>
  );
}
