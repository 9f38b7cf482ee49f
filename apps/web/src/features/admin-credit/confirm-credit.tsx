// Confirmation dialog before a credit: shows the wallet's owner, and the balance before and after.
import Box from '@mui/material/Box';
import { skipToken } from '@reduxjs/toolkit/query/react';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { useFormat } from '../../lib/use-format.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Money } from '../../ui/money.tsx';
import { useLastShown } from '../../ui/use-last-shown.ts';
import { Holder } from './holder-picker.tsx';
import type { Credit } from './use-credit.ts';

interface ConfirmCreditProps {
  /** Null closes the dialog. */
  readonly credit: Credit | null;
  readonly busy: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/**
 * The balance, read when the confirmation opens: the one of the search result is older, and may lack a credit whose
 * response was lost. Null until it arrives, and when it cannot be read.
 */
function useBalance(credit: Credit | null): number | null {
  const asked = credit ? { params: { id: credit.person.id } } : skipToken;
  const { currentData, isFetching, isError } = answers.getUser.useQuery(asked, {
    refetchOnMountOrArgChange: true,
  });
  return isFetching || isError ? null : (currentData?.walletBalance ?? null);
}

export function ConfirmCredit({ credit: asked, ...dialog }: ConfirmCreditProps) {
  const credit = useLastShown(asked);
  const { t } = useTranslation();
  const { money } = useFormat();
  const before = useBalance(asked);
  const amount = money(credit?.amount ?? 0);
  return (
    <ConfirmDialog
      {...dialog}
      open={asked !== null}
      title={t('credit_confirm_title', { amount })}
      confirmText={t('credit_confirm', { amount })}
    >
      {credit && (
        <Box sx={{ display: 'grid', gap: 2 }}>
          <Holder person={credit.person} withBalance={false} />
          <Box
            component="dl"
            sx={{
              m: 0,
              p: 2,
              borderRadius: '12px',
              bgcolor: 'background.subtle',
              display: 'grid',
              gridTemplateColumns: '1fr auto',
              rowGap: 0.5,
              '& dd': { m: 0 },
            }}
          >
            <dt>{t('credit_before')}</dt>
            <dd>{before === null ? '—' : <Money amount={before} />}</dd>
            <dt>{t('credit_after')}</dt>
            <dd>{before === null ? '—' : <Money strong amount={before + credit.amount} />}</dd>
          </Box>
        </Box>
      )}
    </ConfirmDialog>
  );
}
