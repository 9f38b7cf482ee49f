// Requests of the last day that the driver did not get, each with the reason in a sentence.
import type { MissedRequest } from '@kerb/contract';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { shownResponse } from '../../lib/shown-response.ts';
import { useFormat } from '../../lib/use-format.ts';
import { ErrorState, Loading } from '../../ui/page-states.tsx';
import { Placeholder } from '../../ui/placeholder.tsx';

export function MissedRequests() {
  const { t } = useTranslation();
  const { answer, problem, reload } = shownResponse(answers.listMissedRequests.useQuery());
  if (answer === null && problem !== null) return <ErrorState problem={problem} onRetry={reload} />;
  if (answer === null) return <MissedSkeleton />;
  const requests = answer.items;
  if (requests.length === 0) return <Typography color="text.secondary">{t('missed_empty')}</Typography>;
  return (
    <Box>
      <Typography variant="body2" color="text.secondary">
        {t('missed_hint')}
      </Typography>
      <Box component="ul" aria-label={t('missed_title')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {requests.map((request) => (
          <MissedRow key={`${request.at} ${request.pickup_area}`} request={request} />
        ))}
      </Box>
    </Box>
  );
}

function MissedSkeleton() {
  return (
    <Loading>
      <Box sx={{ display: 'grid', gap: 1 }}>
        <Placeholder height={56} />
        <Placeholder height={56} />
        <Placeholder height={56} />
      </Box>
    </Loading>
  );
}

function MissedRow({ request }: { request: MissedRequest }) {
  const { t } = useTranslation();
  const { time } = useFormat();
  return (
    <Box component="li" sx={{ py: 1.25, borderTop: '1px solid', borderColor: 'divider' }}>
      <Typography sx={{ fontWeight: 560 }}>
        <Why request={request} />
      </Typography>
      <Box sx={{ display: 'flex', gap: 2, justifyContent: 'space-between', color: 'text.secondary' }}>
        <Typography variant="body2" component="bdi" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          {request.pickup_area ?? t('missed_area_unknown')}
        </Typography>
        <Typography variant="body2" className="tabular" sx={{ flexShrink: 0 }}>
          {time(request.at)}
        </Typography>
      </Box>
    </Box>
  );
}

function Why({ request }: { request: MissedRequest }) {
  const { t } = useTranslation();
  const { duration } = useFormat();
  const { reason, own_secs: own, their_secs: theirs, drivers, open_offers: offers } = request;
  switch (reason) {
    case 'nearer_driver':
      if (own === null || theirs === null) return <>{t('why_other_driver')}</>;
      return (
        <>{t('why_nearer_driver', { count: drivers ?? 1, theirs: duration(theirs), own: duration(own) })}</>
      );
    case 'offer_limit':
      return <>{offers === null ? t('why_offer_limit_unknown') : t('why_offer_limit', { count: offers })}</>;
    case 'offer_expired':
    case 'taken':
    case 'took_another':
    case 'cancelled':
    case 'late':
    case 'silent':
    case 'reassigned':
    case 'other_driver':
    case 'declined':
    case 'not_approved':
    case 'documents_expired':
    case 'off_duty':
    case 'busy':
    case 'duty_limit':
    case 'no_location':
    case 'other_car_type':
    case 'too_far':
    case 'wallet_blocked':
    case 'reserved':
      return <>{t(`why_${reason}`)}</>;
  }
}
