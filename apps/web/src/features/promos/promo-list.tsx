// "fetchPromos" and "editPromo": every promo, searched, sorted and paged by the server, and what an admin does to them.
import type { PromoSort } from '@kerb/contract';
import { fetchPromos } from '@kerb/sdk/store/console';
import AddOutlined from '@mui/icons-material/AddOutlined';
import LocalOfferOutlined from '@mui/icons-material/LocalOfferOutlined';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Snackbar from '@mui/material/Snackbar';
import Typography from '@mui/material/Typography';
import { type ReactNode, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useKerbDispatch } from '../../lib/store.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { CompactButton } from '../../ui/compact-button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { useTablePage } from '../../ui/data-table/use-table-page.ts';
import { useTableQuery } from '../../ui/data-table/use-table-query.ts';
import { EmptyState } from '../../ui/page-states.tsx';
import { useLastShown } from '../../ui/use-last-shown.ts';
import { usePromoColumns } from './promo-columns.tsx';
import { PromoFormDialog } from './promo-form-dialog.tsx';
import { usePromoEdits } from './use-promo-edits.ts';
import { usePromoRefresh } from './use-promo-refresh.ts';

const sorts: readonly PromoSort[] = ['createdAt', 'promo_name', 'promo_validity', 'user_avail'];
const toSort = (field: string): PromoSort => sorts.find((sort) => sort === field) ?? 'createdAt';
const rowId = ({ id }: { id: string }) => id;
const rowLabel = ({ promo_name }: { promo_name: string }) => promo_name;

interface PromoListProps {
  /** The screen's frame around the list, with the button that adds a promo. */
  readonly frame: (add: ReactNode, list: ReactNode) => ReactNode;
}

export function PromoList({ frame }: PromoListProps) {
  const { t } = useTranslation();
  const dispatch = useKerbDispatch();
  const state = useTableQuery({ sort: 'createdAt', order: 'desc', sortable: sorts });
  const { q, sort, order, limit, cursor } = state.query;
  const load = useCallback(
    async (signal: AbortSignal) => {
      const query = { sort: toSort(sort), order, limit };
      const call = dispatch(
        fetchPromos({ ...query, ...(q !== '' && { q }), ...(cursor !== null && { cursor }) }),
      );
      signal.addEventListener('abort', () => call.abort());
      return call.unwrap();
    },
    [dispatch, q, sort, order, limit, cursor],
  );
  const rows = useTablePage(load);
  usePromoRefresh(rows.reload);
  const edits = usePromoEdits(rows.reload);
  const { ask } = edits;
  const columns = usePromoColumns({
    onEdit: useCallback((promo) => ask({ what: 'edit', promo }), [ask]),
    onDelete: useCallback((promo) => ask({ what: 'delete', promo }), [ask]),
  });
  const add = () => ask({ what: 'add' });
  return (
    <>
      {frame(
        <CompactButton variant="contained" icon={<AddOutlined />} text={t('promos_add')} onClick={add} />,
        <DataTable
          name="promos"
          label={t('promos_label')}
          columns={columns}
          rowId={rowId}
          rowLabel={rowLabel}
          state={state}
          rows={rows}
          searchLabel={t('promos_search')}
          empty={
            <EmptyState
              icon={<LocalOfferOutlined />}
              title={t('no_promos')}
              text={q === '' ? t('no_promos_text') : t('no_promos_match')}
              action={
                q === '' && (
                  <Button variant="outlined" onClick={add}>
                    {t('promos_add')}
                  </Button>
                )
              }
            />
          }
        />,
      )}
      <PromoDialogs edits={edits} reload={rows.reload} />
    </>
  );
}

function PromoDialogs({ edits, reload }: { edits: ReturnType<typeof usePromoEdits>; reload: () => void }) {
  const { t } = useTranslation();
  const { asked, done } = edits;
  const doomed = asked?.what === 'delete' ? asked.promo : null;
  const lastDoomed = useLastShown(doomed);
  const lastDone = useLastShown(done);
  return (
    <>
      {(asked?.what === 'add' || asked?.what === 'edit') && (
        <PromoFormDialog
          promo={asked.what === 'edit' ? asked.promo : null}
          onClose={edits.close}
          onSaved={edits.saved}
          onOutdated={reload}
        />
      )}
      <ConfirmDialog
        open={doomed !== null}
        title={t('promos_delete_title', { name: lastDoomed?.promo_name ?? '' })}
        confirmText={t('promos_delete')}
        destructive
        busy={edits.busy}
        onConfirm={() => doomed && edits.remove(doomed)}
        onClose={edits.close}
      >
        <Typography>{t('promos_delete_text')}</Typography>
      </ConfirmDialog>
      <AlertDialog message={edits.alert} onClose={edits.closeAlert} />
      <Snackbar
        open={done !== null}
        autoHideDuration={6000}
        onClose={edits.forget}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'center' }}
      >
        <Alert severity="success" variant="filled" onClose={edits.forget} closeText={t('close')}>
          {t(`promos_${lastDone?.what ?? 'saved'}`, { name: lastDone?.name ?? '' })}
        </Alert>
      </Snackbar>
    </>
  );
}
