// Checks every error key of the specification's §8: it has a text in every language, the English text is the specified
// one where the specification gives it, and the listed source files contain the key.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { shippedLanguages } from '@kerb/texts';
import { describe, expect, it } from 'vitest';
import { readSource, root } from './source-files.ts';

interface Entry {
  readonly key: string;
  /** Name of the file in packages/texts/locales/<language> that contains the text, without `.json`. */
  readonly area: string;
  /** Source files that must contain the key: those that raise the error or display it specially. */
  readonly used: readonly string[];
}

const web = (path: string) => `apps/web/src/${path}`;
const server = (path: string) => `apps/server/src/modules/${path}`;
const validation = 'packages/domain/booking/validate-booking.ts';

const alerts: Entry[] = [
  { key: 'must_login', area: 'errors', used: [validation, web('features/quote/booking-alert.tsx')] },
  { key: 'user_issue_contact_admin', area: 'errors', used: [validation] },
  { key: 'profile_incomplete', area: 'errors', used: [validation, web('features/quote/booking-alert.tsx')] },
  { key: 'select_proper', area: 'errors', used: [validation, web('features/quote/use-issue-text.ts')] },
  { key: 'incomplete_user', area: 'errors', used: [validation] },
  { key: 'past_booking_error', area: 'errors', used: [validation] },
  { key: 'place_to_coords_error', area: 'errors', used: ['apps/server/src/ports/maps.ts'] },
  { key: 'no_driver_found_alert_messege', area: 'errors', used: [validation] },
  {
    key: 'deliveryDetailMissing',
    area: 'errors',
    used: [validation, web('features/quote/use-booking-flow.ts')],
  },
  { key: 'google_places_error', area: 'errors', used: ['apps/server/src/ports/maps.ts'] },
  { key: 'proper_email', area: 'errors', used: [web('features/profile/profile-rules.ts')] },
  {
    key: 'otp_validate_error',
    area: 'errors',
    used: ['packages/domain/identity/otp.ts', web('features/sign-in/code-step.tsx')],
  },
  {
    key: 'user_exists',
    area: 'errors',
    used: [server('users/add-user.ts'), web('features/people/person-form-dialog.tsx')],
  },
  {
    key: 'email_or_mobile_issue',
    area: 'errors',
    used: [web('features/people/person-form-dialog.tsx'), web('features/phone-desk/use-new-rider.ts')],
  },
  {
    key: 'demo_mode',
    area: 'errors',
    used: [server('settings/settings.policy.ts'), web('features/booking-actions/use-booking-actions.tsx')],
  },
  {
    key: 'proper_bonus',
    area: 'errors',
    used: [server('settings/save-settings.ts'), web('features/settings/use-settings-editor.ts')],
  },
  {
    key: 'no_details_error',
    area: 'errors',
    used: ['packages/domain/kernel/amount-input.ts', web('features/admin-credit/credit-form.tsx')],
  },
  { key: 'update_failed', area: 'errors', used: [web('features/settings/use-settings-editor.ts')] },
];

const successes: Entry[] = [
  { key: 'profile_updated', area: 'console', used: [web('features/profile/profile-form.tsx')] },
  { key: 'success', area: 'money', used: [web('features/admin-credit/credit-form.tsx')] },
  { key: 'booking_success', area: 'quote', used: [web('features/quote/success-dialog.tsx')] },
];

const signIn: Entry[] = [
  { key: 'login_error', area: 'login', used: [web('features/sign-in/login-alert.tsx')] },
  {
    key: 'require_approval',
    area: 'errors',
    used: ['packages/domain/identity/sign-in-refusal.ts', 'packages/sdk/store/auth.slice.ts'],
  },
  {
    key: 'auth_error',
    area: 'errors',
    used: [server('identity/sign-in/mobile-sign-in.ts'), 'packages/sdk/store/auth.slice.ts'],
  },
  {
    key: 'not_logged_in',
    area: 'errors',
    used: ['packages/sdk/store/auth.slice.ts', web('features/sign-in/sign-in-problem.ts')],
  },
  {
    key: 'not_valid_user_type',
    area: 'errors',
    used: ['packages/domain/identity/sign-in-refusal.ts', web('features/sign-in/sign-in-problem.ts')],
  },
  {
    key: 'user_issue_contact_admin',
    area: 'errors',
    used: [server('identity/sessions/sessions.routes.ts'), web('features/sign-in/sign-in-problem.ts')],
  },
  { key: 'request_failed', area: 'login', used: [web('features/sign-in/phone-step.tsx')] },
];

const defaults: Entry[] = [
  { key: 'no_bookings', area: 'console', used: [web('surfaces/console/no-bookings.tsx')] },
  { key: 'no_cancel_reason', area: 'catalog', used: [web('features/cancel-reasons/reason-list.tsx')] },
  {
    key: 'no_cars',
    area: 'site',
    used: [web('features/quote/car-choice.tsx'), web('features/car-types/car-type-cards.tsx')],
  },
  { key: 'no_tasks', area: 'driver', used: [web('features/tasks/task-list.tsx')] },
  { key: 'no_user_match', area: 'errors', used: [server('notifications/campaigns/send-campaign.ts')] },
  {
    key: 'no_provider_found',
    area: 'errors',
    used: [server('payments/payments.routes.ts'), 'packages/sdk/answers/specification-slices.ts'],
  },
  {
    key: 'provider_fetch_error',
    area: 'errors',
    used: [server('payments/payments.routes.ts'), web('features/payment/methods-problem.tsx')],
  },
  {
    key: 'chat_not_found',
    area: 'errors',
    used: [server('chat/chat.policy.ts'), web('features/chat/chat-states.tsx')],
  },
  {
    key: 'location_fetch_error',
    area: 'errors',
    used: [server('tracking/read-track.ts'), web('features/trip/use-trip.ts')],
  },
  { key: 'allow_location', area: 'console', used: [web('features/dispatch-board/map-pane.tsx')] },
  { key: 'phone_no_update', area: 'quote', used: [web('features/quote/phone-prompt.tsx')] },
];

/** Entries whose English text the specification prescribes. */
const worded: (Entry & { readonly text: string })[] = [
  {
    key: 'settings_unavailable',
    area: 'setup',
    text: 'Unable to fetch database and settings.',
    used: [web('surfaces/setup/setup-screen.tsx')],
  },
  { key: 'setup_title', area: 'core', text: 'Setup', used: [web('app.tsx')] },
  { key: 'alert', area: 'core', text: 'Alert', used: [web('ui/alert-dialog-view.tsx')] },
  { key: 'close', area: 'core', text: 'Close', used: [web('ui/alert-dialog-view.tsx')] },
  {
    key: 'reports_empty',
    area: 'reports',
    text: 'No data available.',
    used: [web('ui/reports/report-states.tsx')],
  },
  {
    key: 'no_promos',
    area: 'catalog',
    text: 'No promos available.',
    used: [web('features/promos/promo-list.tsx')],
  },
  {
    key: 'no_users',
    area: 'people',
    text: 'No users available.',
    used: [web('features/people/people-list.tsx')],
  },
  {
    key: 'withdraws_empty',
    area: 'money',
    text: 'No WITHDRAWS available.',
    used: [web('features/withdraws/withdraw-list.tsx')],
  },
  {
    key: 'no_languages',
    area: 'languages',
    text: 'No Languages available.',
    used: [web('features/languages/language-list.tsx')],
  },
  { key: 'no_route_found', area: 'errors', text: 'No Route Found', used: ['apps/server/src/ports/maps.ts'] },
  {
    key: 'default_language',
    area: 'errors',
    text: 'Cannot delete default language',
    used: [server('languages/delete-language.ts')],
  },
  {
    key: 'json_error',
    area: 'languages',
    text: 'JSON Error',
    used: [web('features/languages/import-dialog.tsx')],
  },
  {
    key: 'assign_done',
    area: 'bookings',
    text: 'Driver assigned successfully and notified.',
    used: [web('features/booking-actions/use-booking-actions.tsx')],
  },
];

const calls = [
  'fetchPlacesAutocomplete',
  'fetchCoordsfromPlace',
  'getDistanceMatrix',
  'fetchAddressfromCoords',
  'getDirectionsApi',
];

const textsOf = (locale: string, area: string): Record<string, string> =>
  JSON.parse(readSource(`packages/texts/locales/${locale}/${area}.json`));

/**
 * Returns whether a source contains the key as a whole word. An occurrence in a comment or a type suffices; the tests
 * beside the source check the behaviour.
 */
const names = (source: string, word: string): boolean => new RegExp(`\\b${word}\\b`).test(source);

function problemsOf({ key, area, used }: Entry): string[] {
  const silent = shippedLanguages
    .filter(({ langLocale }) => !textsOf(langLocale, area)[key]?.trim())
    .map(({ langLocale }) => `${key} says nothing in ${langLocale}`);
  const lost = used.filter((path) => !existsSync(join(root, path)) || !names(readSource(path), key));
  return [...silent, ...lost.map((path) => `${key} is not in ${path}`)];
}

describe('the error texts of the specification', () => {
  it.each([...alerts, ...successes, ...signIn, ...defaults, ...worded])(
    '$key is said in every language, and used where it belongs',
    (entry) => {
      expect(problemsOf(entry)).toEqual([]);
    },
  );

  it.each(worded)('"$text" is worded in English as the specification words it', ({ key, area, text }) => {
    expect(textsOf('en', area)[key]).toBe(text);
  });

  it.each(calls)('a failed %s call is reported by that name', (call) => {
    expect(readSource('packages/sdk/client/hosted.ts')).toContain(`'${call}'`);
  });

  it('has every key once', () => {
    const keys = [...alerts, ...successes, ...defaults, ...worded].map(({ key }) => key);
    expect(keys).toHaveLength(45);
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  });

  it('reports a key without a text, and an unused key', () => {
    expect(
      problemsOf({ key: 'gone', area: 'errors', used: ['tools/checks/source-files.ts', 'gone.ts'] }),
    ).toHaveLength(shippedLanguages.length + 2);
  });
});
