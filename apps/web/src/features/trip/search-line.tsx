// One or two sentences on the state of the search for a driver.
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/use-format.ts';
import { useNow } from '../../lib/use-now.ts';
import type { Search } from './use-search.ts';

interface SearchLineProps {
  /** Null while unknown. */
  readonly search: Search | null;
  /** Number of open offers, from the booking itself. */
  readonly requestedCount: number;
}

/** Times further ahead than this are shown with their date. */
const SAME_DAY_MS = 12 * 3_600_000;

export function SearchLine({ search, requestedCount }: SearchLineProps) {
  const { t } = useTranslation();
  const wasGivenBack = search !== null && search.outcome !== 'closed' && search.given_back_at !== null;
  return (
    <>
      {wasGivenBack && (
        <Box component="span" sx={{ display: 'block' }}>
          {t('search_given_back')}
        </Box>
      )}
      <CurrentSearch search={search} requestedCount={requestedCount} />
    </>
  );
}

function CurrentSearch({ search, requestedCount }: SearchLineProps) {
  const { t } = useTranslation();
  const { dateTime, duration, number, time } = useFormat();
  const now = useNow(search?.outcome === 'scheduled', 60_000);
  if (search === null || search.outcome === 'closed')
    return <>{requestedCount === 0 ? t('search_starting') : t('drivers_asked', { count: requestedCount })}</>;
  const { outcome, asked, round, widened, nearest_secs: nearest, ask_at: askAt } = search;
  switch (outcome) {
    case 'starting':
      return <>{t('search_starting')}</>;
    case 'no_candidates':
      return <>{t('search_none')}</>;
    case 'manual':
      return <>{t('search_manual')}</>;
    case 'scheduled': {
      const at = askAt ?? now;
      return <>{t('search_later', { time: at - now < SAME_DAY_MS ? time(at) : dateTime(at) })}</>;
    }
    case 'offered':
      return (
        <>
          {round > 1 && (
            <Box component="span" sx={{ display: 'block' }}>
              {t(widened ? 'search_again_wider' : 'search_again', { round: number(round) })}
            </Box>
          )}
          <Box component="span" sx={{ display: 'block' }}>
            {nearest === null
              ? t('drivers_asked', { count: asked })
              : t('search_asked_near', { count: asked, time: duration(nearest) })}
          </Box>
        </>
      );
  }
}
