/** The work that shared parts do after each test. */
const clearings = new Set<() => void>();

/** Has `clear` called after every test of this process. */
export function afterwards(clear: () => void): void {
  clearings.add(clear);
}

/** Clears away what a test has left. */
export function clearAway(): void {
  for (const clear of clearings) clear();
}
