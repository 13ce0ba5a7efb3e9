/** A time of day and how far off it is, as every member's own clock shows them. `at`: milliseconds since 1970. */
export function clockTime(at: number): string {
  const seconds = Math.round(at / 1000);
  return `<t:${seconds}:t> (<t:${seconds}:R>)`;
}

/** A day, as every member's own calendar shows it. `at`: milliseconds since 1970. */
export function calendarDay(at: number): string {
  return `<t:${Math.floor(at / 1000)}:D>`;
}

/** A day in figures, as every member's own calendar shows it. `at`: milliseconds since 1970. */
export function briefDay(at: number): string {
  return `<t:${Math.floor(at / 1000)}:d>`;
}

/** A day and a time of day, and how far off that is, as every member's own clock shows them. `at`: milliseconds since 1970. */
export function discordTime(at: number): string {
  const seconds = Math.round(at / 1000);
  return `<t:${seconds}:f> (<t:${seconds}:R>)`;
}
