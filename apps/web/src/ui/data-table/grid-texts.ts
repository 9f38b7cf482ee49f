// What the data grid itself says, mostly to screen readers, in the language of the page.
import type { GridLocaleText } from '@mui/x-data-grid';
import { arSD, esES, frFR, ptBR } from '@mui/x-data-grid/locales';
import type { AppLanguage } from '../../lib/i18n/languages.ts';
import { useLanguage } from '../../lib/i18n/use-language.ts';

const texts: Record<AppLanguage['locale'], Partial<GridLocaleText>> = {
  en: {},
  es: esES.components.MuiDataGrid.defaultProps.localeText,
  pt: ptBR.components.MuiDataGrid.defaultProps.localeText,
  fr: frFR.components.MuiDataGrid.defaultProps.localeText,
  ar: arSD.components.MuiDataGrid.defaultProps.localeText,
};

export function useGridTexts(): Partial<GridLocaleText> {
  return texts[useLanguage().locale];
}
