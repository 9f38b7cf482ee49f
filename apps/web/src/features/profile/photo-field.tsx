// The user's photo: uploaded as soon as it is chosen, and removable.
import type { Me } from '@kerb/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { ImageInput } from '../../ui/image-input.tsx';

const helpOf = {
  rider: 'photo_help',
  driver: 'photo_help_driver',
  admin: 'photo_help_staff',
  fleetadmin: 'photo_help_staff',
} as const;

export function PhotoField({ user }: { user: Me }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  /** Preview of the photo while it is being uploaded. */
  const [sent, setSent] = useState<Blob | null>(null);
  const [setPhoto, setting] = answers.setPhoto.useMutation();
  const [removePhoto, removing] = answers.removePhoto.useMutation();
  const problem = setting.error ?? removing.error ?? null;

  return (
    <ImageInput
      name="photo"
      shape="round"
      camera="user"
      label={t('photo')}
      help={t(helpOf[user.usertype])}
      value={setting.isLoading ? sent : null}
      current={user.profile_image}
      busy={setting.isLoading || removing.isLoading}
      problem={problem && errorText(problem)}
      onChange={(picture) => {
        setSent(picture);
        removing.reset();
        if (picture) void setPhoto({ file: picture });
      }}
      onRemoveCurrent={() => {
        setting.reset();
        void removePhoto();
      }}
    />
  );
}
