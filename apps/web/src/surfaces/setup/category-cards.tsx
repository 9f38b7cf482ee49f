// What the installation is for, as two cards: people or parcels.
import Inventory2Outlined from '@mui/icons-material/Inventory2Outlined';
import LocalTaxiOutlined from '@mui/icons-material/LocalTaxiOutlined';
import Box from '@mui/material/Box';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { visuallyHidden } from '../../ui/visually-hidden.ts';

interface CategoryCardsProps {
  readonly value: 'taxi' | 'delivery';
  readonly onChange: (category: 'taxi' | 'delivery') => void;
}

export function CategoryCards({ value, onChange }: CategoryCardsProps) {
  const { t } = useTranslation();
  const name = useId();
  const cards = [
    { category: 'taxi', title: t('setup_taxi'), text: t('setup_taxi_text'), Icon: LocalTaxiOutlined },
    {
      category: 'delivery',
      title: t('setup_delivery'),
      text: t('setup_delivery_text'),
      Icon: Inventory2Outlined,
    },
  ] as const;
  return (
    <Box
      component="fieldset"
      sx={{
        m: 0,
        p: 0,
        border: 0,
        minWidth: 0,
        display: 'grid',
        gap: 1.5,
        gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
      }}
    >
      <Box component="legend" sx={visuallyHidden}>
        {t('setup_category')}
      </Box>
      {cards.map(({ category, title, text, Icon }) => (
        <Box
          key={category}
          component="label"
          sx={{
            position: 'relative',
            display: 'flex',
            gap: 1.5,
            p: 2,
            cursor: 'pointer',
            borderRadius: '12px',
            border: '1px solid',
            borderColor: category === value ? 'text.primary' : 'divider',
            boxShadow: category === value ? '0 0 0 1px currentColor' : 'none',
            '&:hover': { borderColor: 'text.primary' },
            '&:focus-within': { outline: '2px solid currentColor', outlineOffset: 2 },
          }}
        >
          <input
            type="radio"
            name={name}
            checked={category === value}
            onChange={() => onChange(category)}
            style={visuallyHidden}
          />
          <Icon aria-hidden="true" />
          <Box>
            <Box component="span" sx={{ display: 'block', fontWeight: 620 }}>
              {title}
            </Box>
            <Box component="span" sx={{ fontSize: '0.875rem', color: 'text.secondary' }}>
              {text}
            </Box>
          </Box>
        </Box>
      ))}
    </Box>
  );
}
