// What narrows a table at the moment: one chip a filter, each removed by a click.
import CloseOutlined from '@mui/icons-material/CloseOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';

export interface FilterChip {
  readonly key: string;
  /** Already in the language of the page: "Status: Finding a driver". */
  readonly text: string;
  readonly onRemove: () => void;
}

interface FilterChipsProps {
  readonly chips: readonly FilterChip[];
  readonly onClear: () => void;
}

export function FilterChips({ chips, onClear }: FilterChipsProps) {
  const { t } = useTranslation();
  if (chips.length === 0) return null;
  return (
    <Box
      role="group"
      aria-label={t('table_filters_on')}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}
    >
      {chips.map(({ key, text, onRemove }) => (
        <Button
          key={key}
          size="small"
          aria-label={t('table_filter_remove', { filter: text })}
          endIcon={<CloseOutlined />}
          onClick={onRemove}
          sx={{
            bgcolor: 'background.subtle',
            color: 'text.primary',
            borderRadius: '16px',
            maxWidth: '100%',
            '& .MuiButton-endIcon > svg': { fontSize: 16 },
          }}
        >
          <bdi>{text}</bdi>
        </Button>
      ))}
      <Button size="small" onClick={onClear}>
        {t('table_filters_clear')}
      </Button>
    </Box>
  );
}
