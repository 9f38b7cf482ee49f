// What OpenAPI says about routes beyond their declaration: redirects, and examples of answers that are text.
import type { RouteName } from '../index.ts';

/** Routes that send a browser on with 303: always, or in place of a page. */
export const redirects: { readonly [Name in RouteName]?: 'always' | 'sometimes' } = {
  startSocialSignIn: 'always',
  finishSocialSignIn: 'always',
  finishSocialSignInByPost: 'always',
  returnFromProvider: 'always',
  returnFromProviderByPost: 'always',
  openCheckout: 'sometimes',
  actOnTestPage: 'sometimes',
};

/** An answer of this content type; pictures, PDF files and tiles have none. */
export const textExamples: Readonly<Record<string, string>> = {
  'text/csv': 'Reference,Status,Rider\r\nK7PD2M,ACCEPTED,Lucía Pereira\r\n',
  'text/html': '<!doctype html><html lang="es"><head><title>Kerb</title></head><body></body></html>',
};
