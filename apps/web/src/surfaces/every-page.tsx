// What every page needs after its first paint: title and description, and dialogs that the browser's Back gesture closes.
import { useEffect } from 'react';
import { closeModalsOnRequest } from '../ui/close-requests.ts';
import { PageHead } from './site/page-head.tsx';

export function EveryPage() {
  useEffect(closeModalsOnRequest, []);
  return <PageHead />;
}
