// A moment in a table: the day above the time, for on one line they take the room that names and addresses need.
import Box from '@mui/material/Box';
import { useFormat } from '../lib/use-settings.ts';

/** `at` in ms since the epoch; said in the operator's time zone. */
export function MomentCell({ at }: { at: number }) {
  const { date, time } = useFormat();
  return (
    <>
      <Box component="span" sx={{ display: 'block', fontSize: '0.875rem' }}>
        {date(at)}
      </Box>
      <Box component="span" sx={{ display: 'block', color: 'text.secondary', fontSize: '0.8125rem' }}>
        {time(at)}
      </Box>
    </>
  );
}
