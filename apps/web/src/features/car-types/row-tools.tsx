// The buttons of one row of a list: up, down, remove; and keeping the keyboard where it was when rows change places.
import ArrowDownwardOutlined from '@mui/icons-material/ArrowDownwardOutlined';
import ArrowUpwardOutlined from '@mui/icons-material/ArrowUpwardOutlined';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

type Tool = 'up' | 'down' | 'remove' | 'add';

/** Where the keyboard goes after a change; "add" is the button below the rows. */
export interface Target {
  readonly row: number;
  readonly tool: Tool;
}

/** Focuses the tool of the row once the rows stand in their new places. */
export function useRowFocus(): { host: RefObject<HTMLDivElement | null>; focus: (target: Target) => void } {
  const host = useRef<HTMLDivElement>(null);
  const [target, setTarget] = useState<Target | null>(null);
  useEffect(() => {
    if (target === null) return;
    const find = (tool: Tool) =>
      host.current?.querySelector<HTMLButtonElement>(`[data-tool="${target.row}-${tool}"]:not(:disabled)`);
    const last = host.current?.querySelector<HTMLButtonElement>('[data-tool="add"]');
    (find(target.tool) ?? find('down') ?? find('up') ?? find('remove') ?? last)?.focus();
  }, [target]);
  return { host, focus: setTarget };
}

interface RowToolsProps {
  readonly at: number;
  readonly count: number;
  /** What the row says, for those who hear it. */
  readonly name: string;
  /** Left out where the order is given. */
  readonly onMove?: (to: number) => void;
  readonly onRemove: () => void;
}

export function RowTools({ at, count, name, onMove, onRemove }: RowToolsProps) {
  const { t } = useTranslation();
  return (
    <Box sx={{ display: 'flex', height: 56, alignItems: 'center' }}>
      {onMove && (
        <>
          <IconButton
            data-tool={`${at}-up`}
            aria-label={t('cartype_move_up', { name })}
            disabled={at === 0}
            onClick={() => onMove(at - 1)}
          >
            <ArrowUpwardOutlined fontSize="small" />
          </IconButton>
          <IconButton
            data-tool={`${at}-down`}
            aria-label={t('cartype_move_down', { name })}
            disabled={at === count - 1}
            onClick={() => onMove(at + 1)}
          >
            <ArrowDownwardOutlined fontSize="small" />
          </IconButton>
        </>
      )}
      <IconButton
        data-tool={`${at}-remove`}
        aria-label={t('cartype_remove_row', { name })}
        onClick={onRemove}
      >
        <DeleteOutlined fontSize="small" />
      </IconButton>
    </Box>
  );
}
