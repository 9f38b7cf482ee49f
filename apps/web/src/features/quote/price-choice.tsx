// Radio group of a car type's priced choices (parcel types or options) with their surcharges.
import type { PricedChoice } from '@kerb/domain/fleet';
import { textIn } from '@kerb/domain/kernel';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { useFormat } from '../../lib/use-format.ts';
import { visuallyHidden } from '../../ui/visually-hidden.ts';

interface PriceChoiceProps {
  readonly label: string;
  /** Label of the option for no choice. */
  readonly noneText: string;
  readonly choices: readonly PricedChoice[];
  /** Index of the choice; null for no choice. */
  readonly value: number | null;
  readonly onChange: (index: number | null) => void;
}

export function PriceChoice({ label, noneText, choices, value, onChange }: PriceChoiceProps) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const { locale } = useLanguage();
  const name = useId();
  // Names may repeat, so the index is the key.
  const places = choices.map((choice, index) => ({ ...choice, index }));
  const addition = (amount: number) =>
    amount > 0 ? t('choice_adds', { amount: money(amount) }) : t('choice_free');
  return (
    <Box component="fieldset" sx={{ border: 0, p: 0, m: 0, minWidth: 0, display: 'grid', gap: 1 }}>
      <Typography component="legend" sx={{ fontWeight: 620, p: 0, mb: 1 }}>
        {label}
      </Typography>
      <Card name={name} text={noneText} checked={value === null} onChoose={() => onChange(null)} />
      {places.map(({ amount, index, ...choice }) => (
        <Card
          key={index}
          name={name}
          text={textIn(choice, 'description', locale)}
          addition={addition(amount)}
          checked={value === index}
          onChoose={() => onChange(index)}
        />
      ))}
    </Box>
  );
}

interface CardProps {
  readonly name: string;
  readonly text: string;
  readonly addition?: string;
  readonly checked: boolean;
  readonly onChoose: () => void;
}

function Card({ name, text, addition, checked, onChoose }: CardProps) {
  return (
    <Box
      component="label"
      sx={{
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'space-between',
        gap: 2,
        minHeight: 48,
        px: 1.75,
        py: 1,
        borderRadius: '14px',
        border: '2px solid',
        borderColor: checked ? 'primary.main' : 'divider',
        position: 'relative',
        cursor: 'pointer',
        '&:focus-within': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: 2 },
      }}
    >
      <input type="radio" name={name} checked={checked} onChange={onChoose} style={{ ...visuallyHidden }} />
      <Typography component="span" sx={{ fontWeight: checked ? 620 : 400, overflowWrap: 'anywhere' }}>
        {text}
      </Typography>
      {addition !== undefined && (
        <Typography component="span" variant="body2" color="text.secondary" noWrap sx={{ flexShrink: 0 }}>
          {addition}
        </Typography>
      )}
    </Box>
  );
}
