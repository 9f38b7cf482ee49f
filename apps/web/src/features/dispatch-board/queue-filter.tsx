// Filter of the queue: its groups with their number of requests; selecting one shows only that group.
import type { DispatchBoard } from '@kerb/contract';
import { boardGroups } from '@kerb/domain/dispatch';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/use-format.ts';
import { groupColours } from './group-colours.ts';
import type { QueueFilter } from './queue.ts';

interface QueueFilterBarProps {
  readonly counts: DispatchBoard['counts'];
  readonly filter: QueueFilter;
  readonly onChange: (filter: QueueFilter) => void;
}

export function QueueFilterBar({ counts, filter, onChange }: QueueFilterBarProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const shown = boardGroups.filter((group) => counts[group] > 0 || group === filter);
  return (
    <Box
      role="group"
      aria-label={t('board_groups')}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, px: 1.5, pb: 1 }}
    >
      {shown.map((group) => (
        <ButtonBase
          key={group}
          aria-pressed={filter === group}
          onClick={() => onChange(filter === group ? 'all' : group)}
          sx={{
            display: 'inline-flex',
            gap: 0.75,
            minHeight: 32,
            '@media (pointer: coarse)': { minHeight: 44 },
            px: 1.25,
            borderRadius: '16px',
            border: '1px solid',
            borderColor: filter === group ? 'text.primary' : 'divider',
            bgcolor: filter === group ? 'background.subtle' : 'transparent',
            fontFamily: 'inherit',
            fontSize: '0.8125rem',
            fontWeight: 600,
          }}
        >
          <Box
            component="span"
            aria-hidden="true"
            sx={{ width: 8, height: 8, borderRadius: '50%', bgcolor: groupColours[group] }}
          />
          {t(`board_group_${group}`)} <span className="tabular">{number(counts[group])}</span>
        </ButtonBase>
      ))}
    </Box>
  );
}
