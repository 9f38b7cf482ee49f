// Properties of routes that only the OpenAPI document needs: redirects, and example responses that are text.
import type { RouteName } from '../index.ts';

/** Routes that redirect the browser with status 303: always, or in some cases instead of rendering a page. */
export const redirects: { readonly [Name in RouteName]?: 'always' | 'sometimes' } = {
  startSocialSignIn: 'always',
  finishSocialSignIn: 'always',
  finishSocialSignInByPost: 'always',
  returnFromProvider: 'always',
  returnFromProviderByPost: 'always',
  openCheckout: 'sometimes',
  actOnTestPage: 'sometimes',
};

/** Example response by content type. Pictures, PDF files and tiles have no example. */
export const textExamples: Readonly<Record<string, string>> = {
  'text/csv': 'Reference,Status,Rider\r\nK7PD2M,ACCEPTED,Lucía Pereira\r\n',
  'text/html': '<!doctype html><html lang="es"><head><title>Kerb</title></head><body></body></html>',
};
