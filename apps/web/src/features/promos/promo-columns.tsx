// Column definitions of the promos: discount, validity, and number of uses.
import type { Promo } from '@kerb/domain/fare';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/use-format.ts';
import type { TableColumn } from '../../ui/data-table/table-column.ts';
import { OwnText } from '../../ui/own-text.tsx';
import { PromoChip } from './promo-chip.tsx';

type Column = TableColumn<Promo>;

interface PromoActions {
  readonly onEdit: (promo: Promo) => void;
  readonly onDelete: (promo: Promo) => void;
}

/** The discount as text: "10 %, at most $U 50". */
function Discount({ promo }: { promo: Promo }) {
  const { t } = useTranslation();
  const { money, number } = useFormat();
  const { promo_discount_value: value, max_promo_discount_value: limit } = promo;
  switch (promo.promo_discount_type) {
    case 'flat':
      return <>{money(value)}</>;
    case 'percentage': {
      const percent = number(value, Number.isInteger(value) ? 0 : 2);
      return (
        <>
          {limit === null
            ? t('promos_percent', { percent })
            : t('promos_percent_limited', { percent, limit: money(limit) })}
        </>
      );
    }
  }
}

function Uses({ promo }: { promo: Promo }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const counts = { used: number(promo.user_avail), limit: number(promo.promo_usage_limit) };
  return (
    <Box component="span" className="tabular">
      {t('promos_uses', counts)}
    </Box>
  );
}

function Actions({ promo, onEdit, onDelete }: PromoActions & { promo: Promo }) {
  const { t } = useTranslation();
  const name = promo.promo_name;
  const edit = t('promos_edit_of', { name });
  const remove = t('promos_delete_of', { name });
  return (
    <Box sx={{ display: 'flex', gap: 0.5 }}>
      <Tooltip title={edit}>
        <IconButton aria-label={edit} onClick={() => onEdit(promo)}>
          <EditOutlined fontSize="small" />
        </IconButton>
      </Tooltip>
      <Tooltip title={remove}>
        <IconButton aria-label={remove} onClick={() => onDelete(promo)}>
          <DeleteOutlined fontSize="small" />
        </IconButton>
      </Tooltip>
    </Box>
  );
}

export function usePromoColumns({ onEdit, onDelete }: PromoActions): readonly Column[] {
  const { t } = useTranslation();
  const { money } = useFormat();
  const moment = usePromoMoment();
  return useMemo<readonly Column[]>(
    () => [
      {
        field: 'promo_name',
        header: t('promos_field_promo_name'),
        render: (promo) => <OwnText strong text={promo.promo_name} />,
        sortable: true,
        width: 150,
        grow: 1.4,
        card: 'title',
      },
      {
        field: 'promo_description',
        header: t('promos_field_promo_description'),
        render: (promo) => <OwnText quiet text={promo.promo_description} />,
        width: 150,
        grow: 2,
        leaves: 4,
      },
      {
        field: 'promo_discount_value',
        header: t('promos_discount'),
        render: (promo) => <Discount promo={promo} />,
        width: 196,
        grow: 1.4,
      },
      {
        field: 'min_order',
        header: t('promos_field_min_order'),
        render: (promo) => (promo.min_order > 0 ? money(promo.min_order) : t('promos_none')),
        width: 108,
        align: 'end',
        leaves: 3,
      },
      {
        field: 'promo_validity',
        header: t('promos_field_promo_validity'),
        render: (promo) => moment(promo.promo_validity),
        sortable: true,
        width: 200,
        leaves: 1,
      },
      {
        field: 'user_avail',
        header: t('promos_field_user_avail'),
        render: (promo) => <Uses promo={promo} />,
        sortable: true,
        width: 104,
        align: 'end',
      },
      {
        field: 'createdAt',
        header: t('promos_field_createdAt'),
        render: (promo) => moment(promo.createdAt),
        sortable: true,
        width: 190,
        optional: true,
      },
      {
        field: 'state',
        header: t('promos_state'),
        render: (promo) => <PromoChip promo={promo} />,
        width: 112,
        leaves: 2,
        card: 'aside',
      },
      {
        field: 'actions',
        header: t('promos_actions'),
        render: (promo) => <Actions promo={promo} onEdit={onEdit} onDelete={onDelete} />,
        width: 104,
        card: 'badge',
      },
    ],
    [t, money, moment, onEdit, onDelete],
  );
}

/** Returns a formatter for `at`, ms since the epoch: "Nov 21, 2026, 3:05 PM". */
function usePromoMoment(): (at: number) => string {
  const { t } = useTranslation();
  const { date, time } = useFormat();
  return useCallback((at) => t('promos_moment', { date: date(at), time: time(at) }), [t, date, time]);
}
