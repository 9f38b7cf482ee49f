// The what-if page: a form for a new comparison, the displayed run, and earlier runs.

import type { PublicSettings, WhatIfRequest, WhatIfRunSummary } from '@kerb/contract';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useWeekdayText } from '../../lib/use-day-text.ts';
import { useFormat } from '../../lib/use-format.ts';
import { useIsMounted } from '../../lib/use-is-mounted.ts';
import { Link } from '../../ui/link.tsx';
import { ErrorState, Loading } from '../../ui/page-states.tsx';
import { Placeholder } from '../../ui/placeholder.tsx';
import { SettingsSection } from '../../ui/settings-section.tsx';
import { NewComparison } from './new-comparison.tsx';
import { RunView } from './run-view.tsx';
import { useTermText } from './use-term-text.ts';
import { useWhatIf } from './use-what-if.ts';
import { termsOf } from './what-if-form.ts';

/** Query parameter with the chosen run, so that a reload and a shared link show the same run. */
const RUN_PARAMETER = 'run';

export function WhatIf({ settings }: { settings: PublicSettings }) {
  const { t } = useTranslation();
  const [search, setSearch] = useSearchParams();
  const isMounted = useIsMounted();
  const { days, runs, run, problem, reload, start, cancel } = useWhatIf(search.get(RUN_PARAMETER));
  if (problem !== null && (days === null || runs === null))
    return <ErrorState problem={problem} onRetry={reload} />;
  if (days === null || runs === null)
    return (
      <Loading>
        <Placeholder height={360} />
      </Loading>
    );
  const startAndShow = async (request: WhatIfRequest) => {
    const { id } = await start(request);
    if (isMounted()) setSearch({ [RUN_PARAMETER]: id });
  };
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', maxWidth: 1040 }}>
      <Typography sx={{ maxWidth: '70ch', pb: 3 }}>{t('whatif_intro')}</Typography>
      {problem !== null && <ErrorState problem={problem} onRetry={reload} />}
      {run !== null && (
        <Box sx={{ pb: 4 }}>
          <RunView
            run={run}
            onCancel={() => cancel(run.id)}
            onAgain={() =>
              startAndShow({
                day: run.day,
                alternative: run.alternative,
                fleet_percent: run.fleet_percent,
                fleet_drivers: run.fleet_drivers,
              })
            }
          />
        </Box>
      )}
      <SettingsSection title={t('whatif_new')} text={t('whatif_new_text')}>
        <NewComparison
          days={days}
          current={termsOf(settings)}
          isRunning={runs.some(({ status }) => status === 'running')}
          onStart={startAndShow}
        />
      </SettingsSection>
      {runs.length > 0 && (
        <SettingsSection title={t('whatif_runs')} text={t('whatif_runs_text')}>
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {runs.map((one) => (
              <EarlierRun key={one.id} run={one} isShown={one.id === run?.id} />
            ))}
          </Box>
        </SettingsSection>
      )}
    </Box>
  );
}

function EarlierRun({ run, isShown }: { run: WhatIfRunSummary; isShown: boolean }) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const dayText = useWeekdayText();
  const termText = useTermText();
  const day = dayText(run.day);
  const at = dateTime(run.created_at);
  return (
    <Box component="li" sx={{ borderBottom: '1px solid', borderColor: 'divider' }}>
      <Box
        component={Link}
        to={{ search: `?${RUN_PARAMETER}=${run.id}` }}
        aria-label={t('whatif_open_run', { day, at })}
        aria-current={isShown ? 'true' : undefined}
        sx={rowStyles}
      >
        <Box component="span" sx={{ fontWeight: isShown ? 680 : 560 }}>
          {day} · {termText('dispatchPolicy', run.alternative)}
        </Box>
        <Box component="span" sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>
          {t(`whatif_status_${run.status}`)} · {at}
        </Box>
      </Box>
    </Box>
  );
}

const rowStyles = {
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  alignItems: 'center',
  columnGap: 2,
  minHeight: 48,
  py: 1,
  color: 'text.primary',
  textDecoration: 'none',
  '&:hover': { textDecoration: 'underline' },
} as const;
