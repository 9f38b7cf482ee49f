// How people are called on a trip: by their first name, and before a trip is accepted by nothing more.

export function firstNameOf(name: string): string {
  return name.trim().split(/\s+/)[0] ?? '';
}
