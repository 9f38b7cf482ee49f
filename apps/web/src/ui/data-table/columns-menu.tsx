// Menu for the look of a table: visible columns, row height, and a reset to the defaults.
import ViewColumnOutlined from '@mui/icons-material/ViewColumnOutlined';
import Checkbox from '@mui/material/Checkbox';
import Divider from '@mui/material/Divider';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CompactButton } from '../compact-button.tsx';
import type { ColumnChoice } from './fit-columns.ts';
import type { RowDensity } from './row-density.ts';
import type { TableColumn } from './table-column.ts';

interface ColumnsMenuProps {
  readonly columns: readonly Pick<TableColumn<never>, 'field' | 'header' | 'card'>[];
  readonly shown: readonly string[];
  readonly choice: ColumnChoice;
  readonly onChoose: (choice: ColumnChoice) => void;
  /** Null when rows are rendered as cards, which have no selectable height. */
  readonly density: RowDensity | null;
  readonly onDensity: (density: RowDensity) => void;
  /** Whether the table has its default look. */
  readonly isDefault: boolean;
  readonly onReset: () => void;
}

export function ColumnsMenu({ columns, shown, choice, onChoose, ...look }: ColumnsMenuProps) {
  const { density, onDensity, isDefault, onReset } = look;
  const { t } = useTranslation();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const buttonId = useId();
  return (
    <>
      <CompactButton
        id={buttonId}
        variant="outlined"
        icon={<ViewColumnOutlined />}
        text={t('table_columns')}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      />
      <Menu
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        slotProps={{ list: { 'aria-labelledby': buttonId, dense: true } }}
      >
        {columns
          .filter((column) => column.card !== 'title')
          .map(({ field, header }) => {
            const ticked = shown.includes(field);
            return (
              <MenuItem
                key={field}
                role="menuitemcheckbox"
                aria-checked={ticked}
                onClick={() => onChoose({ ...choice, [field]: !ticked })}
              >
                <Tick checked={ticked} />
                <ListItemText>{header}</ListItemText>
              </MenuItem>
            );
          })}
        <Divider />
        {density !== null && (
          <MenuItem
            role="menuitemcheckbox"
            aria-checked={density === 'comfortable'}
            onClick={() => onDensity(density === 'comfortable' ? 'dense' : 'comfortable')}
          >
            <Tick checked={density === 'comfortable'} />
            <ListItemText>{t('table_comfortable')}</ListItemText>
          </MenuItem>
        )}
        <MenuItem disabled={isDefault} onClick={onReset}>
          {t('table_columns_reset')}
        </MenuItem>
      </Menu>
    </>
  );
}

/** Decorative: the menu item around it exposes the checked state. */
function Tick({ checked }: { checked: boolean }) {
  return (
    <Checkbox
      checked={checked}
      size="small"
      tabIndex={-1}
      aria-hidden="true"
      slotProps={{ input: { 'aria-hidden': true, tabIndex: -1 } }}
      sx={{ p: 0, mr: 1.5 }}
    />
  );
}
