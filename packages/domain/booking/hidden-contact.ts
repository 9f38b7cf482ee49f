// The value that replaces phone numbers and e-mail addresses for operators while critical edits are off (specification
// §6). The web app shows it in the user's language.
export const HIDDEN_CONTACT = 'Hidden for Demo';
