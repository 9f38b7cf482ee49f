// Menu of a column header: sorts by the column, and moves it.
import ArrowBackOutlined from '@mui/icons-material/ArrowBackOutlined';
import ArrowForwardOutlined from '@mui/icons-material/ArrowForwardOutlined';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import MenuItem from '@mui/material/MenuItem';
import { GridColumnMenu, type GridColumnMenuItemProps, type GridColumnMenuProps } from '@mui/x-data-grid';
import { createContext, type MouseEvent, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/i18n/use-language.ts';

const MoveContext = createContext<(field: string, by: -1 | 1) => void>(() => undefined);
export const MoveColumn = MoveContext.Provider;

function MoveItems({ colDef, onClick }: GridColumnMenuItemProps) {
  const { t } = useTranslation();
  const { direction } = useLanguage();
  const move = useContext(MoveContext);
  const mirrored = { transform: direction === 'rtl' ? 'scaleX(-1)' : 'none' };
  const by = (places: -1 | 1) => (event: MouseEvent<HTMLElement>) => {
    onClick(event);
    move(colDef.field, places);
  };
  return (
    <>
      <MenuItem onClick={by(-1)}>
        <ListItemIcon>
          <ArrowBackOutlined fontSize="small" sx={mirrored} />
        </ListItemIcon>
        <ListItemText>{t('table_column_earlier')}</ListItemText>
      </MenuItem>
      <MenuItem onClick={by(1)}>
        <ListItemIcon>
          <ArrowForwardOutlined fontSize="small" sx={mirrored} />
        </ListItemIcon>
        <ListItemText>{t('table_column_later')}</ListItemText>
      </MenuItem>
    </>
  );
}

const slots = { columnMenuColumnsItem: null, columnMenuUserItem: MoveItems };
const slotProps = { columnMenuUserItem: { displayOrder: 20 } };

export function ColumnMenu(props: GridColumnMenuProps) {
  return <GridColumnMenu {...props} slots={slots} slotProps={slotProps} />;
}
