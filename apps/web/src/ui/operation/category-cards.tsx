// Choice of the installation's category as two cards: people or parcels.
import Inventory2Outlined from '@mui/icons-material/Inventory2Outlined';
import LocalTaxiOutlined from '@mui/icons-material/LocalTaxiOutlined';
import Box from '@mui/material/Box';
import { useId } from 'react';
import { visuallyHidden } from '../visually-hidden.ts';

interface CategoryCardsProps {
  readonly value: 'taxi' | 'delivery';
  readonly onChange: (category: 'taxi' | 'delivery') => void;
  readonly texts: {
    readonly label: string;
    readonly taxi: string;
    readonly taxiText: string;
    readonly delivery: string;
    readonly deliveryText: string;
  };
}

export function CategoryCards({ value, onChange, texts }: CategoryCardsProps) {
  const name = useId();
  const cards = [
    { category: 'taxi', title: texts.taxi, text: texts.taxiText, Icon: LocalTaxiOutlined },
    {
      category: 'delivery',
      title: texts.delivery,
      text: texts.deliveryText,
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
        {texts.label}
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
