/** `LONG=yes npm run trials`: whole games and all positions, where a landing has enough of some. */
export const LONG = process.env.LONG === 'yes';
/** What tests draw by: anew in a long run, and the same at every landing, which no draw may then refuse by chance. */
export const SEED = LONG ? Date.now() % 100_000 : 5601;
