/** `LONG=yes npm run trials`: whole games and all positions, where a landing has enough of some. */
export const LONG = process.env.LONG === 'yes';
