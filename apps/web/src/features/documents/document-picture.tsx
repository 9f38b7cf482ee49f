// Dialog with the large picture of a document.
import type { DocumentKind, DriverDocument } from '@kerb/contract';
import CloseOutlined from '@mui/icons-material/CloseOutlined';
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/use-format.ts';
import { useLastShown } from '../../ui/use-last-shown.ts';
import { useFreshPicture } from './use-fresh-picture.ts';

interface DocumentPictureProps {
  /** Null closes the dialog. */
  readonly kind: DocumentKind | null;
  readonly document: DriverDocument | null;
  readonly onStale: () => void;
  readonly onClose: () => void;
}

export function DocumentPicture(props: DocumentPictureProps) {
  const { onStale, onClose } = props;
  const kind = useLastShown(props.kind);
  const document = useLastShown(props.document);
  const { t } = useTranslation();
  const { date } = useFormat();
  const titleId = useId();
  const small = useMediaQuery('(max-width: 575px)');
  const picture = useFreshPicture(document, onStale);
  const open = props.kind !== null && props.document !== null;

  return (
    <Dialog
      open={open}
      onClose={onClose}
      aria-labelledby={titleId}
      fullScreen={small}
      fullWidth
      maxWidth="md"
    >
      <Box sx={{ display: 'flex', alignItems: 'center', paddingInlineEnd: 1.5 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <DialogTitle id={titleId} sx={{ pb: 0 }}>
            {kind && t(`document_${kind}`)}
          </DialogTitle>
          <Typography variant="body2" color="text.secondary" sx={{ px: 3, pb: 2 }}>
            {document && t('document_uploaded', { day: date(document.uploadedAt) })}
          </Typography>
        </Box>
        <IconButton onClick={onClose} aria-label={t('close')} autoFocus>
          <CloseOutlined />
        </IconButton>
      </Box>
      <Box
        sx={{ display: 'grid', placeItems: 'center', flex: 1, minHeight: 240, bgcolor: 'background.subtle' }}
      >
        {picture.broken ? (
          <Typography role="alert" sx={{ p: 4 }}>
            {t('document_unloadable')}
          </Typography>
        ) : (
          document?.url && (
            <Box
              component="img"
              src={document.url}
              alt={kind ? t('picture_of', { what: t(`document_${kind}`) }) : ''}
              onError={picture.onError}
              sx={{
                display: 'block',
                maxWidth: '100%',
                maxHeight: { xs: '80vh', sm: '74vh' },
                objectFit: 'contain',
              }}
            />
          )
        )}
      </Box>
    </Dialog>
  );
}
