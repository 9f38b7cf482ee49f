// Which columns a table shows: ticked, remembered, and put back to as it was.
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
import type { TableColumn } from './table-column.ts';

interface ColumnsMenuProps {
  readonly columns: readonly Pick<TableColumn<never>, 'field' | 'header' | 'card'>[];
  readonly shown: readonly string[];
  readonly choice: ColumnChoice;
  readonly onChoose: (choice: ColumnChoice) => void;
}

export function ColumnsMenu({ columns, shown, choice, onChoose }: ColumnsMenuProps) {
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
                <Checkbox
                  checked={ticked}
                  size="small"
                  tabIndex={-1}
                  aria-hidden="true"
                  slotProps={{ input: { 'aria-hidden': true, tabIndex: -1 } }}
                  sx={{ p: 0, mr: 1.5 }}
                />
                <ListItemText>{header}</ListItemText>
              </MenuItem>
            );
          })}
        <Divider />
        <MenuItem disabled={Object.keys(choice).length === 0} onClick={() => onChoose({})}>
          {t('table_columns_reset')}
        </MenuItem>
      </Menu>
    </>
  );
}
