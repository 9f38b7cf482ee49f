// Column definitions of the withdrawal requests; bank details only where the operator stores them (specification §6).
import type { Withdraw } from '@kerb/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../lib/paths.ts';
import { useSettings } from '../../lib/use-settings.ts';
import type { TableColumn } from '../../ui/data-table/table-column.ts';
import { Link } from '../../ui/link.tsx';
import { MomentCell } from '../../ui/moment-cell.tsx';
import { Money } from '../../ui/money.tsx';
import { type Tone, ToneChip } from '../../ui/tone-chip.tsx';

type Column = TableColumn<Withdraw>;

export interface WithdrawActions {
  /** True when the rows contain requests that can still be decided. */
  readonly withActions: boolean;
  readonly onProcess: (withdraw: Withdraw) => void;
  readonly onReturn: (withdraw: Withdraw) => void;
}

type WithdrawState = 'pending' | 'processed' | 'returned';

function stateOf({ processed, returned }: Pick<Withdraw, 'processed' | 'returned'>): WithdrawState {
  if (processed) return 'processed';
  return returned === null ? 'pending' : 'returned';
}

const tones: Record<WithdrawState, Tone> = { pending: 'due', processed: 'done', returned: 'stopped' };

function WithdrawChip({ withdraw }: { withdraw: Withdraw }) {
  const { t } = useTranslation();
  const state = stateOf(withdraw);
  const chip = <ToneChip tone={tones[state]}>{t(`withdraws_state_${state}`)}</ToneChip>;
  return withdraw.returned === null ? chip : <span title={withdraw.returned.reason}>{chip}</span>;
}

/** Null when the server withholds it; '' when the user has not provided it. */
function BankText({ value }: { value: string | null }) {
  const { t } = useTranslation();
  if (value) return <bdi>{value}</bdi>;
  return (
    <Box component="span" sx={{ color: 'text.secondary' }}>
      {value === null ? t('money_hidden') : t('money_none')}
    </Box>
  );
}

function Name({ withdraw }: { withdraw: Withdraw }) {
  const { t } = useTranslation();
  if (withdraw.name === '') return <Box sx={{ color: 'text.secondary' }}>{t('money_unnamed')}</Box>;
  return (
    <Box
      component={Link}
      to={paths.person(withdraw.uid)}
      dir="auto"
      sx={{
        color: 'inherit',
        fontWeight: 600,
        textUnderlineOffset: 3,
        '&:not(:hover)': { textDecoration: 'none' },
      }}
    >
      {withdraw.name}
    </Box>
  );
}

function Actions({
  withdraw,
  onProcess,
  onReturn,
}: Omit<WithdrawActions, 'withActions'> & { withdraw: Withdraw }) {
  const { t } = useTranslation();
  if (stateOf(withdraw) !== 'pending') return null;
  const name = withdraw.name || t('money_unnamed');
  return (
    <Box sx={{ display: 'flex', gap: 1 }}>
      <Button
        size="small"
        variant="contained"
        aria-label={t('withdraws_process_of', { name })}
        onClick={() => onProcess(withdraw)}
      >
        {t('withdraws_process')}
      </Button>
      <Button size="small" aria-label={t('withdraws_return_of', { name })} onClick={() => onReturn(withdraw)}>
        {t('withdraws_return')}
      </Button>
    </Box>
  );
}

export function useWithdrawColumns({ withActions, onProcess, onReturn }: WithdrawActions): readonly Column[] {
  const { t } = useTranslation();
  const withBank = useSettings()?.bank_fields ?? false;
  return useMemo(() => {
    const bank = (['bankName', 'bankCode', 'bankAccount'] as const).map(
      (field, index): Column => ({
        field,
        header: t(`withdraws_${field}`),
        render: (withdraw) => <BankText value={withdraw[field]} />,
        width: 116,
        // Of the bank columns the account is hidden last on narrow screens, because a transfer needs it most.
        leaves: [3, 5, 2][index] ?? 5,
      }),
    );
    const actions: Column = {
      field: 'actions',
      header: t('withdraws_actions'),
      render: (withdraw) => <Actions withdraw={withdraw} onProcess={onProcess} onReturn={onReturn} />,
      width: 176,
      card: 'badge',
    };
    return [
      {
        field: 'name',
        header: t('withdraws_name'),
        render: (withdraw) => <Name withdraw={withdraw} />,
        width: 140,
        grow: 2,
        card: 'title',
      },
      {
        field: 'amount',
        header: t('withdraws_amount'),
        render: ({ amount }) => <Money strong amount={amount} />,
        width: 110,
        align: 'end',
      },
      {
        field: 'date',
        header: t('withdraws_date'),
        render: ({ date }) => <MomentCell at={date} />,
        width: 124,
        leaves: 1,
      },
      ...(withBank ? bank : []),
      {
        field: 'processed',
        header: t('withdraws_processed'),
        render: (withdraw) => <WithdrawChip withdraw={withdraw} />,
        width: 120,
        card: 'aside',
      },
      {
        field: 'procesDate',
        header: t('withdraws_procesDate'),
        render: ({ procesDate, returned }) =>
          procesDate === null && returned === null ? (
            '–'
          ) : (
            <MomentCell at={procesDate ?? returned?.at ?? 0} />
          ),
        width: 124,
        leaves: 4,
      },
      ...(withActions ? [actions] : []),
    ] satisfies Column[];
  }, [t, withBank, withActions, onProcess, onReturn]);
}
