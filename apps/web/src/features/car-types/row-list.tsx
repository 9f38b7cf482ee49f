// Editable list of rows in the car type form: adds, moves and removes rows, and moves the keyboard focus with them.
import AddOutlined from '@mui/icons-material/AddOutlined';
import ArrowDownwardOutlined from '@mui/icons-material/ArrowDownwardOutlined';
import ArrowUpwardOutlined from '@mui/icons-material/ArrowUpwardOutlined';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { type ComponentProps, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

interface RowListProps {
  /** Keys of the rows, from useFieldArray. */
  readonly ids: readonly string[];
  /** Returns the accessible name of the row's group of fields. */
  readonly labelOf: (at: number) => string;
  /** Returns the row's name for the labels of its buttons. */
  readonly nameOf: (at: number) => string;
  readonly fieldsOf: (at: number) => ReactNode;
  readonly rowSx: ComponentProps<typeof Box>['sx'];
  readonly most: number;
  readonly addText: string;
  readonly onAdd: () => void;
  /** Omit it where rows cannot be reordered. */
  readonly onMove?: (from: number, to: number) => void;
  readonly onRemove: (at: number) => void;
  /** Rendered below the button that adds a row. */
  readonly children?: ReactNode;
}

export function RowList({
  ids,
  labelOf,
  nameOf,
  fieldsOf,
  rowSx,
  most,
  addText,
  onAdd,
  onMove,
  onRemove,
  children,
}: RowListProps) {
  const { host, focus } = useRowFocus();
  const move = (from: number, to: number) => {
    onMove?.(from, to);
    focus({ row: to, tool: to < from ? 'up' : 'down' });
  };
  const remove = (at: number) => {
    onRemove(at);
    focus({ row: Math.min(at, ids.length - 2), tool: 'remove' });
  };
  return (
    <Box ref={host} sx={{ display: 'grid', gap: 2 }}>
      {ids.map((id, at) => (
        <Box key={id} role="group" aria-label={labelOf(at)} sx={rowSx}>
          {fieldsOf(at)}
          <RowTools
            at={at}
            count={ids.length}
            name={nameOf(at)}
            {...(onMove && { onMove: (to: number) => move(at, to) })}
            onRemove={() => remove(at)}
          />
        </Box>
      ))}
      <Button
        data-tool="add"
        variant="outlined"
        color="inherit"
        startIcon={<AddOutlined />}
        disabled={ids.length >= most}
        onClick={onAdd}
        sx={{ justifySelf: 'start' }}
      >
        {addText}
      </Button>
      {children}
    </Box>
  );
}

type Tool = 'up' | 'down' | 'remove' | 'add';

/** Button that gets the focus after a change; "add" is the button below the rows. */
interface Target {
  readonly row: number;
  readonly tool: Tool;
}

/** Focuses a row's button after the rows have been rendered in their new order. */
function useRowFocus(): { host: RefObject<HTMLDivElement | null>; focus: (target: Target) => void } {
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
  /** Names the row for screen readers. */
  readonly name: string;
  /** Omit it where rows cannot be reordered. */
  readonly onMove?: (to: number) => void;
  readonly onRemove: () => void;
}

function RowTools({ at, count, name, onMove, onRemove }: RowToolsProps) {
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
