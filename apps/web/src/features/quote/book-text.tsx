// Text of the Book button once the trip has a price: car type, price, and time until the nearest car arrives.

import type { CarType } from '@kerb/domain/fleet';
import { textIn } from '@kerb/domain/kernel';
import { isolated } from '@kerb/texts';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { useFormat } from '../../lib/use-format.ts';

interface BookTextProps {
  readonly car: CarType;
  /** Major units. */
  readonly price: number;
  /** Seconds until the nearest free car is at the pickup; null for a later trip, and when no car is near. */
  readonly seconds: number | null;
  readonly later: boolean;
}

/** A long name is cut after two lines. */
const twoLines = {
  display: '-webkit-box',
  WebkitLineClamp: 2,
  WebkitBoxOrient: 'vertical',
  overflow: 'hidden',
  overflowWrap: 'anywhere',
  textWrap: 'balance',
  fontSize: '1rem',
  lineHeight: 1.25,
} as const;

/** Prevents line breaks within a time, and isolates it from text of the other direction. */
const unbroken = (text: string) => isolated(text.replaceAll(' ', '\u00A0'));

/** A line may end with a separator, but none begins with one. */
const withSeparatorsAtEnds = (text: string) => text.replaceAll(' · ', '\u00A0· ');

export function BookText({ car, price, seconds, later }: BookTextProps) {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const { money, duration } = useFormat();
  const facts = { car: isolated(textIn(car, 'name', locale)), price: money(price) };
  return (
    <Box component="span" sx={twoLines}>
      {withSeparatorsAtEnds(
        later
          ? t('book_confirm_later', facts)
          : seconds === null
            ? t('book_confirm', facts)
            : t('book_confirm_near', { ...facts, time: unbroken(duration(seconds)) }),
      )}
    </Box>
  );
}
