// Collapsible list of all turns ahead.
import ExpandMoreOutlined from '@mui/icons-material/ExpandMoreOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useShortDistance } from '../../lib/use-short-distance.ts';
import type { Progress, Turn } from './next-turn.ts';
import { TurnIcon } from './turn-icon.tsx';

export function TurnList({ turns, progress }: { turns: readonly Turn[]; progress: Progress }) {
  const { t } = useTranslation();
  const shortDistance = useShortDistance();
  return (
    <Box component="details" sx={{ '&[open] .fold': { transform: 'rotate(180deg)' } }}>
      <Box component="summary" sx={summaryLook}>
        <span>{t('turn_list', { count: turns.length })}</span>
        <ExpandMoreOutlined className="fold" aria-hidden="true" />
      </Box>
      <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {turns.map((turn) => (
          <Box
            key={`${turn.atKm} ${turn.type}`}
            component="li"
            sx={{
              display: 'flex',
              alignItems: 'center',
              gap: 1.5,
              py: 1,
              borderTop: '1px solid',
              borderColor: 'divider',
            }}
          >
            <TurnIcon type={turn.type} size={24} />
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <Typography variant="body2" sx={{ fontWeight: 560 }}>
                {t(`turn_${turn.type}`)}
              </Typography>
              {turn.street !== '' && (
                <Typography variant="body2" color="text.secondary" sx={{ overflowWrap: 'anywhere' }}>
                  {turn.street}
                </Typography>
              )}
            </Box>
            <Typography variant="body2" color="text.secondary" className="tabular">
              {shortDistance(Math.max(0, turn.atKm - progress.alongKm))}
            </Typography>
          </Box>
        ))}
      </Box>
    </Box>
  );
}

const summaryLook = {
  display: 'flex',
  justifyContent: 'space-between',
  alignItems: 'center',
  minHeight: 44,
  cursor: 'pointer',
  fontWeight: 560,
  listStyle: 'none',
  borderRadius: '10px',
  '&::-webkit-details-marker': { display: 'none' },
  '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: 2 },
} as const;
