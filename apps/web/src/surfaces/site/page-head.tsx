// The title and description of the page that is open, in the language it is read in; the server wrote the first ones.
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { matchPath, useLocation } from 'react-router';
import { useSettings } from '../../lib/use-settings.ts';
import { useAppName } from '../../ui/brand.tsx';
import { publicPages, screens } from './screen-list.ts';

/** A name and its content, or null to have none. */
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
  // Where the server has named the operator's address, that is the one.
  link.href = new URL(path, known?.href ?? location.origin).href;
}

/** The page's own name; null where it has none, as a trip. */
function usePageName(pathname: string): string | null {
  const { t, i18n } = useTranslation();
  const open = publicPages.find(({ path }) => matchPath(path, pathname));
  if (open) return t(`head_title_${open.name}`);
  if (!screens.some((path) => matchPath(path, pathname))) return t('head_title_not_found');
  const key = `nav_${pathname.split('/')[1]?.toLowerCase()}`;
  return i18n.exists(key) ? String(i18n.t(key as 'nav_home')) : null;
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
