// What the data grid itself says, mostly to screen readers, in the language of the page; English in one it does not speak.
import type { GridLocaleText } from '@mui/x-data-grid';
import { arSD, esES, frFR, ptBR } from '@mui/x-data-grid/locales';
import { useLanguage } from '../../lib/i18n/use-language.ts';

const english: Partial<GridLocaleText> = {};
const texts: Readonly<Record<string, Partial<GridLocaleText>>> = {
  es: esES.components.MuiDataGrid.defaultProps.localeText,
  pt: ptBR.components.MuiDataGrid.defaultProps.localeText,
  fr: frFR.components.MuiDataGrid.defaultProps.localeText,
  ar: arSD.components.MuiDataGrid.defaultProps.localeText,
};

export function useGridTexts(): Partial<GridLocaleText> {
  const { locale } = useLanguage();
  return texts[locale.split('-')[0] ?? ''] ?? english;
}
