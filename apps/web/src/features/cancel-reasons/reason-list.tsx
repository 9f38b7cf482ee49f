// Table of the reasons that riders and drivers choose from when they cancel, ten a page.
import { textIn } from '@kerb/domain/kernel';
import AddOutlined from '@mui/icons-material/AddOutlined';
import EventBusyOutlined from '@mui/icons-material/EventBusyOutlined';
import Button from '@mui/material/Button';
import { type ReactNode, useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { shownResponse } from '../../lib/shown-response.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { CompactButton } from '../../ui/compact-button.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { RowEditDialogs } from '../../ui/data-table/row-edit-dialogs.tsx';
import { useRowEdits } from '../../ui/data-table/use-row-edits.ts';
import { useTableQuery } from '../../ui/data-table/use-table-query.ts';
import { EmptyState } from '../../ui/page-states.tsx';
import { type CancelReason, pageOfReasons } from './page-of-reasons.ts';
import { useReasonColumns } from './reason-columns.tsx';
import { ReasonDialog } from './reason-dialog.tsx';

/** Ten rows a page by default (specification §9). */
const sizes = [10, 25, 50] as const;
const rowId = ({ value }: CancelReason) => String(value);

interface ReasonListProps {
  /**
   * Renders the screen's layout around the list; `add` is the button that adds a reason, where reasons can be edited.
   */
  readonly frame: (add: ReactNode, list: ReactNode) => ReactNode;
}

export function ReasonList({ frame }: ReasonListProps) {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const rowLabel = useCallback((reason: CancelReason) => textIn(reason, 'label', locale), [locale]);
  const editable = useSettings()?.AllowCriticalEditsAdmin ?? false;
  const state = useTableQuery({ sort: 'value', order: 'asc', sortable: [], sizes });
  const { q, limit, cursor } = state.query;
  const reasons = shownResponse(answers.getCancelReasons.useQuery());
  const { answer } = reasons;
  const page = useMemo(
    () => answer && pageOfReasons(answer.items, { q, limit, cursor }),
    [answer, q, limit, cursor],
  );
  const rows = { ...reasons, answer: page };
  const [remove] = answers.deleteCancelReason.useMutation();
  const edits = useRowEdits<CancelReason>({
    nameOf: rowLabel,
    remove: ({ value, label }) => remove({ params: { value }, query: { label } }).unwrap(),
  });
  const { ask } = edits;
  const columns = useReasonColumns({
    editable,
    onEdit: useCallback((reason) => ask({ what: 'edit', row: reason }), [ask]),
    onDelete: useCallback((reason) => ask({ what: 'delete', row: reason }), [ask]),
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
      <RowEditDialogs
        edits={edits}
        form={(reason) => <ReasonDialog reason={reason} onClose={edits.close} onSaved={edits.saved} />}
        deleteTitle={(label) => t('reason_delete_title', { label })}
        deleteText={t('reason_delete_text')}
        deleteAction={t('reason_delete')}
        doneText={({ what, name }) => t(`reason_${what}`, { label: name })}
      />
    </>
  );
}
