// List of all ledger accounts with their meaning and balance; users' wallets of one kind are summed in one line.
import type { LedgerState } from '@kerb/contract';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/use-format.ts';
import { Money } from '../../ui/money.tsx';
import { useAccountTexts } from './account-texts.ts';

type Account = LedgerState['accounts'][number];

const people = ['rider', 'driver', 'fleet'];
const hasOwners = ({ kind }: Account): boolean => people.includes(kind);

/** Users' accounts first, then accounts with a balance, then those with a balance of 0. */
const inOrder = (accounts: readonly Account[]): Account[] => {
  const rank = (account: Account): number => (hasOwners(account) ? 0 : account.balance === 0 ? 2 : 1);
  return [...accounts].sort((one, other) => rank(one) - rank(other));
};

/**
 * The parts of the revenue; null without income from the operator's own vehicles, because all of it is fees then, and
 * for the answer of an older server, which does not divide the revenue.
 */
function RevenueParts({ fees, rent, commission }: Partial<LedgerState['revenue']>) {
  const { t } = useTranslation();
  const { money } = useFormat();
  if (fees === undefined || rent === undefined || commission === undefined) return null;
  if (rent === 0 && commission === 0) return null;
  return (
    <Typography component="div" variant="body2" color="text.secondary" className="tabular">
      {t('account_revenue_parts', {
        fees: money(fees),
        rent: money(rent),
        commission: money(commission),
      })}
    </Typography>
  );
}

interface AccountListProps extends Pick<LedgerState, 'accounts'> {
  /** Undefined in the answer of an older server, while the servers are updated. */
  readonly revenue: LedgerState['revenue'] | undefined;
}

export function AccountList({ accounts, revenue }: AccountListProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const textsOf = useAccountTexts();
  return (
    <Box
      component="ul"
      aria-label={t('books_accounts')}
      sx={{
        listStyle: 'none',
        m: 0,
        p: 0,
        border: '1px solid',
        borderColor: 'divider',
        borderRadius: '16px',
        overflow: 'hidden',
        '& > li + li': { borderTop: '1px solid', borderColor: 'divider' },
      }}
    >
      {inOrder(accounts).map((account) => {
        const { name, text } = textsOf(account);
        return (
          <Box
            component="li"
            key={`${account.kind} ${account.provider}`}
            sx={{ display: 'flex', gap: 2, alignItems: 'center', px: 2, py: 1.5, minHeight: 68 }}
          >
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <Typography component="div" sx={{ fontWeight: 600 }}>
                {name}
                {hasOwners(account) && (
                  <Box component="span" sx={{ color: 'text.secondary', fontWeight: 400 }}>
                    {' · '}
                    {t('books_people', { count: account.accounts, number: number(account.accounts) })}
                  </Box>
                )}
              </Typography>
              <Typography component="div" variant="body2" color="text.secondary">
                {text}
              </Typography>
              {account.kind === 'platform_revenue' && <RevenueParts {...revenue} />}
            </Box>
            <Money strong amount={account.balance} />
          </Box>
        );
      })}
    </Box>
  );
}
