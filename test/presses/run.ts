import { asked } from '../command-line.ts';
import { rows } from './table.ts';

const USAGE = [
  'npm run presses [-- --games N] [--phases N]',
  'Plays games of Road to Richmond by the real menus, one by one and in few presses, and prints how many presses a phase takes.',
];
const { games = 4, phases = 40 } = asked(USAGE, { games: 'number', phases: 'number' });

console.log('| player | phase | orders | given | presses | most | the other side | posts | letters typed |');
console.log('| --- | --- | --- | --- | --- | --- | --- | --- | --- |');
for (const { who, kind, phases: count, orders, how, interactions, most, others, posts, typed } of rows(games, phases))
  console.log(
    `| ${who} | ${kind} (${count}) | ${orders} | ${how} | ${interactions} | ${most} | ${others} | ${posts} | ${typed} |`,
  );
