// Updates title, description and canonical link after navigation and changes of language; the server writes the first
// ones.
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { matchPath, useLocation } from 'react-router';
import { useSettings } from '../../lib/use-settings.ts';
import { useAppName } from '../../ui/brand.tsx';
import { useShownTitle } from '../../ui/screen-title.ts';
import { publicPages, screens } from './screen-list.ts';

/** Sets a meta element; null removes it. */
function setMeta(name: string, content: string | null): void {
  const known = document.head.querySelector<HTMLMetaElement>(`meta[name="${name}"]`);
  if (content === null) {
    known?.remove();
    return;
  }
  const meta = known ?? document.head.appendChild(document.createElement('meta'));
  meta.name = name;
  meta.content = content;
}

function setCanonical(path: string | null): void {
  const known = document.head.querySelector<HTMLLinkElement>('link[rel="canonical"]');
  if (path === null) {
    known?.remove();
    return;
  }
  const link = known ?? document.head.appendChild(document.createElement('link'));
  link.rel = 'canonical';
  // Uses the origin that the server wrote into the first canonical link, if there is one.
  link.href = new URL(path, known?.href ?? location.origin).href;
}

/** The title of a public page, else the heading of the screen; null until the heading is known. */
function usePageName(pathname: string): string | null {
  const { t } = useTranslation();
  const heading = useShownTitle();
  const open = publicPages.find(({ path }) => matchPath(path, pathname));
  if (open) return t(`head_title_${open.name}`);
  return screens.some((path) => matchPath(path, pathname)) ? heading : t('head_title_not_found');
}

export function PageHead() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const isNamed = useSettings() !== null;
  const name = useAppName();
  const page = usePageName(pathname);
  const open = publicPages.find(({ path }) => matchPath(path, pathname));
  const title = page === null ? name : t('head_title', { page, name });
  const description = open ? t(`head_text_${open.name}`, { name }) : null;
  const canonical = open?.listed ? open.path : null;

  useEffect(() => {
    if (!isNamed) return;
    document.title = title;
    setMeta('description', description);
    setMeta('robots', canonical === null ? 'noindex' : null);
    setCanonical(canonical);
  }, [isNamed, title, description, canonical]);

  return null;
}
