// Field for the picture of a car type: one of the product's pictures, an uploaded one, or no picture.
import { carPictures, isUploadedPicture } from '@kerb/domain/fleet';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ImageInput } from '../../ui/image-input.tsx';
import { visuallyHidden } from '../../ui/visually-hidden.ts';
import type { CarTypeForm } from './car-type-form.ts';

interface PictureFieldProps {
  /** URL of the picture stored on the server; '' without a picture. */
  readonly saved: string;
  /** A chosen picture that is not uploaded yet. */
  readonly picture: Blob | null;
  readonly onPicture: (picture: Blob | null) => void;
  readonly problem: string | null;
  readonly busy: boolean;
}

const nameOf = (address: string) => {
  const name = address.slice('/cars/'.length, -'.svg'.length);
  return name === 'economy' || name === 'comfort' || name === 'van' || name === 'moto' ? name : 'economy';
};

export function PictureField({ saved, picture, onPicture, problem, busy }: PictureFieldProps) {
  const { t } = useTranslation();
  const group = useId();
  const { field } = useController<CarTypeForm, 'image'>({ name: 'image' });
  const isOwn = picture !== null || isUploadedPicture(field.value);
  const choose = (address: string) => {
    onPicture(null);
    field.onChange(address);
  };
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      <Box component="fieldset" sx={{ border: 0, p: 0, m: 0, minWidth: 0 }}>
        <Typography component="legend" sx={{ fontWeight: 620, p: 0, mb: 1 }}>
          {t('cartype_pictures')}
        </Typography>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          {['', ...carPictures].map((address) => (
            <Option
              key={address}
              group={group}
              address={address}
              text={address === '' ? t('cartype_picture_none') : t(`cartype_picture_${nameOf(address)}`)}
              chosen={!isOwn && field.value === address}
              onChoose={() => choose(address)}
            />
          ))}
        </Box>
      </Box>
      <Box sx={{ maxWidth: 280 }}>
        <ImageInput
          name="image"
          label={t('cartype_own_picture')}
          help={t('cartype_own_picture_help')}
          value={picture}
          current={isUploadedPicture(field.value) ? field.value : null}
          onRemoveCurrent={() => choose(isUploadedPicture(saved) ? '' : saved)}
          onChange={onPicture}
          problem={problem}
          busy={busy}
        />
      </Box>
    </Box>
  );
}

interface OptionProps {
  readonly group: string;
  readonly address: string;
  readonly text: string;
  readonly chosen: boolean;
  readonly onChoose: () => void;
}

function Option({ group, address, text, chosen, onChoose }: OptionProps) {
  return (
    <Box
      component="label"
      sx={{
        display: 'grid',
        gap: 0.5,
        justifyItems: 'center',
        alignContent: 'center',
        width: 104,
        minHeight: 84,
        p: 1,
        borderRadius: '14px',
        cursor: 'pointer',
        border: '2px solid',
        borderColor: chosen ? 'primary.main' : 'transparent',
        bgcolor: 'background.subtle',
        '&:hover': { borderColor: chosen ? 'primary.main' : 'divider' },
        '&:focus-within': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: 2 },
        position: 'relative',
      }}
    >
      <input type="radio" name={group} checked={chosen} onChange={onChoose} style={{ ...visuallyHidden }} />
      {address !== '' && (
        <Box component="img" src={address} alt="" width={72} height={40} sx={{ objectFit: 'contain' }} />
      )}
      <Typography variant="caption">{text}</Typography>
    </Box>
  );
}
