// Wallet transactions, newest first, with the balance after each and the ride it belongs to.
import type { WalletEntry } from '@kerb/contract';
import ReceiptLongOutlined from '@mui/icons-material/ReceiptLongOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { entryText } from '../../lib/entry-text.ts';
import { useAuth } from '../../lib/use-auth.ts';
import { useFormat } from '../../lib/use-format.ts';
import { Link } from '../../ui/link.tsx';
import { EmptyState, ErrorState, Loading } from '../../ui/page-states.tsx';
import { pagedEntries, pageLength } from '../../ui/paged-entries.ts';
import { PagedList } from '../../ui/paged-list.tsx';
import { Placeholder } from '../../ui/placeholder.tsx';

interface WalletHistoryProps {
  readonly tripPath: (booking: string) => string;
}

export function WalletHistory({ tripPath }: WalletHistoryProps) {
  const { t } = useTranslation();
  const list = pagedEntries(answers.getWalletPages.useInfiniteQuery({ query: { limit: pageLength } }));
  if (list.items === null) {
    if (list.problem !== null) return <ErrorState problem={list.problem} onRetry={list.retry} />;
    return (
      <Loading>
        <Box sx={{ display: 'grid', gap: 1 }}>
          {[1, 2, 3, 4].map((row) => (
            <Placeholder key={row} height={72} />
          ))}
        </Box>
      </Loading>
    );
  }
  if (list.items.length === 0)
    return (
      <EmptyState
        icon={<ReceiptLongOutlined />}
        title={t('wallet_empty')}
        heading="h2"
        text={t('wallet_empty_text')}
      />
    );
  return (
    <PagedList
      label={t('wallet_history')}
      list={list}
      keyOf={({ id }) => id}
      render={(entry) => <EntryRow entry={entry} tripPath={tripPath} />}
    />
  );
}

function EntryRow({ entry, tripPath }: { entry: WalletEntry } & Pick<WalletHistoryProps, 'tripPath'>) {
  const { t } = useTranslation();
  const { money, dateTime } = useFormat();
  const isIn = entry.type === 'Credit';
  const { user } = useAuth();
  const what = t(entryText(entry, user?.usertype));
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr) auto',
        columnGap: 2,
        rowGap: 0.25,
        px: 2,
        py: 1.5,
      }}
    >
      <Typography sx={{ fontWeight: 620 }}>
        {entry.booking === null ? (
          what
        ) : (
          <Box component={Link} to={tripPath(entry.booking)} sx={{ color: 'inherit' }}>
            {what}
          </Box>
        )}
      </Typography>
      <Typography
        className="tabular"
        sx={{ textAlign: 'end', fontWeight: 680, color: isIn ? 'success.main' : 'text.primary' }}
      >
        {money(isIn ? entry.amount : -entry.amount)}
      </Typography>
      <Typography variant="body2" color="text.secondary">
        {dateTime(entry.date)}
      </Typography>
      <Typography variant="body2" color="text.secondary" className="tabular" sx={{ textAlign: 'end' }}>
        {t('entry_balance', { amount: money(entry.balance) })}
      </Typography>
      {entry.reason !== null && (
        <Typography
          variant="body2"
          color="text.secondary"
          sx={{ gridColumn: '1 / -1', overflowWrap: 'anywhere' }}
        >
          {entry.reason}
        </Typography>
      )}
    </Box>
  );
}
