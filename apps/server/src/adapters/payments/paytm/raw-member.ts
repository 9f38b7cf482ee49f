// Extracts the original text of an object inside a JSON text, because a signature over it does not survive parsing and
// serialising.

/** Index after the JSON object that starts at `start`, where its braces and strings are closed. */
function endOfObject(text: string, start: number): number {
  let depth = 0;
  let isText = false;
  for (let at = start; at < text.length; at++) {
    const char = text[at];
    if (isText) {
      if (char === '\\') at++;
      else if (char === '"') isText = false;
    } else if (char === '"') isText = true;
    else if (char === '{' || char === '[') depth++;
    else if (char === '}' || char === ']') {
      depth--;
      if (depth === 0) return at + 1;
    }
  }
  return text.length;
}

/**
 * The objects directly inside the object `text`, by name, each with its original text; for a duplicate name, the first
 * one. Members that are not objects are left out. The result is undefined for invalid JSON.
 */
export function rawObjects(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const member = /"([^"\\]*)"\s*:\s*(\{)?|"(?:[^"\\]|\\.)*"/gs;
  member.lastIndex = text.indexOf('{') + 1;
  for (let match = member.exec(text); match; match = member.exec(text)) {
    const [whole, name, brace] = match;
    if (name === undefined || brace === undefined) continue;
    const start = match.index + whole.length - 1;
    const end = endOfObject(text, start);
    if (!found.has(name)) found.set(name, text.slice(start, end));
    member.lastIndex = end;
  }
  return found;
}
