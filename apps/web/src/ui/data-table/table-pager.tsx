// Bar below a table: the range of rows, the page size, and buttons for the previous and next page.
import ChevronLeftOutlined from '@mui/icons-material/ChevronLeftOutlined';
import ChevronRightOutlined from '@mui/icons-material/ChevronRightOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { useFormat } from '../../lib/use-format.ts';
import type { TablePage } from './table-column.ts';
import type { TableQueryState } from './use-table-query.ts';

interface TablePagerProps {
  readonly state: TableQueryState;
  readonly page: TablePage<unknown>;
  readonly loading: boolean;
}

/** Goes back one page when the page shown has no rows any more, for example because the last one was processed. */
export function TablePager({ state, page, loading }: TablePagerProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { direction } = useLanguage();
  const { limit } = state.query;
  const first = state.pageIndex * limit + 1;
  const range = { first: number(first), last: number(first + page.items.length - 1) };
  const mirrored = { transform: direction === 'rtl' ? 'scaleX(-1)' : 'none' };
  const { nextCursor } = page;
  const { pageIndex, back } = state;
  const isEmpty = page.items.length === 0;
  const isPastEnd = isEmpty && pageIndex > 0 && !loading;
  useEffect(() => {
    if (isPastEnd) back();
  }, [isPastEnd, back]);
  return (
    <Box
      component="nav"
      aria-label={t('table_pages')}
      sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 1.5 }}
    >
      <Typography variant="body2" color="text.secondary" className="tabular" role="status" sx={{ flex: 1 }}>
        {isEmpty
          ? ''
          : page.total === undefined
            ? t('table_range', range)
            : t(page.more ? 'table_range_more' : 'table_range_of', { ...range, total: number(page.total) })}
      </Typography>
      <TextField
        select
        size="small"
        value={limit}
        onChange={(event) => state.resize(Number(event.target.value))}
        slotProps={{ select: { native: true }, htmlInput: { 'aria-label': t('table_page_size') } }}
      >
        {state.sizes.map((size) => (
          <option key={size} value={size}>
            {t('table_rows_a_page', { size: number(size) })}
          </option>
        ))}
      </TextField>
      <Box sx={{ display: 'flex' }}>
        <IconButton aria-label={t('table_previous')} disabled={state.pageIndex === 0} onClick={state.back}>
          <ChevronLeftOutlined sx={mirrored} />
        </IconButton>
        <IconButton
          aria-label={t('table_next')}
          disabled={nextCursor === null}
          onClick={() => nextCursor !== null && state.forward(nextCursor)}
        >
          <ChevronRightOutlined sx={mirrored} />
        </IconButton>
      </Box>
    </Box>
  );
}
