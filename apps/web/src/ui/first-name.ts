// Returns the first name, for short sentences about a person; before a trip is accepted, the driver sees no other part
// of the rider's name.

export function firstNameOf(name: string): string {
  return name.trim().split(/\s+/)[0] ?? '';
}
