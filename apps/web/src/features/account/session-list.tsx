// List of the devices the user is signed in on, with their last use; signs out one of them or all others.
import type { SessionView } from '@kerb/contract';
import ComputerOutlined from '@mui/icons-material/ComputerOutlined';
import SmartphoneOutlined from '@mui/icons-material/SmartphoneOutlined';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { shownResponse } from '../../lib/shown-response.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { useFormat } from '../../lib/use-format.ts';
import { LoadingButton } from '../../ui/loading-button.tsx';
import { ErrorState, Loading } from '../../ui/page-states.tsx';
import { Placeholder } from '../../ui/placeholder.tsx';

export function SessionList() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { answer, problem, reload } = shownResponse(answers.getSessions.useQuery());
  const [endSession, one] = answers.endSession.useMutation();
  const [endSessions, others] = answers.endSessions.useMutation();
  const refusal = one.error ?? others.error;
  const isBusy = one.isLoading || others.isLoading;

  if (problem !== null && answer === null) return <ErrorState problem={problem} onRetry={reload} />;
  if (answer === null)
    return (
      <Loading>
        <Box sx={{ display: 'grid', gap: 1.5 }}>
          <Placeholder height={64} />
          <Placeholder height={64} />
        </Box>
      </Loading>
    );
  const { items } = answer;
  const hasOthers = items.some(({ current }) => !current);
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {items.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            busy={isBusy}
            ending={one.isLoading && one.originalArgs?.params.id === session.id}
            onEnd={() => {
              others.reset();
              void endSession({ params: { id: session.id } });
            }}
          />
        ))}
      </Box>
      {hasOthers && (
        <Box>
          <LoadingButton
            variant="outlined"
            color="inherit"
            loading={others.isLoading}
            disabled={isBusy}
            onClick={() => {
              one.reset();
              void endSessions({ query: { keep: 'true' } });
            }}
            sx={{ minHeight: 44 }}
          >
            {t('sessions_end_others')}
          </LoadingButton>
        </Box>
      )}
      <Typography role="status" variant="body2" color="text.secondary">
        {one.isSuccess && t('session_ended')}
        {others.isSuccess && t('sessions_ended')}
        {!one.isSuccess && !others.isSuccess && !hasOthers && t('sessions_only_here')}
      </Typography>
      {refusal !== undefined && (
        <Typography role="alert" variant="body2" color="error">
          {errorText(refusal)}
        </Typography>
      )}
    </Box>
  );
}

interface SessionRowProps {
  readonly session: SessionView;
  readonly busy: boolean;
  readonly ending: boolean;
  readonly onEnd: () => void;
}

function SessionRow({ session, busy, ending, onEnd }: SessionRowProps) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const device = session.device === '' ? t('session_unknown_device') : session.device;
  const Icon = /android|iphone|ipad|ios/i.test(session.device) ? SmartphoneOutlined : ComputerOutlined;
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 2,
        py: 1.5,
        borderBottom: '1px solid',
        borderColor: 'divider',
        '&:first-of-type': { pt: 0 },
      }}
    >
      <Icon aria-hidden="true" sx={{ color: 'text.secondary' }} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{device}</Typography>
          {session.current && <Chip size="small" label={t('session_current')} />}
        </Box>
        <Typography variant="body2" color="text.secondary">
          {t('session_last_seen', { when: dateTime(session.lastSeenAt) })}
        </Typography>
      </Box>
      {!session.current && (
        <LoadingButton
          color="inherit"
          loading={ending}
          disabled={busy}
          onClick={onEnd}
          aria-label={t('session_end_device', { device })}
          sx={{ minHeight: 44 }}
        >
          {t('session_end')}
        </LoadingButton>
      )}
    </Box>
  );
}
