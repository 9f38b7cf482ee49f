// Row of the trip's sheet: what an amount is for, and the amount.
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Money } from '../../ui/money.tsx';

interface AmountRowProps {
  readonly text: string;
  /** Major units. */
  readonly amount: number;
  /** True for the amount of the whole trip. */
  readonly isMain?: boolean;
}

export function AmountRow({ text, amount, isMain = false }: AmountRowProps) {
  return (
    <Box sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'baseline', gap: 2 }}>
      <Typography variant={isMain ? 'body1' : 'body2'} color="text.secondary">
        {text}
      </Typography>
      <Typography variant={isMain ? 'h4' : 'body2'} component="p">
        <Money amount={amount} strong={isMain} />
      </Typography>
    </Box>
  );
}
