// Returns the first name, by which rider and driver are shown to each other; before a trip is accepted, no other part
// of the name is shown.

export function firstNameOf(name: string): string {
  return name.trim().split(/\s+/)[0] ?? '';
}
