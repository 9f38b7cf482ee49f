// The part of i18next that the built app uses: flat keys, {{variables}}, plural forms, a fallback language.
// The build puts it in i18next's place, for the first load's sake; a test proves that both say the same.

type Texts = Record<string, string>;
type Variables = Readonly<Record<string, unknown>>;

const bundles = new Map<string, Texts>();
const pluralRules = new Map<string, Intl.PluralRules>();
const listeners = new Set<() => void>();
let language = 'en';
let fallback = 'en';

function pluralForm(locale: string, count: number): string {
  const rules = pluralRules.get(locale) ?? new Intl.PluralRules(locale);
  pluralRules.set(locale, rules);
  return rules.select(count);
}

function lookUp(locale: string, key: string, count: unknown): string | undefined {
  const texts = bundles.get(locale);
  if (!texts) return undefined;
  const plural = typeof count === 'number' ? texts[`${key}_${pluralForm(locale, count)}`] : undefined;
  return plural ?? texts[key];
}

function translate(key: string, variables: Variables = {}): string {
  const text = lookUp(language, key, variables.count) ?? lookUp(fallback, key, variables.count) ?? key;
  return text.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (_match, name: string) => String(variables[name] ?? ''));
}

type Translate = (key: string, variables?: Variables) => string;

function changed(): void {
  // A new function each time, so that what was computed with the old texts is computed again.
  i18next.t = (key, variables) => translate(key, variables);
  for (const listener of [...listeners]) listener();
}

const i18next = {
  t: translate as Translate,
  get language() {
    return language;
  },
  use: () => i18next,
  async init(options: { lng: string; fallbackLng: string }): Promise<void> {
    language = options.lng;
    fallback = options.fallbackLng;
    changed();
  },
  addResourceBundle(locale: string, _namespace: string, texts: Texts): void {
    bundles.set(locale, { ...bundles.get(locale), ...texts });
    changed();
  },
  getResourceBundle: (locale: string, _namespace: string) => bundles.get(locale),
  async changeLanguage(locale: string): Promise<void> {
    language = locale;
    changed();
  },
  exists: (key: string) =>
    lookUp(language, key, undefined) !== undefined || lookUp(fallback, key, undefined) !== undefined,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

// biome-ignore lint/style/noDefaultExport: it stands in for i18next, whose export is the default one
export default i18next;
