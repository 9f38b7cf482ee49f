// Search dialog of the console: one field with grouped results below it, operated by keyboard.

import type { SvgIconComponent } from '@mui/icons-material';
import HistoryOutlined from '@mui/icons-material/HistoryOutlined';
import LocalOfferOutlined from '@mui/icons-material/LocalOfferOutlined';
import PersonOutlined from '@mui/icons-material/PersonOutlined';
import ReceiptLongOutlined from '@mui/icons-material/ReceiptLongOutlined';
import SearchOutlined from '@mui/icons-material/SearchOutlined';
import SettingsOutlined from '@mui/icons-material/SettingsOutlined';
import WebAssetOutlined from '@mui/icons-material/WebAssetOutlined';
import Alert from '@mui/material/Alert';
import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import InputAdornment from '@mui/material/InputAdornment';
import type { PopperProps } from '@mui/material/Popper';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAuth } from '../../lib/use-auth.ts';
import { useGuardedNavigate } from '../../ui/use-guarded-navigate.ts';
import { type Find, type FindGroup, shrinkOf } from './find.ts';
import { rememberFind } from './recent-finds.ts';
import { useFinds } from './use-finds.ts';

const icons: Record<FindGroup, SvgIconComponent> = {
  recent: HistoryOutlined,
  screens: WebAssetOutlined,
  settings: SettingsOutlined,
  bookings: ReceiptLongOutlined,
  people: PersonOutlined,
  promos: LocalOfferOutlined,
};

/** Renders the list in the dialog's flow: as a popup it could be wider than the dialog. */
function InlinePopper({ children }: PopperProps) {
  return <Box>{typeof children === 'function' ? children({ placement: 'bottom' }) : children}</Box>;
}

function FindLine({ find }: { find: Find }) {
  const Icon = icons[find.group];
  return (
    <>
      <Icon fontSize="small" sx={{ color: 'text.secondary', flexShrink: 0 }} />
      <Box sx={{ minWidth: 0, flex: 1 }}>
        <Typography component="div" noWrap sx={{ fontWeight: 550 }}>
          <bdi>{find.title}</bdi>
        </Typography>
        {find.facts.length > 0 && (
          <Box sx={{ display: 'flex', columnGap: 1.5, overflow: 'hidden', color: 'text.secondary' }}>
            {find.facts.map((fact) => (
              // Each fact is cut at its own end, regardless of its direction.
              <Typography
                key={fact}
                component="span"
                variant="body2"
                dir="auto"
                noWrap
                sx={{ minWidth: 0, flexShrink: shrinkOf(fact) }}
              >
                {fact}
              </Typography>
            ))}
          </Box>
        )}
      </Box>
    </>
  );
}

const groupStyle = { px: 2, pt: 1.5, pb: 0.5, fontWeight: 550 } as const;

export interface FindDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

export function FindDialog({ open, onClose }: FindDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      aria-label={t('find')}
      fullWidth
      maxWidth="sm"
      sx={{ '& .MuiDialog-container': { alignItems: 'flex-start' } }}
      slotProps={{ paper: { sx: { mt: { xs: 1, sm: '10vh' }, mx: { xs: 1, sm: 4 }, width: '100%' } } }}
    >
      <FindField onClose={onClose} />
    </Dialog>
  );
}

function FindField({ onClose }: Pick<FindDialogProps, 'onClose'>) {
  const { t } = useTranslation();
  const navigate = useGuardedNavigate();
  const uid = useAuth().user?.id ?? '';
  const [typed, setTyped] = useState('');
  const { items, loading, failed } = useFinds(typed);

  const choose = (find: Find) => {
    rememberFind(uid, find);
    onClose();
    navigate(find.to);
  };

  return (
    <Autocomplete<Find>
      open
      value={null}
      onChange={(_, find) => find && choose(find)}
      inputValue={typed}
      onInputChange={(_, text, reason) => reason === 'input' && setTyped(text)}
      onClose={(_, reason) => reason === 'escape' && onClose()}
      options={items}
      // The results are filtered already, by the server and by `findByTitle`.
      filterOptions={(finds) => finds}
      groupBy={({ group }) => t(`find_group_${group}`)}
      getOptionKey={({ key }) => key}
      getOptionLabel={({ title }) => title}
      autoHighlight
      clearOnBlur={false}
      forcePopupIcon={false}
      loading={loading}
      loadingText={t('searching')}
      noOptionsText={failed ? t('find_failed') : t('find_nothing', { text: typed.trim() })}
      slots={{ popper: InlinePopper }}
      slotProps={{
        paper: { elevation: 0, square: true },
        listbox: { sx: { maxHeight: 'min(60vh, 520px)', pb: 1 } },
      }}
      renderOption={({ key, ...option }, find) => (
        <Box component="li" key={key} {...option} sx={{ gap: 1.5, minHeight: 44 }}>
          <FindLine find={find} />
        </Box>
      )}
      renderGroup={({ key, group, children }) => (
        // A group has a label of its own, because screen readers announce no name for the library's nested lists.
        <Box component="li" key={key} role="presentation">
          <Typography
            component="div"
            variant="body2"
            color="text.secondary"
            aria-hidden="true"
            sx={groupStyle}
          >
            {group}
          </Typography>
          <Box component="ul" role="group" aria-label={group} sx={{ p: 0 }}>
            {children}
          </Box>
        </Box>
      )}
      renderInput={(field) => (
        <Box sx={{ borderBottom: '1px solid', borderColor: 'divider', p: 1.5 }}>
          <TextField
            {...field}
            autoFocus
            placeholder={t('find_help')}
            slotProps={{
              ...field.slotProps,
              htmlInput: {
                ...field.slotProps.htmlInput,
                'aria-label': t('find'),
                maxLength: 100,
                dir: 'auto',
              },
              input: {
                ...field.slotProps.input,
                startAdornment: (
                  <InputAdornment position="start">
                    <SearchOutlined />
                  </InputAdornment>
                ),
              },
            }}
          />
          {failed && items.length > 0 && (
            <Alert severity="warning" sx={{ mt: 1 }}>
              {t('find_failed')}
            </Alert>
          )}
        </Box>
      )}
    />
  );
}
