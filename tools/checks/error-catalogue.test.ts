// Checks that the error catalogue has the keys of the specification, each with an HTTP error status and a title.
import { errorCatalogue } from '@kerb/domain/kernel';
import { describe, expect, it } from 'vitest';

const specified = [
  'must_login',
  'user_issue_contact_admin',
  'profile_incomplete',
  'select_proper',
  'incomplete_user',
  'past_booking_error',
  'place_to_coords_error',
  'no_driver_found_alert_messege',
  'deliveryDetailMissing',
  'google_places_error',
  'proper_email',
  'otp_validate_error',
  'user_exists',
  'email_or_mobile_issue',
  'demo_mode',
  'proper_bonus',
  'no_details_error',
  'update_failed',
  'auth_error',
  'require_approval',
  'not_logged_in',
  'no_user_match',
  'no_provider_found',
  'chat_not_found',
  'location_fetch_error',
  'not_valid_user_type',
];

describe('the error catalogue', () => {
  it('has every key of the specification', () => {
    expect(specified.filter((key) => !(key in errorCatalogue))).toEqual([]);
  });

  it('has an error status and a readable title for every code', () => {
    for (const [code, { status, title }] of Object.entries(errorCatalogue)) {
      expect(status, code).toBeGreaterThanOrEqual(400);
      expect(status, code).toBeLessThan(600);
      expect(title, code).toMatch(/^[A-Z].{5,}[^.]$/);
    }
  });
});
