// Column definitions of the cancellation reasons: text, value, and an admin's actions.
import { textIn } from '@kerb/domain/kernel';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { useFormat } from '../../lib/use-format.ts';
import type { TableColumn } from '../../ui/data-table/table-column.ts';
import type { CancelReason } from './page-of-reasons.ts';

type Column = TableColumn<CancelReason>;

export interface ReasonActions {
  /** False in demonstration mode, where reasons are read-only (specification §5). */
  readonly editable: boolean;
  readonly onEdit: (reason: CancelReason) => void;
  readonly onDelete: (reason: CancelReason) => void;
}

function Value({ value }: { value: number }) {
  const { number } = useFormat();
  return (
    <Box component="span" className="tabular" sx={{ color: 'text.secondary' }}>
      {number(value, 0)}
    </Box>
  );
}

/** The operator's text, whose writing direction depends on its language. */
function Label({ reason }: { reason: CancelReason }) {
  const { locale } = useLanguage();
  return (
    <Box
      component="bdi"
      sx={{ display: 'block', fontWeight: 600, overflowWrap: 'anywhere', whiteSpace: 'normal' }}
    >
      {textIn(reason, 'label', locale)}
    </Box>
  );
}

function Actions({ reason, onEdit, onDelete }: Omit<ReasonActions, 'editable'> & { reason: CancelReason }) {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const label = textIn(reason, 'label', locale);
  const edit = t('reason_edit_of', { label });
  const remove = t('reason_delete_of', { label });
  return (
    <Box sx={{ display: 'flex', gap: 0.5 }}>
      <Tooltip title={edit}>
        <IconButton aria-label={edit} onClick={() => onEdit(reason)}>
          <EditOutlined fontSize="small" />
        </IconButton>
      </Tooltip>
      <Tooltip title={remove}>
        <IconButton aria-label={remove} onClick={() => onDelete(reason)}>
          <DeleteOutlined fontSize="small" />
        </IconButton>
      </Tooltip>
    </Box>
  );
}

export function useReasonColumns({ editable, onEdit, onDelete }: ReasonActions): readonly Column[] {
  const { t } = useTranslation();
  return useMemo(() => {
    const words: Column[] = [
      {
        field: 'label',
        header: t('reason_label'),
        render: (reason) => <Label reason={reason} />,
        width: 220,
        grow: 3,
        card: 'title',
      },
      {
        field: 'value',
        header: t('reason_value'),
        render: ({ value }) => <Value value={value} />,
        width: 90,
        align: 'end',
      },
    ];
    const actions: Column = {
      field: 'actions',
      header: t('reason_actions'),
      render: (reason) => <Actions reason={reason} onEdit={onEdit} onDelete={onDelete} />,
      width: 120,
      card: 'badge',
    };
    return editable ? [...words, actions] : words;
  }, [t, editable, onEdit, onDelete]);
}
