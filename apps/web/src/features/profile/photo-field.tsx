// The user's photo: uploaded as soon as it is chosen, and removable.
import type { Me } from '@kerb/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keepMe } from '../../lib/keep-me.ts';
import { client } from '../../lib/store.ts';
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
  /** Shown while it is on its way. */
  const [sending, setSending] = useState<Blob | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const change = async (call: () => Promise<Me>) => {
    setBusy(true);
    setProblem(null);
    try {
      keepMe(await call());
    } catch (error) {
      setProblem(errorText(error));
    } finally {
      setBusy(false);
      setSending(null);
    }
  };

  return (
    <ImageInput
      name="photo"
      shape="round"
      camera="user"
      label={t('photo')}
      help={t(helpOf[user.usertype])}
      value={sending}
      current={user.profile_image}
      busy={busy}
      problem={problem}
      onChange={(picture) => {
        setSending(picture);
        if (picture) void change(() => client.setPhoto({ file: picture }));
      }}
      onRemoveCurrent={() => void change(() => client.removePhoto())}
    />
  );
}
