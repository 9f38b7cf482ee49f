// Names of the ledger's accounts, with a sentence on the meaning of each.

import type { LedgerState } from '@kerb/contract';
import { providerTitles } from '@kerb/domain/payment';
import { isolated } from '@kerb/texts';
import { useTranslation } from 'react-i18next';

type Account = Pick<LedgerState['accounts'][number], 'kind' | 'provider'>;

const kinds = [
  'rider',
  'driver',
  'fleet',
  'platform_revenue',
  'promo_expense',
  'referral_expense',
  'refund_expense',
  'admin_credit',
  'cash_in_hand',
  'payments_held',
  'withdrawals_payable',
  'bank',
] as const;

/** An account without a text is shown by its internal name. */
export function useAccountTexts(): (account: Account) => { name: string; text: string } {
  const { t } = useTranslation();
  return ({ kind, provider }) => {
    if (kind === 'provider_clearing')
      return {
        name: provider
          ? t('account_provider_clearing', { provider: isolated(providerTitles[provider]) })
          : t('account_provider_clearing_none'),
        text: t('account_provider_clearing_text'),
      };
    const known = kinds.find((one) => one === kind);
    return known
      ? { name: t(`account_${known}`), text: t(`account_${known}_text`) }
      : { name: kind, text: '' };
  };
}
