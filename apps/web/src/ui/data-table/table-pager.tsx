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
import type { ShownResponse } from '../../lib/shown-response.ts';
import { useFormat } from '../../lib/use-format.ts';
import type { TablePage } from './table-column.ts';
import type { TableQueryState } from './use-table-query.ts';

interface TablePagerProps {
  readonly state: TableQueryState;
  readonly rows: Pick<ShownResponse<unknown>, 'loading' | 'isPrevious'>;
  readonly page: TablePage<unknown>;
  /** Number of rows on the pages before the one shown. */
  readonly before: number;
}

/** Goes back one page when the page shown has no rows any more, for example because the last one was processed. */
export function TablePager({ state, rows, page, before }: TablePagerProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { direction } = useLanguage();
  const { limit } = state.query;
  const range = { first: number(before + 1), last: number(before + page.items.length) };
  const mirrored = { transform: direction === 'rtl' ? 'scaleX(-1)' : 'none' };
  const { nextCursor } = page;
  const { pageIndex, back } = state;
  const isEmpty = page.items.length === 0;
  const isPastEnd = isEmpty && pageIndex > 0 && !rows.loading;
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
        <IconButton aria-label={t('table_previous')} disabled={pageIndex === 0} onClick={back}>
          <ChevronLeftOutlined sx={mirrored} />
        </IconButton>
        <IconButton
          aria-label={t('table_next')}
          disabled={nextCursor === null}
          onClick={() => {
            // The cursor of the previous page leads to the page that is already loading.
            if (nextCursor !== null && !rows.isPrevious) state.forward(nextCursor);
          }}
        >
          <ChevronRightOutlined sx={mirrored} />
        </IconButton>
      </Box>
    </Box>
  );
}
