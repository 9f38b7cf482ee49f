// Chips of a table's active filters, each removable by a click or a key.
import { isolated } from '@kerb/texts';
import CloseOutlined from '@mui/icons-material/CloseOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

export interface FilterChip {
  readonly key: string;
  /** Text in the current language: "Status: Finding a driver". */
  readonly text: string;
  readonly onRemove: () => void;
}

interface FilterChipsProps {
  readonly chips: readonly FilterChip[];
  readonly onClear: () => void;
}

/** The chip of the search text; an empty list without a search. */
export function useSearchChip(q: string, onRemove: () => void): readonly FilterChip[] {
  const { t } = useTranslation();
  if (q === '') return [];
  return [
    { key: 'q', text: t('table_filter_of', { name: t('table_search'), value: isolated(q) }), onRemove },
  ];
}

/** After a chip is removed, the focus moves to the next one, or to the search field after the last one. */
export function FilterChips({ chips, onClear }: FilterChipsProps) {
  const { t } = useTranslation();
  const group = useRef<HTMLElement>(null);
  const removed = useRef<number | null>(null);
  const count = chips.length;
  useEffect(() => {
    if (removed.current === null || count === 0) return;
    const buttons = group.current?.querySelectorAll('button') ?? [];
    buttons[Math.min(removed.current, count - 1)]?.focus();
    removed.current = null;
  }, [count]);
  if (count === 0) return null;
  const leave = (index: number) => {
    if (count > 1 && index < count) removed.current = index;
    else searchOf(group.current)?.focus();
  };
  const remove = (index: number) => {
    leave(index);
    chips[index]?.onRemove();
  };
  return (
    <Box
      ref={group}
      role="group"
      aria-label={t('table_filters_on')}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}
    >
      {chips.map(({ key, text }, index) => (
        <Button
          key={key}
          size="small"
          aria-label={t('table_filter_remove', { filter: text })}
          endIcon={<CloseOutlined />}
          onClick={() => remove(index)}
          onKeyDown={(event) => {
            if (event.key === 'Delete' || event.key === 'Backspace') remove(index);
          }}
          sx={chipLook}
        >
          <bdi>{text}</bdi>
        </Button>
      ))}
      <Button
        size="small"
        onClick={() => {
          leave(count);
          onClear();
        }}
      >
        {t('table_filters_clear')}
      </Button>
    </Box>
  );
}

const searchOf = (group: HTMLElement | null) =>
  group?.parentElement?.querySelector<HTMLInputElement>('input[type="search"]');

const chipLook = {
  bgcolor: 'background.subtle',
  color: 'text.primary',
  borderRadius: '16px',
  maxWidth: '100%',
  '& > bdi': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& .MuiButton-endIcon > svg': { fontSize: 16 },
} as const;
