// Toolbar of the text editor: search, filter by state, and filter by area of the product.
import SearchOutlined from '@mui/icons-material/SearchOutlined';
import Box from '@mui/material/Box';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/use-format.ts';
import { type TextFilter, type TextQuery, type TextRow, textFilters } from './text-rows.ts';

interface TextToolbarProps {
  readonly query: TextQuery;
  readonly onQuery: (query: TextQuery) => void;
  readonly rows: readonly TextRow[];
  /** Number of texts with unsaved changes. */
  readonly edited: number;
}

export function TextToolbar({ query, onQuery, rows, edited }: TextToolbarProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const areas = [...new Set(rows.map(({ area }) => area))].filter((area) => area !== '');
  const count = (filter: TextFilter) => {
    if (filter === 'all') return rows.length;
    return filter === 'edited' ? edited : rows.filter(({ mark }) => mark === filter).length;
  };
  const shown = textFilters.filter(
    (filter) => filter === 'all' || filter === query.filter || count(filter) > 0,
  );
  return (
    <Box sx={{ display: 'flex', gap: 1.5, flexWrap: 'wrap', alignItems: 'center' }}>
      <TextField
        size="small"
        type="search"
        value={query.q}
        onChange={(event) => onQuery({ ...query, q: event.target.value })}
        placeholder={t('texts_search')}
        sx={{ flex: { xs: '1 1 100%', sm: '1 1 240px' }, maxWidth: { md: 400 } }}
        slotProps={{
          htmlInput: { 'aria-label': t('texts_search'), maxLength: 100, dir: 'auto' },
          input: {
            startAdornment: (
              <InputAdornment position="start">
                <SearchOutlined fontSize="small" />
              </InputAdornment>
            ),
          },
        }}
      />
      <TextField
        select
        size="small"
        value={query.filter}
        onChange={(event) =>
          onQuery({ ...query, filter: textFilters.find((one) => one === event.target.value) ?? 'all' })
        }
        sx={{ flex: { xs: '1 1 140px', sm: '0 0 auto' } }}
        slotProps={{ select: { native: true }, htmlInput: { 'aria-label': t('texts_filter') } }}
      >
        {shown.map((filter) => (
          <option key={filter} value={filter}>
            {`${t(`texts_show_${filter}`)} · ${number(count(filter))}`}
          </option>
        ))}
      </TextField>
      <TextField
        select
        size="small"
        value={query.area}
        onChange={(event) => onQuery({ ...query, area: event.target.value })}
        sx={{ flex: { xs: '1 1 140px', sm: '0 0 auto' } }}
        slotProps={{ select: { native: true }, htmlInput: { 'aria-label': t('texts_area') } }}
      >
        <option value="">{t('texts_area_all')}</option>
        {areas.map((area) => (
          <option key={area} value={area} dir="ltr">
            {area}
          </option>
        ))}
      </TextField>
    </Box>
  );
}
