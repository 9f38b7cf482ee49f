// Card of one document: its picture, its state, and the button that uploads or edits it.
import type { DocumentKind, DriverDocument } from '@kerb/contract';
import DescriptionOutlined from '@mui/icons-material/DescriptionOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { DocumentState } from './document-state.ts';
import { StateLine } from './state-line.tsx';
import { useFreshPicture } from './use-fresh-picture.ts';

interface DocumentCardProps {
  readonly kind: DocumentKind;
  readonly document: DriverDocument | null;
  readonly state: DocumentState;
  /** True when the driver views their own documents, false for an admin. */
  readonly own: boolean;
  readonly readOnly: boolean;
  readonly onOpen: () => void;
  readonly onEdit: () => void;
  /** Called when the link to the picture has expired. */
  readonly onStale: () => void;
}

export function DocumentCard(props: DocumentCardProps) {
  const { kind, document, state, own, readOnly, onOpen, onEdit, onStale } = props;
  const { t } = useTranslation();
  const name = t(`document_${kind}`);
  // The accessible name begins with the visible text, as voice control requires.
  const action =
    document === null
      ? { text: t('document_upload'), spoken: t('document_upload_what', { what: name }) }
      : own
        ? { text: t('document_renew'), spoken: t('document_renew_what', { what: name }) }
        : { text: t('document_edit'), spoken: t('document_edit_what', { what: name }) };
  const isUrgent = state.name === 'expired' || (state.name === 'missing' && kind === 'licenseImage');
  return (
    <Box
      component="li"
      sx={{
        // On a phone the picture is beside the text, so that five cards below each other stay short.
        display: { xs: 'grid', sm: 'flex' },
        gridTemplateColumns: '7rem minmax(0, 1fr)',
        flexDirection: 'column',
        minWidth: 0,
        overflow: 'hidden',
        border: '1px solid',
        borderColor: state.name === 'expired' ? 'error.main' : 'divider',
        borderRadius: '16px',
        bgcolor: 'background.paper',
      }}
    >
      {document === null || document.url === null ? (
        <Box sx={{ ...pictureBox, color: 'text.disabled' }} aria-hidden="true">
          <DescriptionOutlined sx={{ fontSize: 40 }} />
        </Box>
      ) : (
        <Thumbnail document={document} url={document.url} name={name} onOpen={onOpen} onStale={onStale} />
      )}
      <Box sx={{ display: 'grid', gap: 0.75, p: 2, flex: 1, alignContent: 'start' }}>
        <Typography variant="h6" component="h3">
          {name}
        </Typography>
        <StateLine state={state} own={own} required={kind === 'licenseImage'} />
      </Box>
      {!readOnly && (
        <Box sx={{ px: 2, pb: 2, pt: { xs: 2, sm: 0 }, gridColumn: '1 / -1' }}>
          <Button
            variant={isUrgent ? 'contained' : 'outlined'}
            color={isUrgent ? 'primary' : 'inherit'}
            onClick={onEdit}
            aria-label={action.spoken}
            fullWidth
            sx={{ minHeight: 44 }}
          >
            {action.text}
          </Button>
        </Box>
      )}
    </Box>
  );
}

const pictureBox = {
  display: 'grid',
  placeItems: 'center',
  width: '100%',
  height: { xs: '100%', sm: 'auto' },
  minHeight: { xs: '6rem', sm: 0 },
  aspectRatio: { xs: 'auto', sm: '16 / 10' },
  bgcolor: 'background.subtle',
  overflow: 'hidden',
} as const;

interface ThumbnailProps {
  readonly document: DriverDocument;
  readonly url: string;
  readonly name: string;
  readonly onOpen: () => void;
  readonly onStale: () => void;
}

function Thumbnail({ document, url, name, onOpen, onStale }: ThumbnailProps) {
  const { t } = useTranslation();
  const picture = useFreshPicture(document, onStale);
  return (
    <ButtonBase onClick={onOpen} aria-label={t('document_open', { what: name })} sx={pictureBox}>
      {picture.broken ? (
        <Typography variant="body2" color="text.secondary" sx={{ p: 2 }}>
          {t('document_unloadable')}
        </Typography>
      ) : (
        <Box
          component="img"
          src={url}
          alt=""
          loading="lazy"
          onError={picture.onError}
          sx={{
            position: { xs: 'absolute', sm: 'static' },
            width: '100%',
            height: '100%',
            minHeight: 0,
            objectFit: 'cover',
          }}
        />
      )}
    </ButtonBase>
  );
}
