import { manyGames } from './many-games.ts';

/** `tsx test/bench/build-many.ts FILE GAMES RUNNING`: writes a database of so many games, so many of them being played. */
const [file, games, running] = process.argv.slice(2);
if (!file || !(Number(games) >= Number(running))) {
  console.error('tsx test/bench/build-many.ts FILE GAMES RUNNING');
  process.exit(2);
}
console.log(JSON.stringify(manyGames(file, { games: Number(games), running: Number(running) }), null, 2));
