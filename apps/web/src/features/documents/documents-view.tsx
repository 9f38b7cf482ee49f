// Cards of a driver's documents, the dialog with the large picture, and the dialog that replaces a document.
import type { DocumentKind } from '@kerb/contract';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dayTextOf } from '../../lib/calendar-day.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { ErrorState } from '../../ui/page-states.tsx';
import { DocumentCard } from './document-card.tsx';
import { DocumentEditor } from './document-editor.tsx';
import { DocumentPicture } from './document-picture.tsx';
import { documentKinds, documentState } from './document-state.ts';
import { cardGrid, DocumentsSkeleton } from './documents-skeleton.tsx';
import { useDocuments } from './use-documents.ts';

export interface DocumentsPanelProps {
  /** uid of the driver that an admin or fleet admin views; omit it for the signed-in driver's own documents. */
  readonly driver?: string;
  /** Hides the buttons that change documents. */
  readonly readOnly?: boolean;
}

export function DocumentsView({ driver, readOnly = false }: DocumentsPanelProps) {
  const { t } = useTranslation();
  const zone = useSettings()?.timezone ?? 'UTC';
  const { items, problem, reload, save } = useDocuments(driver);
  const [opened, setOpened] = useState<DocumentKind | null>(null);
  const [edited, setEdited] = useState<DocumentKind | null>(null);
  const [saved, setSaved] = useState<DocumentKind | null>(null);
  const root = useRef<HTMLDivElement>(null);
  const ready = items !== null;

  // The task screen's banner links to #documents, which does not exist until the cards are rendered.
  useEffect(() => {
    if (ready && window.location.hash === '#documents') root.current?.scrollIntoView({ block: 'start' });
  }, [ready]);

  if (items === null) {
    return problem === null ? <DocumentsSkeleton /> : <ErrorState problem={problem} onRetry={reload} />;
  }
  const now = Date.now();
  const find = (kind: DocumentKind | null) => items.find((one) => one.kind === kind) ?? null;
  const open = (kind: DocumentKind) => {
    // Renew a link that has expired since the cards were rendered, before it fails.
    if ((find(kind)?.linkExpiresAt ?? Infinity) <= Date.now()) reload();
    setOpened(kind);
  };
  return (
    <Box ref={root} id="documents" sx={{ display: 'grid', gap: 2, scrollMarginTop: '80px' }}>
      {saved !== null && (
        <Alert severity="success" onClose={() => setSaved(null)}>
          {t('document_saved', { what: t(`document_${saved}`) })}
        </Alert>
      )}
      {problem !== null && <Alert severity="warning">{t('documents_stale')}</Alert>}
      <Box component="ul" sx={cardGrid}>
        {documentKinds.map((kind) => (
          <DocumentCard
            key={kind}
            kind={kind}
            document={find(kind)}
            state={documentState(find(kind), now, zone)}
            own={driver === undefined}
            readOnly={readOnly}
            onOpen={() => open(kind)}
            onEdit={() => setEdited(kind)}
            onStale={reload}
          />
        ))}
      </Box>
      <DocumentPicture
        kind={opened}
        document={find(opened)}
        onStale={reload}
        onClose={() => setOpened(null)}
      />
      <DocumentEditor
        kind={edited}
        document={find(edited)}
        own={driver === undefined}
        today={dayTextOf(now, zone)}
        save={save}
        onSaved={(kind) => {
          setSaved(kind);
          setEdited(null);
        }}
        onClose={() => setEdited(null)}
      />
    </Box>
  );
}
