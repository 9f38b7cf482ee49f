// Renders an amount in major units, formatted by settings and language, with tabular figures.
import Box from '@mui/material/Box';
import { useFormat } from '../lib/use-format.ts';

export function Money({ amount, strong = false }: { amount: number; strong?: boolean }) {
  const { money } = useFormat();
  return (
    <Box
      component="span"
      className="tabular"
      sx={{ whiteSpace: 'nowrap', fontWeight: strong ? 680 : undefined }}
    >
      {money(amount)}
    </Box>
  );
}
