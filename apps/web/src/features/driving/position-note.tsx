// Note on a problem with the driver's position, and how to fix it.
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import type { ReportedPosition } from './use-report-position.ts';

export function PositionNote({ reported }: { reported: ReportedPosition }) {
  const { t } = useTranslation();
  const { demo, gps, outside } = reported;
  const problem = positionProblem({ demo, gps, outside });
  if (problem === null) return null;
  return (
    <Box
      role="status"
      sx={{
        px: 2,
        py: 1.5,
        borderRadius: '14px',
        bgcolor: 'background.subtle',
        color: 'warning.main',
        fontWeight: 560,
      }}
    >
      {t(`position_${problem}`)}
    </Box>
  );
}

type Problem = 'denied' | 'unavailable' | 'outside';

export function positionProblem({
  demo,
  gps,
  outside,
}: Pick<ReportedPosition, 'demo' | 'gps' | 'outside'>): Problem | null {
  if (demo) return null;
  if (gps === 'denied' || gps === 'unavailable') return gps;
  return outside ? 'outside' : null;
}
