import { asked } from '../command-line.ts';
import { deskGames } from './desk.ts';
import { rows } from './table.ts';

const USAGE = [
  'npm run presses [-- --game road-to-richmond|wilderness|sam-grant] [--games N] [--phases N]',
  'Plays games by the real menus, one by one and in few presses, and prints how many presses a phase takes.',
];
const options = asked(USAGE, { game: 'word', games: 'number', phases: 'number' });
const { games = 4, phases = 40 } = options;
const game = deskGames.find((id) => id === options.game) ?? 'road-to-richmond';

console.log('| player | phase | orders | given | presses | most | the other side | letters typed |');
console.log('| --- | --- | --- | --- | --- | --- | --- | --- |');
for (const { who, kind, phases: count, orders, how, interactions, most, others, typed } of rows(game, games, phases))
  console.log(
    `| ${who} | ${kind} (${count}) | ${orders} | ${how} | ${interactions} | ${most} | ${others} | ${typed} |`,
  );
