// The latest transactions, each expandable to its entries, to explain every balance.

import type { LedgerTransactionView } from '@kerb/contract';
import { type ProviderName, providerName } from '@kerb/domain/payment';
import { isolated } from '@kerb/texts';
import ExpandMoreRounded from '@mui/icons-material/ExpandMoreRounded';
import ReceiptLongOutlined from '@mui/icons-material/ReceiptLongOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { paths } from '../../lib/paths.ts';
import { useMoment } from '../../lib/use-moment.ts';
import { Link } from '../../ui/link.tsx';
import { Money } from '../../ui/money.tsx';
import { EmptyState, ErrorState, Loading } from '../../ui/page-states.tsx';
import { pagedEntries, pageLength } from '../../ui/paged-entries.ts';
import { PagedList } from '../../ui/paged-list.tsx';
import { Placeholder } from '../../ui/placeholder.tsx';
import { useAccountTexts } from './account-texts.ts';

type Transaction = LedgerTransactionView;
type Entry = Transaction['entries'][number];

/** Amount moved by a transaction: the sum of its positive entries, rounded to the ledger's six decimals. */
const moved = ({ entries }: Transaction): number =>
  Number(entries.reduce((sum, { amount }) => sum + Math.max(amount, 0), 0).toFixed(6));

/** Names of all users whose wallets the transaction changed, without duplicates. */
const namesIn = ({ entries }: Transaction): string[] => [
  ...new Set(entries.flatMap(({ owner, name }) => (owner === null || name === '' ? [] : [name]))),
];

const providerOf = ({ name }: Entry): ProviderName | null =>
  providerName.options.find((provider) => provider === name) ?? null;

/** Entries have no id and never change, so their index serves as the key. */
const numbered = (entries: readonly Entry[]): [number: number, entry: Entry][] => [...entries.entries()];

function EntryLine({ entry }: { entry: Entry }) {
  const textsOf = useAccountTexts();
  const account = textsOf({ kind: entry.account, provider: providerOf(entry) });
  return (
    <Box component="li" sx={{ display: 'flex', gap: 2, py: 0.5, justifyContent: 'space-between' }}>
      <span>
        {entry.owner !== null && entry.name !== '' ? (
          <>
            <Box
              component={Link}
              to={paths.person(entry.owner)}
              sx={{ color: 'inherit', textUnderlineOffset: 3 }}
            >
              <bdi>{entry.name}</bdi>
            </Box>
            {' · '}
            {account.name}
          </>
        ) : (
          account.name
        )}
      </span>
      <Money amount={entry.amount} />
    </Box>
  );
}

function TransactionLine({ transaction }: { transaction: Transaction }) {
  const { t } = useTranslation();
  const moment = useMoment();
  const { kind, at, reason, booking, txRef, entries } = transaction;
  return (
    <Box component="details" sx={{ '&[open] .marker': { transform: 'rotate(180deg)' } }}>
      <Box
        component="summary"
        sx={{
          display: 'flex',
          gap: 1.5,
          alignItems: 'center',
          px: 2,
          py: 1.5,
          cursor: 'pointer',
          listStyle: 'none',
          '&::-webkit-details-marker': { display: 'none' },
          '&:hover': { bgcolor: 'background.subtle' },
          '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: -2 },
        }}
      >
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography component="div" sx={{ fontWeight: 600 }}>
            {t(`tx_${kind}`)}
          </Typography>
          <Typography
            component="div"
            variant="body2"
            color="text.secondary"
            sx={{ overflowWrap: 'anywhere' }}
          >
            {namesIn(transaction).map((name) => (
              <Fragment key={name}>
                <bdi>{name}</bdi>
                {' · '}
              </Fragment>
            ))}
            {moment(at)}
            {reason !== null && (
              <>
                {' · '}
                <bdi>{reason}</bdi>
              </>
            )}
          </Typography>
        </Box>
        <Money strong amount={moved(transaction)} />
        <ExpandMoreRounded className="marker" aria-hidden="true" sx={{ color: 'text.secondary' }} />
      </Box>
      <Box sx={{ px: 2, pt: 0.5, pb: 2 }}>
        <Typography variant="body2" sx={{ pb: 1.5 }}>
          {t(`tx_${kind}_why`)}
        </Typography>
        <Box
          component="ul"
          sx={{ listStyle: 'none', m: 0, p: 1.5, px: 2, borderRadius: '12px', bgcolor: 'background.subtle' }}
        >
          {numbered(entries).map(([number, entry]) => (
            <EntryLine key={number} entry={entry} />
          ))}
        </Box>
        {booking !== null ? (
          <Typography variant="body2" sx={{ pt: 1.5 }}>
            <Link to={paths.booking(booking)}>{t('tx_open_trip')}</Link>
          </Typography>
        ) : (
          kind !== 'admin_credit' && (
            <Typography variant="body2" color="text.secondary" sx={{ pt: 1.5, overflowWrap: 'anywhere' }}>
              {t('tx_ref', { reference: isolated(txRef) })}
            </Typography>
          )
        )}
      </Box>
    </Box>
  );
}

function TransactionsSkeleton() {
  return (
    <Loading>
      <Box sx={{ display: 'grid', gap: '2px' }}>
        {['a', 'b', 'c', 'd', 'e'].map((row) => (
          <Placeholder key={row} height={68} />
        ))}
      </Box>
    </Loading>
  );
}

export function TransactionList() {
  const { t } = useTranslation();
  const list = pagedEntries(
    answers.listLedgerTransactionsPages.useInfiniteQuery({ query: { limit: pageLength } }),
  );
  if (list.items === null)
    return list.problem === null ? (
      <TransactionsSkeleton />
    ) : (
      <ErrorState problem={list.problem} onRetry={list.retry} />
    );
  if (list.items.length === 0)
    return <EmptyState icon={<ReceiptLongOutlined />} title={t('tx_none')} text={t('tx_none_text')} />;
  return (
    <PagedList
      label={t('tx_title')}
      list={list}
      keyOf={({ id }) => id}
      render={(transaction) => <TransactionLine transaction={transaction} />}
    />
  );
}
