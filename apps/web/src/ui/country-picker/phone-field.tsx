// Field for a mobile number, with the dial code of a chosen or fixed country; reports the number in E.164.
import { countryOf } from '@kerb/domain/countries';
import ExpandMoreOutlined from '@mui/icons-material/ExpandMoreOutlined';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import TextField from '@mui/material/TextField';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { LazyCountryDialog } from './country-picker.tsx';
import { nameOf } from './country-search.ts';
import { Flag } from './flag.tsx';
import {
  countryOfNumber,
  dialCodeText,
  isInternational,
  numberInField,
  splitNumber,
  type TypedPhone,
} from './phone-number.ts';
import { PickerTexts } from './picker-texts.tsx';

export interface PhoneFieldProps {
  /** Called with the number in E.164, or with null while the input is not a valid number. */
  onChange: (mobile: string | null) => void;
  /** Called with the ISO 3166-1 alpha-2 code when the country changes. */
  onCountryChange?: (country: string) => void;
  /** Initial number, in E.164 or in the national format; later changes of this prop have no effect. */
  defaultValue?: string;
  /** Initial country; the operator's by default. */
  defaultCountry?: string;
  /** Whether the user can choose another country; the setting AllowCountrySelection by default. */
  choosable?: boolean;
  label?: string;
  /** Error text, shown below the field in place of `help`. */
  problem?: ReactNode;
  help?: ReactNode;
  name?: string;
  disabled?: boolean;
  required?: boolean;
  autoFocus?: boolean;
}

export function PhoneField(props: PhoneFieldProps) {
  return (
    <PickerTexts>
      <Field {...props} />
    </PickerTexts>
  );
}

/** State of the field: the typed text and its country. */
function useTypedPhone(props: PhoneFieldProps) {
  const { onChange, onCountryChange, defaultValue = '', defaultCountry } = props;
  const settings = useSettings();
  const choosable = props.choosable ?? settings?.AllowCountrySelection ?? true;
  const operators = defaultCountry ?? settings?.country ?? 'UY';
  const [typed, setTyped] = useState<TypedPhone | null>(() => {
    const whole = { country: operators, text: defaultValue };
    return defaultValue === '' ? null : (splitNumber(defaultValue, operators) ?? whole);
  });
  const phone = typed ?? { country: operators, text: '' };

  const change = (next: TypedPhone) => {
    setTyped(next);
    if (next.country !== phone.country) onCountryChange?.(next.country);
    onChange(numberInField(next, choosable));
  };

  const split = (text: string): TypedPhone | null => {
    const parts = isInternational(text) ? splitNumber(text, phone.country) : null;
    return parts && (choosable || parts.country === phone.country) ? parts : null;
  };
  /** Typing an international number selects its country. The dial code of a pasted number is removed at once. */
  const type = (text: string) => {
    const cameAtOnce = text.length > phone.text.length + 1;
    const country = choosable ? (countryOfNumber(text, phone.country) ?? phone.country) : phone.country;
    change((cameAtOnce ? split(text) : null) ?? { country, text });
  };
  /** The dial code of a number typed digit by digit is removed on blur. */
  const leave = () => {
    const parts = split(phone.text);
    if (parts) change(parts);
  };
  return { phone, choosable, change, type, leave };
}

function Field(props: PhoneFieldProps) {
  const { t } = useTranslation();
  const { direction } = useLanguage();
  const { label = t('mobile'), problem = null, help = null, name = 'mobile', required = false } = props;
  const { phone, choosable, change, type, leave } = useTypedPhone(props);
  const [choosing, setChoosing] = useState(false);
  const hasChosen = useRef(false);
  const input = useRef<HTMLInputElement>(null);
  const hasProblem = problem !== null && problem !== undefined && problem !== '';

  return (
    <>
      <TextField
        type="tel"
        name={name}
        label={label}
        value={phone.text}
        disabled={props.disabled}
        autoFocus={props.autoFocus}
        autoComplete="tel"
        inputRef={input}
        error={hasProblem}
        helperText={hasProblem ? problem : help}
        onChange={({ target }) => type(target.value)}
        onBlur={leave}
        slotProps={{
          inputLabel: { shrink: true },
          htmlInput: { dir: 'ltr', inputMode: 'tel', 'aria-required': required, maxLength: 40 },
          formHelperText: { role: hasProblem ? 'alert' : undefined },
          input: {
            startAdornment: (
              <DialCode
                code={phone.country}
                disabled={props.disabled === true}
                onOpen={
                  choosable
                    ? () => {
                        hasChosen.current = false;
                        setChoosing(true);
                      }
                    : null
                }
              />
            ),
            // Numbers are written from left to right in every language, with the dial code first.
            sx: {
              px: 0,
              flexDirection: direction === 'rtl' ? 'row-reverse' : 'row',
              '& input': { px: 1.5, fontVariantNumeric: 'tabular-nums' },
            },
          },
        }}
        fullWidth
      />
      <LazyCountryDialog
        open={choosing}
        value={phone.country}
        onClose={() => setChoosing(false)}
        onClosed={() => hasChosen.current && input.current?.focus()}
        onChoose={({ code }) => {
          hasChosen.current = true;
          setChoosing(false);
          // Keeps the national part of a complete number when another country is chosen.
          change({ country: code, text: splitNumber(phone.text, phone.country)?.text ?? phone.text });
        }}
      />
    </>
  );
}

function DialCode(props: { code: string; disabled: boolean; onOpen: (() => void) | null }) {
  const { code, disabled, onOpen } = props;
  const { t } = useTranslation();
  const language = useLanguage();
  const country = countryOf(code);
  const shown = country && (
    <>
      <Flag code={code} />
      <span className="tabular">{dialCodeText(country)}</span>
    </>
  );
  const look = {
    display: 'flex',
    alignItems: 'center',
    flexShrink: 0,
    gap: 1,
    minHeight: 56,
    px: 1.5,
    fontFamily: 'inherit',
    fontSize: '1rem',
  } as const;
  if (!onOpen)
    return (
      <Box dir="ltr" sx={look}>
        {shown}
      </Box>
    );
  return (
    <ButtonBase
      dir="ltr"
      disabled={disabled}
      aria-haspopup="dialog"
      aria-label={
        country
          ? t('country_chosen', {
              country: nameOf(country, language),
              code: `\u2066${dialCodeText(country)}\u2069`,
            })
          : t('country')
      }
      onClick={onOpen}
      sx={{ ...look, borderRadius: '12px', '&:hover': { bgcolor: 'action.hover' } }}
    >
      {shown}
      <ExpandMoreOutlined aria-hidden="true" fontSize="small" sx={{ color: 'text.secondary' }} />
    </ButtonBase>
  );
}
