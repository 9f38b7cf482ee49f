// Tests whether the language chosen on this device or the one chosen on another device wins.
import { describe, expect, it } from 'vitest';
import { languageStep } from './own-language.ts';

describe('the language of a person', () => {
  it('is shown on a device they are new to', () => {
    expect(languageStep({ shown: 'en', agreed: null, account: 'ar' })).toBe('show');
  });

  it('follows to a device where nothing was chosen since', () => {
    expect(languageStep({ shown: 'en', agreed: 'en', account: 'ar' })).toBe('show');
  });

  it('is stored when it is chosen here, also over one chosen elsewhere before', () => {
    expect(languageStep({ shown: 'es', agreed: 'en', account: 'en' })).toBe('keep');
    expect(languageStep({ shown: 'es', agreed: 'en', account: 'ar' })).toBe('keep');
    expect(languageStep({ shown: 'es', agreed: 'en', account: null })).toBe('keep');
  });

  it('is left alone when both agree, and until the first choice', () => {
    expect(languageStep({ shown: 'en', agreed: null, account: 'en' })).toBe('nothing');
    expect(languageStep({ shown: 'es', agreed: 'en', account: 'es' })).toBe('nothing');
    expect(languageStep({ shown: 'en', agreed: null, account: null })).toBe('nothing');
    expect(languageStep({ shown: 'en', agreed: 'en', account: null })).toBe('nothing');
  });
});
