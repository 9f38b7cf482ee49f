// Material UI theme: ink, white and one yellow, Inter, an 8 px grid, light and dark, left-to-right and right-to-left.
import { createTheme, type Theme, type ThemeOptions } from '@mui/material/styles';

export const ink = '#14171F';
export const kerbYellow = '#FFC400';

const fontFamily =
  "'Inter Variable', 'Inter', 'Inter Fallback', system-ui, 'Segoe UI', 'Noto Sans Arabic', 'Noto Sans', sans-serif";

const lightPalette = {
  primary: { main: ink, dark: '#000000', light: '#3A4050', contrastText: '#FFFFFF' },
  secondary: { main: kerbYellow, dark: '#F2B600', light: '#FFD64D', contrastText: ink },
  error: { main: '#BA1F16', contrastText: '#FFFFFF' },
  warning: { main: '#8A5A00', contrastText: '#FFFFFF' },
  info: { main: '#1B57C2', contrastText: '#FFFFFF' },
  success: { main: '#0A6E43', contrastText: '#FFFFFF' },
  background: { default: '#FFFFFF', paper: '#FFFFFF', subtle: '#F4F5F7', raised: '#FFFFFF' },
  text: { primary: ink, secondary: '#545C6A', disabled: '#8B93A1' },
  divider: '#E3E6EB',
};

const darkPalette = {
  primary: { main: '#F4F5F7', dark: '#FFFFFF', light: '#C9CED8', contrastText: ink },
  secondary: { main: kerbYellow, dark: '#F2B600', light: '#FFD64D', contrastText: ink },
  error: { main: '#FF8A80', contrastText: ink },
  warning: { main: '#F5BE5B', contrastText: ink },
  info: { main: '#8AB4FF', contrastText: ink },
  success: { main: '#5FD39B', contrastText: ink },
  background: { default: '#0E1015', paper: '#171A21', subtle: '#1E222B', raised: '#2B303B' },
  text: { primary: '#F2F4F7', secondary: '#A9B1BE', disabled: '#6E7684' },
  divider: '#2B303B',
};

declare module '@mui/material/styles' {
  interface TypeBackground {
    /** Background slightly different from the page, for wells, chips and hovered rows. */
    subtle: string;
    /** Background of elements over a map. */
    raised: string;
  }
}

const focusRing = {
  outline: '2px solid var(--mui-palette-primary-main)',
  outlineOffset: 2,
};

/** Texts of Material UI components, which default to English. */
export interface ThemeWords {
  readonly clear: string;
  readonly close: string;
  readonly openList: string;
}

const typography = {
  fontFamily,
  h1: {
    fontSize: 'clamp(2.25rem, 1.4rem + 3.6vw, 4rem)',
    fontWeight: 750,
    letterSpacing: '-0.035em',
    lineHeight: 1.04,
  },
  h2: {
    fontSize: 'clamp(1.75rem, 1.3rem + 2vw, 2.5rem)',
    fontWeight: 700,
    letterSpacing: '-0.025em',
    lineHeight: 1.12,
  },
  h3: { fontSize: '1.5rem', fontWeight: 680, letterSpacing: '-0.02em', lineHeight: 1.2 },
  h4: { fontSize: '1.25rem', fontWeight: 660, letterSpacing: '-0.015em', lineHeight: 1.3 },
  h5: { fontSize: '1.0625rem', fontWeight: 650, letterSpacing: '-0.01em', lineHeight: 1.35 },
  h6: { fontSize: '0.9375rem', fontWeight: 650, lineHeight: 1.4 },
  body1: { fontSize: '1rem', lineHeight: 1.5 },
  body2: { fontSize: '0.875rem', lineHeight: 1.5 },
  caption: { fontSize: '0.8125rem', lineHeight: 1.4 },
  button: { fontWeight: 620, textTransform: 'none', letterSpacing: 0 },
} as const;

const components = (words: ThemeWords): ThemeOptions['components'] => ({
  MuiButtonBase: {
    defaultProps: { disableRipple: true },
    // A button that was loading has the focus without that class.
    styleOverrides: { root: { '&.Mui-focusVisible, &:focus-visible': focusRing } },
  },
  MuiButton: {
    defaultProps: { disableElevation: true },
    styleOverrides: {
      root: {
        minHeight: 40,
        paddingInline: 16,
        borderRadius: 10,
        '@media (pointer: coarse)': { minHeight: 44 },
      },
      sizeLarge: { minHeight: 52, fontSize: '1.0625rem', paddingInline: 24, borderRadius: 14 },
      sizeSmall: {
        minHeight: 32,
        paddingInline: 12,
        borderRadius: 8,
        '@media (pointer: coarse)': { minHeight: 44 },
      },
    },
  },
  MuiIconButton: { styleOverrides: { root: { minWidth: 44, minHeight: 44 } } },
  // Keeps the focus ring from covering the label.
  MuiCheckbox: { styleOverrides: { root: { '&.Mui-focusVisible': { outlineOffset: -4 } } } },
  MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
  // With `closeAfterTransition`, a modal that is reopened at the end of its closing transition would never release the
  // page, which would stay hidden from screen readers and locked against scrolling.
  MuiDialog: {
    defaultProps: { closeAfterTransition: false },
    styleOverrides: { paper: { borderRadius: 20 } },
  },
  MuiDrawer: { defaultProps: { ModalProps: { closeAfterTransition: false } } },
  MuiOutlinedInput: {
    styleOverrides: {
      root: { borderRadius: 12, backgroundColor: 'var(--mui-palette-background-paper)' },
      notchedOutline: { borderColor: 'var(--mui-palette-text-disabled)' },
    },
  },
  MuiTypography: {
    variants: [
      { props: { color: 'text.secondary' }, style: { color: 'var(--mui-palette-text-secondary)' } },
      { props: { color: 'text.primary' }, style: { color: 'var(--mui-palette-text-primary)' } },
    ],
  },
  MuiLink: { defaultProps: { underline: 'hover' } },
  // The helper text of a disabled field has the normal contrast.
  MuiFormHelperText: {
    styleOverrides: { root: { '&.Mui-disabled': { color: 'var(--mui-palette-text-secondary)' } } },
  },
  MuiAlert: { defaultProps: { closeText: words.close } },
  MuiAutocomplete: {
    defaultProps: { clearText: words.clear, closeText: words.close, openText: words.openList },
  },
  MuiTooltip: { defaultProps: { arrow: true } },
});

export function createKerbTheme(direction: 'ltr' | 'rtl', words: ThemeWords): Theme {
  return createTheme({
    direction,
    cssVariables: { colorSchemeSelector: 'data-theme' },
    colorSchemes: { light: { palette: lightPalette }, dark: { palette: darkPalette } },
    breakpoints: { values: { xs: 0, sm: 576, md: 768, lg: 992, xl: 1200 } },
    spacing: 8,
    shape: { borderRadius: 12 },
    typography,
    components: components(words),
  });
}
