// View of ImageInput: an area to drop or choose a picture, then the picture with buttons to replace and remove it.
import AddPhotoAlternateOutlined from '@mui/icons-material/AddPhotoAlternateOutlined';
import PhotoCameraOutlined from '@mui/icons-material/PhotoCameraOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type ChangeEvent, type DragEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../lib/use-error-text.ts';
import { LoadingButton } from './loading-button.tsx';
import { PictureError, preparePicture } from './prepare-picture.ts';
import { visuallyHidden } from './visually-hidden.ts';

export interface ImageInputProps {
  /** Subject of the picture: "Driving licence". */
  readonly label: string;
  /** Hint for a good picture: "All four corners in the picture". */
  readonly help?: string | undefined;
  /** The chosen picture, ready to upload, or null. */
  readonly value: Blob | null;
  readonly onChange: (picture: Blob | null) => void;
  /** URL of the picture stored on the server, shown until another is chosen. */
  readonly current?: string | null | undefined;
  /** Removes the stored picture; without it, only a new choice can be removed. */
  readonly onRemoveCurrent?: (() => void) | undefined;
  /** Error text, shown below; the input itself reports files that are not pictures. */
  readonly problem?: string | null | undefined;
  /** Disables the input while the picture is being sent. */
  readonly busy?: boolean | undefined;
  /** Camera that a phone opens: 'environment' for documents, 'user' for a portrait. */
  readonly camera?: 'environment' | 'user' | undefined;
  /** 'round' for portraits. */
  readonly shape?: 'wide' | 'round' | undefined;
  /** The `name` of the file input, for tests and browsers. */
  readonly name?: string | undefined;
}

/** Returns an object URL for a blob, which is revoked when the blob changes. */
function useBlobUrl(blob: Blob | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (blob === null) return setUrl(null);
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return url;
}

/** Prepares chosen files; when several overlap, the last chosen one is used. */
function useChoose(onChange: (picture: Blob) => void) {
  const [preparing, setPreparing] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const turn = useRef(0);
  const choose = async (file: File) => {
    turn.current += 1;
    const mine = turn.current;
    setPreparing(true);
    setRefusal(null);
    try {
      const picture = await preparePicture(file);
      if (mine === turn.current) onChange(picture);
    } catch (error) {
      if (mine === turn.current) setRefusal(error instanceof PictureError ? error.code : 'image_unreadable');
    } finally {
      if (mine === turn.current) setPreparing(false);
    }
  };
  return { choose, preparing, refusal };
}

interface PictureButtonsProps {
  readonly closed: boolean;
  readonly hasPicture: boolean;
  readonly onTake: () => void;
  readonly onChoose: () => void;
  readonly onRemove: (() => void) | undefined;
}

function PictureButtons({ closed, hasPicture, onTake, onChoose, onRemove }: PictureButtonsProps) {
  const { t } = useTranslation();
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      <Button
        variant="outlined"
        color="inherit"
        startIcon={<PhotoCameraOutlined />}
        disabled={closed}
        onClick={onTake}
        sx={{ display: 'none', minHeight: 44, '@media (pointer: coarse)': { display: 'inline-flex' } }}
      >
        {t('picture_take')}
      </Button>
      <LoadingButton
        variant="outlined"
        color="inherit"
        loading={closed}
        onClick={onChoose}
        sx={{ minHeight: 44 }}
      >
        {hasPicture ? t('picture_replace') : t('picture_choose')}
      </LoadingButton>
      {hasPicture && onRemove && (
        <Button color="inherit" disabled={closed} onClick={onRemove} sx={{ minHeight: 44 }}>
          {t('picture_remove')}
        </Button>
      )}
    </Box>
  );
}

export function ImageInputView(props: ImageInputProps) {
  const { value, current = null, onChange, busy = false, shape = 'wide' } = props;
  const { t } = useTranslation();
  const errorText = useErrorText();
  const id = useId();
  const fileInput = useRef<HTMLInputElement>(null);
  const cameraInput = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const { choose, preparing, refusal } = useChoose(onChange);
  const chosen = useBlobUrl(value);
  const shown = chosen ?? (value === null ? current : null);
  const closed = busy || preparing;
  const wrong = refusal === null ? (props.problem ?? null) : errorText(refusal);

  const onFile = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    // Resets the input, so that the same file can be chosen again after it was removed.
    event.target.value = '';
    if (file) void choose(file);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file && !closed) void choose(file);
  };
  const onDragOver = (event: DragEvent) => {
    event.preventDefault();
    if (!closed) setOver(true);
  };
  const onRemove = value === null ? props.onRemoveCurrent : () => onChange(null);

  return (
    <Box
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={`${id}-help ${id}-problem`}
      data-invalid={wrong !== null}
      onDragOver={onDragOver}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
      sx={{ display: 'grid', gap: 1, minWidth: 0 }}
    >
      <Typography id={`${id}-label`} sx={{ fontWeight: 620 }}>
        {props.label}
      </Typography>
      <Box sx={shape === 'round' ? roundLayout : wideLayout}>
        <Picture
          url={shown}
          label={props.label}
          shape={shape}
          over={over}
          wrong={wrong !== null}
          onChoose={closed ? null : () => fileInput.current?.click()}
        />
        <PictureButtons
          closed={closed}
          hasPicture={shown !== null}
          onTake={() => cameraInput.current?.click()}
          onChoose={() => fileInput.current?.click()}
          onRemove={onRemove}
        />
      </Box>
      <Typography id={`${id}-help`} variant="body2" color="text.secondary">
        {props.help ?? t('picture_help')}
      </Typography>
      <Typography
        id={`${id}-problem`}
        role="alert"
        variant="body2"
        color="error"
        sx={{ '&:empty': { display: 'none' } }}
      >
        {wrong}
      </Typography>
      <Box role="status" sx={visuallyHidden}>
        {preparing ? t('picture_preparing') : chosen === null ? '' : t('picture_chosen')}
      </Box>
      <input ref={fileInput} type="file" name={props.name} accept="image/*" hidden onChange={onFile} />
      <input
        ref={cameraInput}
        type="file"
        accept="image/*"
        capture={props.camera ?? 'environment'}
        hidden
        onChange={onFile}
      />
    </Box>
  );
}

const wideLayout = { display: 'grid', gap: 1.5 } as const;
const roundLayout = { display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 2 } as const;

interface PictureProps {
  readonly url: string | null;
  readonly label: string;
  readonly shape: 'wide' | 'round';
  readonly over: boolean;
  readonly wrong: boolean;
  /** Opens the file dialog on a click on the empty frame; keyboard users have the button beside it. */
  readonly onChoose: (() => void) | null;
}

function Picture({ url, label, shape, over, wrong, onChoose }: PictureProps) {
  const { t } = useTranslation();
  const round = shape === 'round';
  const press = url === null ? onChoose : null;
  return (
    <Box
      onClick={press ?? undefined}
      sx={{
        cursor: press ? 'pointer' : undefined,
        display: 'grid',
        placeItems: 'center',
        overflow: 'hidden',
        color: 'text.secondary',
        bgcolor: 'background.subtle',
        border: url === null || over ? '2px dashed' : '1px solid',
        borderColor: wrong
          ? 'error.main'
          : over
            ? 'primary.main'
            : url === null
              ? 'text.disabled'
              : 'divider',
        ...(round
          ? { width: 96, height: 96, borderRadius: '50%', flexShrink: 0 }
          : { width: '100%', maxWidth: 440, aspectRatio: '16 / 10', borderRadius: '16px' }),
      }}
    >
      {url === null ? (
        <Box sx={{ display: 'grid', justifyItems: 'center', gap: 1, p: 2, textAlign: 'center' }}>
          <AddPhotoAlternateOutlined sx={{ fontSize: round ? 28 : 36 }} />
          {!round && (
            <Typography
              variant="body2"
              sx={{ display: 'none', '@media (pointer: fine)': { display: 'block' } }}
            >
              {t('picture_drop')}
            </Typography>
          )}
        </Box>
      ) : (
        <Box
          component="img"
          src={url}
          alt={t('picture_of', { what: label })}
          sx={{ width: '100%', height: '100%', objectFit: round ? 'cover' : 'contain', minHeight: 0 }}
        />
      )}
    </Box>
  );
}
