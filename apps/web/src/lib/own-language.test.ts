// Tests whether the language chosen on this device or the one chosen on another device wins.
import { describe, expect, it } from 'vitest';
import { languageStep } from './own-language.ts';

describe('the language of a user', () => {
  it('is applied on a new device', () => {
    expect(languageStep({ shown: 'en', agreed: null, account: 'ar' })).toBe('show');
  });

  it('is applied on a device without a later choice', () => {
    expect(languageStep({ shown: 'en', agreed: 'en', account: 'ar' })).toBe('show');
  });

  it('is stored when chosen here, also over a choice made on another device', () => {
    expect(languageStep({ shown: 'es', agreed: 'en', account: 'en' })).toBe('keep');
    expect(languageStep({ shown: 'es', agreed: 'en', account: 'ar' })).toBe('keep');
    expect(languageStep({ shown: 'es', agreed: 'en', account: null })).toBe('keep');
  });

  it('is not changed when both agree, or before the first choice', () => {
    expect(languageStep({ shown: 'en', agreed: null, account: 'en' })).toBe('nothing');
    expect(languageStep({ shown: 'es', agreed: 'en', account: 'es' })).toBe('nothing');
    expect(languageStep({ shown: 'en', agreed: null, account: null })).toBe('nothing');
    expect(languageStep({ shown: 'en', agreed: 'en', account: null })).toBe('nothing');
  });
});
