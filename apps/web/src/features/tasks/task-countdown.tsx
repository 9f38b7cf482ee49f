// Time left to answer a task: a shrinking ring with seconds, or hours and minutes for a long offer.
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useClockOffset } from '../../lib/trip-queue/server-clock.ts';
import { useFormat } from '../../lib/use-format.ts';
import { useNow } from '../../lib/use-now.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { fractionLeft, isLongOffer, secondsLeft } from './countdown.ts';

const size = 48;
const radius = 20;
const around = 2 * Math.PI * radius;
/** Number of remaining seconds from which the ring is red. */
const urgentSeconds = 7;

export function TaskCountdown({ expiresAt }: { expiresAt: number }) {
  const now = useNow(true) + useClockOffset();
  return isLongOffer(expiresAt, now) ? (
    <LongOffer seconds={secondsLeft(expiresAt, now)} />
  ) : (
    <CountdownRing expiresAt={expiresAt} now={now} />
  );
}

/** Not hidden from screen readers, because it changes only once a minute. */
function LongOffer({ seconds }: { seconds: number }) {
  const { t } = useTranslation();
  const { duration } = useFormat();
  return (
    <Box data-testid="countdown" sx={{ flexShrink: 0, textAlign: 'end' }}>
      <Typography variant="caption" component="p" color="text.secondary">
        {t('task_open_for')}
      </Typography>
      <Typography className="tabular" sx={{ fontWeight: 620, whiteSpace: 'nowrap' }}>
        {duration(seconds)}
      </Typography>
    </Box>
  );
}

/** Hidden from screen readers, because it changes every second. */
function CountdownRing({ expiresAt, now }: { expiresAt: number; now: number }) {
  const { number } = useFormat();
  const offerSeconds = useSettings()?.offerSeconds ?? 30;
  const left = secondsLeft(expiresAt, now);
  const hurry = left <= urgentSeconds;
  return (
    <Box
      aria-hidden="true"
      data-testid="countdown"
      sx={{
        position: 'relative',
        flexShrink: 0,
        width: size,
        height: size,
        display: 'grid',
        placeItems: 'center',
        color: hurry ? 'error.main' : 'text.primary',
        fontWeight: 680,
      }}
    >
      <Box
        component="svg"
        viewBox={`0 0 ${size} ${size}`}
        sx={{ position: 'absolute', inset: 0, transform: 'rotate(-90deg)' }}
      >
        <Box
          component="circle"
          cx={size / 2}
          cy={size / 2}
          r={radius}
          sx={{ fill: 'none', stroke: 'var(--mui-palette-divider)', strokeWidth: 4 }}
        />
        <Box
          component="circle"
          cx={size / 2}
          cy={size / 2}
          r={radius}
          sx={{
            fill: 'none',
            stroke: 'currentColor',
            strokeWidth: 4,
            strokeLinecap: 'round',
            strokeDasharray: around,
            strokeDashoffset: around * (1 - fractionLeft(expiresAt, now, offerSeconds)),
            transition: 'stroke-dashoffset 1s linear',
            '@media (prefers-reduced-motion: reduce)': { transition: 'none' },
          }}
        />
      </Box>
      <span className="tabular">{number(left)}</span>
    </Box>
  );
}
