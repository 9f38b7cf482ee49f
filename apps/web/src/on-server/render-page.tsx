// Renders the public pages on the server, so that they can be read before any script runs. Built separately from the app.
import { text as textOfStream } from 'node:stream/consumers';
import createCache from '@emotion/cache';
import type { PublicSettings } from '@kerb/contract';
import type { CarType } from '@kerb/domain/fleet';
import { changeSettings, createKerbStore, refreshCarTypes, signOut } from '@kerb/sdk/store';
import rtlPlugin from '@mui/stylis-plugin-rtl';
import i18next from 'i18next';
import type { ComponentType } from 'react';
import { prerenderToNodeStream } from 'react-dom/static';
import { Provider } from 'react-redux';
import { StaticRouter } from 'react-router';
import { prefixer } from 'stylis';
import { loads, wanted } from '../lib/i18n/areas.ts';
import { underReplacedKeys } from '../lib/i18n/files/replaced-keys.ts';
import { renderIn } from '../lib/i18n/index.ts';
import { languageOf, offerLanguages } from '../lib/i18n/languages.ts';
import { namespaceOf, showTexts } from '../lib/i18n/show-texts.ts';
import type { TextArea, Texts } from '../lib/i18n/text-area.ts';
import { paths } from '../lib/paths.ts';
import { client } from '../lib/store.ts';
import { AboutUsScreen } from '../surfaces/site/about-us-screen.tsx';
import { DriverSignupScreen } from '../surfaces/site/driver-signup-screen.tsx';
import { LandingScreen } from '../surfaces/site/landing-screen.tsx';
import { LoginScreen } from '../surfaces/site/login-screen.tsx';
import { PrivacyPolicyScreen } from '../surfaces/site/privacy-policy-screen.tsx';
import { Themed } from '../ui/theme-provider.tsx';

/** A rider's page is the same for all riders: it contains nothing about the person. */
type Viewer = 'visitor' | 'rider';

interface RenderedPage {
  readonly path: string;
  readonly viewers: readonly Viewer[];
  /** The areas whose texts the page shows; `delivery` only for a delivery service. */
  readonly areas: readonly TextArea[];
  /** Whether its content depends on the query of the address, which is not rendered. */
  readonly needsQuery: boolean;
}

interface RenderedScreen extends RenderedPage {
  readonly Screen: ComponentType;
}

const screens: readonly RenderedScreen[] = [
  {
    path: paths.home,
    viewers: ['visitor', 'rider'],
    areas: ['core', 'delivery', 'site', 'pages'],
    needsQuery: false,
    Screen: LandingScreen,
  },
  {
    path: paths.aboutUs,
    viewers: ['visitor'],
    areas: ['core', 'delivery', 'pages'],
    needsQuery: false,
    Screen: AboutUsScreen,
  },
  {
    path: paths.privacyPolicy,
    viewers: ['visitor'],
    areas: ['core', 'delivery', 'pages'],
    needsQuery: false,
    Screen: PrivacyPolicyScreen,
  },
  {
    path: paths.login,
    viewers: ['visitor'],
    areas: ['core', 'delivery', 'login'],
    // The sign-in buttons of providers contain the address to return to.
    needsQuery: true,
    Screen: LoginScreen,
  },
  {
    path: paths.driverSignup,
    viewers: ['visitor'],
    areas: ['core', 'delivery', 'login', 'signup'],
    needsQuery: false,
    Screen: DriverSignupScreen,
  },
];

/** The pages that `renderPage` renders. */
export const renderedPages: readonly RenderedPage[] = screens.map(({ Screen: _, ...page }) => page);

export interface PageInput {
  /** Path of one of the rendered pages. */
  readonly path: string;
  readonly viewer: Viewer;
  readonly settings: PublicSettings;
  readonly carTypes: readonly CarType[];
  /** Locale of one of the offered languages. */
  readonly locale: string;
  /** Every text of the areas in that language, by area and key. */
  readonly texts: Readonly<Record<string, Texts>>;
}

export interface PageMarkup {
  /** Content of the page's root element. */
  readonly html: string;
  /** `style` elements for the head. */
  readonly styles: string;
}

/** Language and texts are global state, as in the browser, so pages are rendered one at a time. */
let queue: Promise<unknown> = Promise.resolve();

/** Rejects for a path without a rendered page. */
export function renderPage(input: PageInput): Promise<PageMarkup> {
  const rendering = queue.then(() => render(input));
  queue = rendering.catch(() => undefined);
  return rendering;
}

async function takeTexts(areas: readonly TextArea[], { settings, locale, texts }: PageInput) {
  offerLanguages(settings.languages);
  const language = languageOf(locale);
  await renderIn(language);
  const isDelivery = settings.appcat === 'delivery';
  if (isDelivery) wanted.add('delivery');
  else wanted.delete('delivery');
  for (const namespace of ['translation', 'delivery']) i18next.removeResourceBundle(locale, namespace);
  for (const area of areas) {
    // Marks the area as loaded, so that lazy parts do not request it.
    loads.set(`${language.locale}/${area}/${language.version}`, Promise.resolve());
    if (area === 'delivery' && !isDelivery) continue;
    showTexts(locale, area, underReplacedKeys(namespaceOf(area), texts[area] ?? {}));
  }
  return language;
}

/** The state in which the browser would show the page: a visitor has no session; a rider is not known yet. */
function storeFor({ settings, carTypes, viewer }: PageInput) {
  const store = createKerbStore({ client });
  if (viewer === 'visitor') store.dispatch({ type: signOut.fulfilled.type });
  store.dispatch(changeSettings(settings));
  store.dispatch({ type: refreshCarTypes.fulfilled.type, payload: carTypes });
  return store;
}

async function render(input: PageInput): Promise<PageMarkup> {
  const page = screens.find(({ path }) => path === input.path);
  if (!page) throw new Error(`No page is rendered at ${input.path}`);
  const { Screen } = page;
  const { direction } = await takeTexts(page.areas, input);
  const cache =
    direction === 'rtl'
      ? createCache({ key: 'kerb-rtl', stylisPlugins: [prefixer, rtlPlugin] })
      : createCache({ key: 'kerb' });
  let failure: unknown;
  const { prelude } = await prerenderToNodeStream(
    <Provider store={storeFor(input)}>
      <Themed cache={cache}>
        <StaticRouter location={page.path}>
          <Screen />
        </StaticRouter>
      </Themed>
    </Provider>,
    {
      // Disables progressive chunks: a part streamed after the rest would need a script to move it into place.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError(error) {
        failure = error;
      },
    },
  );
  const markup = await textOfStream(prelude);
  if (failure) throw failure;
  return asStillPage(markup);
}

const styleElement = /<style data-emotion="([^"]*)">([\s\S]*?)<\/style>/g;
const darkRule = /([^{}]*\[data-theme="dark"\][^{}]*)\{([^{}]*)\}/g;

/** Adds a copy of the dark rules for `prefers-color-scheme`, which applies until a script has set the theme. */
function withPreference(css: string): string {
  const dark = [...css.matchAll(darkRule)].map(
    ([, selector = '', rules = '']) =>
      `${selector.replaceAll('[data-theme="dark"]', ':root:not([data-theme])')}{${rules}}`,
  );
  return dark.length === 0 ? css : `${css}@media (prefers-color-scheme: dark){${dark.join('')}}`;
}

/**
 * Moves the style elements from the markup into the head. Outside a dialog, forms with the method `dialog` send nothing:
 * otherwise a form that is submitted before the script has arrived would write its fields into the address.
 */
function asStillPage(markup: string): PageMarkup {
  // Shows a pressed button as busy until the app has started.
  const styles = ['<style>[data-pressed]{cursor:progress;opacity:.7}</style>'];
  const inert = markup.replaceAll('<form ', '<form method="dialog" ');
  const html = inert.replaceAll(styleElement, (_, names: string, css: string) => {
    styles.push(`<style data-emotion="${names}">${withPreference(css)}</style>`);
    return '';
  });
  return { html, styles: styles.join('') };
}
