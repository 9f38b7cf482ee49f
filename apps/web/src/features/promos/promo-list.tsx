// List of all promos, searched, sorted and paged by the server, with an admin's actions.
import type { PromoSort } from '@kerb/contract';
import type { Promo } from '@kerb/domain/fare';
import AddOutlined from '@mui/icons-material/AddOutlined';
import LocalOfferOutlined from '@mui/icons-material/LocalOfferOutlined';
import Button from '@mui/material/Button';
import { type ReactNode, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { shownResponse } from '../../lib/shown-response.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { CompactButton } from '../../ui/compact-button.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { RowEditDialogs } from '../../ui/data-table/row-edit-dialogs.tsx';
import { type RowQuestion, useRowEdits } from '../../ui/data-table/use-row-edits.ts';
import { useTableQuery } from '../../ui/data-table/use-table-query.ts';
import { EmptyState } from '../../ui/page-states.tsx';
import { usePromoColumns } from './promo-columns.tsx';
import { PromoFormDialog } from './promo-form-dialog.tsx';

const sorts: readonly PromoSort[] = ['createdAt', 'promo_name', 'promo_validity', 'user_avail'];
const toSort = (field: string): PromoSort => sorts.find((sort) => sort === field) ?? 'createdAt';
const rowId = ({ id }: { id: string }) => id;
const rowLabel = ({ promo_name }: { promo_name: string }) => promo_name;

interface PromoListProps {
  /** Renders the screen's layout around the list; `add` is the button that adds a promo. */
  readonly frame: (add: ReactNode, list: ReactNode) => ReactNode;
}

export function PromoList({ frame }: PromoListProps) {
  const { t } = useTranslation();
  const state = useTableQuery({ sort: 'createdAt', order: 'desc', sortable: sorts });
  const { q, sort, order, limit, cursor } = state.query;
  const rows = shownResponse(
    answers.listPromos.useQuery({
      query: { sort: toSort(sort), order, limit, q: q || undefined, cursor: cursor ?? undefined },
    }),
  );
  const [remove] = answers.deletePromo.useMutation();
  const critical = useSettings()?.AllowCriticalEditsAdmin ?? false;
  const edits = useRowEdits<Promo>({
    nameOf: rowLabel,
    remove: ({ id }) => remove({ params: { id } }).unwrap(),
    // In demonstration mode pressing a button shows why it has no effect; only adding is allowed (specification §5).
    refuse: useCallback(
      ({ what }: RowQuestion<Promo>) => (what === 'add' || critical ? null : 'demo_mode'),
      [critical],
    ),
  });
  const { ask } = edits;
  const columns = usePromoColumns({
    onEdit: useCallback((promo) => ask({ what: 'edit', row: promo }), [ask]),
    onDelete: useCallback((promo) => ask({ what: 'delete', row: promo }), [ask]),
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
      <RowEditDialogs
        edits={edits}
        form={(promo) => <PromoFormDialog promo={promo} onClose={edits.close} onSaved={edits.saved} />}
        deleteTitle={(name) => t('promos_delete_title', { name })}
        deleteText={t('promos_delete_text')}
        deleteAction={t('promos_delete')}
        doneText={({ what, name }) => t(`promos_${what}`, { name })}
      />
    </>
  );
}
