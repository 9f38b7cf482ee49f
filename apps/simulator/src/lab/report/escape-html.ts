// Text and data inside an HTML page: nothing of it can end the element that it stands in.

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');

/** JSON for a script element of type application/json. */
export const jsonForScript = (data: unknown): string =>
  JSON.stringify(data).replaceAll('<', String.raw`\u003c`);
