/** `LONG=yes npm run trials`: whole games and all positions, where a landing has enough of some. */
export const LONG = process.env.LONG === 'yes';
/** The seed by which tests draw: a new one in a long run, and the same at every landing, so that no draw refuses one by chance. */
export const SEED = LONG ? Date.now() % 100_000 : 5601;

/** How many cases a test draws: all in a long run, a third of them at a landing, which would draw the same ones again. */
export function drawnCases(cases: number): number {
  return LONG ? cases : Math.ceil(cases / 3);
}
