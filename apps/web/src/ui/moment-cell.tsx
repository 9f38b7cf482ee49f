// Table cell with a moment: on one line in dense rows, else the day above the time.
import Box from '@mui/material/Box';
import { useFormat } from '../lib/use-format.ts';

const inDenseRows = '[data-density="dense"] &';
const isTwoLines = { [inDenseRows]: { display: 'none' } };
const isOneLine = { display: 'none', [inDenseRows]: { display: 'inline' } };

/** `at` in ms since the epoch; shown in the operator's time zone. */
export function MomentCell({ at }: { at: number }) {
  const { date, time, dateTime, shortDateTime } = useFormat();
  return (
    <>
      <Box component="span" className="tabular" title={dateTime(at)} sx={isOneLine}>
        {shortDateTime(at)}
      </Box>
      <Box component="span" sx={{ display: 'block', fontSize: '0.875rem', ...isTwoLines }}>
        {date(at)}
      </Box>
      <Box
        component="span"
        sx={{ display: 'block', color: 'text.secondary', fontSize: '0.8125rem', ...isTwoLines }}
      >
        {time(at)}
      </Box>
    </>
  );
}
