// Setting for a dispatcher to receive calls at an extension; shown where a telephone system is connected.
import PhoneInTalkOutlined from '@mui/icons-material/PhoneInTalkOutlined';
import PhoneOutlined from '@mui/icons-material/PhoneOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import IconButton from '@mui/material/IconButton';
import Switch from '@mui/material/Switch';
import type { Theme } from '@mui/material/styles';
import TextField from '@mui/material/TextField';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { ProblemText } from '../../ui/problem-text.tsx';

export function TakeCalls() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const { data: desk } = answers.getDesk.useQuery();
  // On a narrow screen the heading needs the room.
  const isNarrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'));
  if (!desk?.announces) return null;
  const text = t(desk.takesCalls ? 'desk_takes_calls' : 'desk_takes_no_calls');
  const Icon = desk.takesCalls ? PhoneInTalkOutlined : PhoneOutlined;
  return (
    <>
      {isNarrow ? (
        <IconButton aria-label={text} onClick={() => setOpen(true)}>
          <Icon />
        </IconButton>
      ) : (
        <Button startIcon={<Icon />} onClick={() => setOpen(true)} sx={{ flexShrink: 0 }}>
          {text}
        </Button>
      )}
      {open && (
        <DeskDialog takesCalls={desk.takesCalls} extension={desk.extension} onClose={() => setOpen(false)} />
      )}
    </>
  );
}

interface DeskDialogProps {
  readonly takesCalls: boolean;
  readonly extension: string | null;
  readonly onClose: () => void;
}

function DeskDialog(props: DeskDialogProps) {
  const { t } = useTranslation();
  const formId = useId();
  const [takesCalls, setTakesCalls] = useState(props.takesCalls);
  const [extension, setExtension] = useState(props.extension ?? '');
  const [setDesk, { isLoading, error }] = answers.setDesk.useMutation();
  const save = async () => {
    const typed = extension.trim();
    const saved = await setDesk({ body: { takesCalls, extension: typed === '' ? null : typed } });
    if (!('error' in saved)) props.onClose();
  };
  return (
    <FormDialog
      title={t('desk_calls')}
      formId={formId}
      busy={isLoading}
      submitText={t('desk_save')}
      onClose={props.onClose}
    >
      <Box
        component="form"
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
        sx={{ display: 'grid', gap: 2 }}
      >
        <FormControlLabel
          label={t('desk_take_calls')}
          control={<Switch checked={takesCalls} onChange={(_, checked) => setTakesCalls(checked)} />}
        />
        <TextField
          label={t('desk_extension')}
          value={extension}
          onChange={(event) => setExtension(event.target.value)}
          disabled={!takesCalls}
          helperText={t('desk_extension_help')}
          slotProps={{ htmlInput: { maxLength: 60, dir: 'ltr' } }}
        />
        <ProblemText problem={error ?? null} />
      </Box>
    </FormDialog>
  );
}
