import { type Balance, balanceOf, type Course } from '../../../advisor/index.ts';
import { type Fortune, isSecret, type State, type Story, type Throw } from '../../../game/index.ts';
import { capital, count, listed, percent, percentagePoints, withMinus } from '../../../kit/plain-english.ts';
import { choiceLabel, hidesOrders, soleOrder } from '../../base/ballot-choice.ts';
import { notFromSheet } from '../../base/common-words.ts';
import { AUTHOR } from '../../base/order-words.ts';
import { markOf, variantName } from '../../table/game-words.ts';
import { facesGiven, LONGEST_NAMED, orderGiven, type PlayedGame, type PlayedOrder } from '../../table/played-game.ts';
import { NOTHING_SEEN, seenInWords } from '../../table/rolls-taken-back.ts';
import { sideNameOf } from '../../table/seat-rules.ts';
import { scoreHistoryOf } from '../../table/turning-points.ts';
import { RENAMED } from '../replay-file/export-game.ts';
import { dayInWords } from '../replay-file/terminal.ts';
import {
  changedIn,
  gameChances,
  gameLuck,
  luckOf,
  measured,
  pointsInWords,
  signedFigure,
  talliesOf,
} from './figures-words.ts';
import { recapPlanOf } from './plan.ts';
import { escaped, type Imprint, lastTime, plainImprint, recapSentences } from './recap-text.ts';
import { FILE, fromTo, HEADS, inHistory, luckNote, PLAYED, RECAP, sealInWords, takenBackLine } from './recap-words.ts';

/** A game as a file of plain Markdown (CommonMark with tables), for a blog or a forum. Days are of UTC. */
export function storyMarkdown(
  playedGame: PlayedGame,
  imprint: Imprint = plainImprint(playedGame.game),
  { headline, chapters }: Story = recapSentences(playedGame),
): string {
  const chapterBlocks = chapters.flatMap(({ when, text, really }) => [
    ...(when === null ? [] : [`## ${when}`]),
    text,
    ...(really === null ? [] : [`*${inHistory(really)}*`]),
  ]);
  const blocks = [
    `# ${markOf(playedGame.game)}${headline}`,
    about(playedGame),
    ...[...imprint.origin.file, ...imprint.notes].map((line) => `*${line}*`),
    ...chapterBlocks,
    ...chancesOfFile(playedGame),
    ...pointsOfFile(playedGame),
    ...luckOfFile(playedGame),
    ...talliesOf(playedGame).flatMap(({ title, head, rows }) => [`## ${title}`, table(head, rows)]),
    ...ordersOfFile(playedGame),
    ...votesOfFile(playedGame),
    FILE.dice,
    sealOf(playedGame, imprint),
    ...takenBackOfFile(playedGame),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function about(playedGame: PlayedGame): string {
  const { game, system, givenOrders } = playedGame;
  const [first, last] = [dayInWords(game.startedAt), dayInWords(lastTime(playedGame))];
  const when = first === last ? `on ${first}` : `from ${first} to ${last}`;
  return `${system.about.title}, ${variantName(system, game)}. ${capital(PLAYED[game.ended?.how ?? 'running'])} ${when}, ${count(givenOrders.length, 'order')}. ${notFromSheet(system.about.basis)}`;
}

function chancesOfFile(playedGame: PlayedGame): string[] {
  const chances = gameChances(playedGame, escaped);
  if (!chances) return [];
  const { totals, turning, best, costliest, votes } = chances;
  const lines = [
    ...turning.map((one) => `- ${FILE.turning}: ${one}`),
    ...(best === null ? [] : [`- ${RECAP.best}: ${best}`]),
    ...(costliest === null ? [] : [`- ${RECAP.costliest}: ${costliest}`]),
    ...(votes === null ? [] : [`- ${votes}`]),
  ];
  return [FILE.arithmetic, `Winning chances: ${totals}`, ...(lines.length > 0 ? [lines.join('\n')] : [])];
}

function ordersOfFile(playedGame: PlayedGame): string[] {
  const { course, givenOrders } = playedGame;
  if (givenOrders.length === 0) return [];
  const balance = course && balanceOf(course);
  const when = playedGame.system.positionWords.when ? HEADS.when : HEADS.day;
  const points = pointsColumn(playedGame);
  const head = ['', when, HEADS.order, HEADS.dice, ...(balance ? HEADS.worth : []), ...(points ? [points.head] : [])];
  const rows = givenOrders.map((one, place) => [
    String(place + 1),
    whenGiven(playedGame, one, place),
    orderGiven(playedGame, place),
    facesGiven(playedGame, place).join(', ') || '–',
    ...(balance ? worthOf(playedGame, balance, place) : []),
    ...(points ? [points.after(place)] : []),
  ]);
  const total = course && balance ? [['', '', FILE.total, '', ...worthInAll(course, balance)]] : [];
  return [FILE.everyOrder, ...(balance ? [FILE.chancesNote] : []), table(head, [...rows, ...total])];
}

/** The time of an order by the calendar of the game, or else the day on which it was given. */
function whenGiven({ system, states }: PlayedGame, { entry }: PlayedOrder, place: number): string {
  return system.positionWords.when?.(system.knowledge.view(states[place] as State, 'public')) ?? dayInWords(entry.at);
}

function worthOf(playedGame: PlayedGame, { moves }: Balance, place: number): string[] {
  const worth = recapPlanOf(playedGame).orders[place + 1]?.worth;
  const { decision = 0, dice = 0 } = moves[place] ?? {};
  return [worth ? fromTo(worth) : '', percentagePoints(decision), percentagePoints(dice)];
}

function worthInAll(course: Course, { start, decisions, dice, end }: Balance): string[] {
  return [
    `${percent(course.start, start)} → ${percent(course.end, end)}`,
    percentagePoints(decisions),
    percentagePoints(dice),
  ];
}

function votesOfFile(playedGame: PlayedGame): string[] {
  const blocks = playedGame.givenOrders.flatMap((one, place) => {
    const lines = one.vote
      ? votesOnOrder(playedGame, one, place)
      : one.reasons.map(({ text, by, votes }) => reasonLine(text, escaped(by.name), votes));
    return lines.length === 0 ? [] : [`### Order ${place + 1}: ${orderGiven(playedGame, place)}`, lines.join('\n')];
  });
  return blocks.length === 0 ? [] : [FILE.votes, ...blocks];
}

/** The choices of a ballot with voters and reasons, the winner first. Secret ones stay hidden until the end. */
function votesOnOrder(playedGame: PlayedGame, { vote, entry }: PlayedOrder, place: number): string[] {
  const { game, system, states, givenOrders } = playedGame;
  // The vote on a plan is told with its first order.
  if (!vote || givenOrders[place - 1]?.entry.ballot === entry.ballot) return [];
  if (game.ended === null && hidesOrders(system)) return [];
  const name = (id: number) => escaped(vote.members.get(id)?.name ?? '');
  const winner = vote.ballot.closed?.decision?.choice;
  const lines = [...vote.lines].sort((a, b) => Number(b.choice === winner) - Number(a.choice === winner));
  const proposer = (choice: string) =>
    soleOrder(choice) === null ? `, ${FILE.proposedBy(escaped(vote.proposers.get(choice)?.name ?? ''))}` : '';
  return lines.flatMap(({ choice, voters, reasons }) => [
    `- ${choiceLabel(system, states[place] as State, entry.seat, choice, LONGEST_NAMED).text}${proposer(choice)}: ${count(voters.length, 'vote')}, ${listed(voters.map(name))}`,
    ...reasons.map(({ text, by, votes }) => `  ${reasonLine(text, name(by), votes)}`),
  ]);
}

/** @param by escaped already */
function reasonLine(text: string, by: string, votes: number): string {
  return `- “${escaped(text)}” · ${by}${votes > 1 ? ` and ${count(votes - 1, 'other')}` : ''}`;
}

/** The orders that were taken back after they had rolled or revealed something. */
function takenBackOfFile({ game, system, takenBack }: PlayedGame): string[] {
  if (takenBack.length === 0) return [];
  const lines = takenBack.map(({ entry, throws, seen, by, agreed, reason }) => {
    const { order, seat, member, cause } = entry;
    const hidden = game.ended === null && isSecret(system.about, order);
    const giver = member ? escaped(member.name) : cause ? AUTHOR[cause] : FILE.council;
    const what = `${giver} ${system.orderWords.describe(order, game.ended ? 'referee' : 'public', seat)}`;
    const faces = hidden ? [] : throws.flatMap((thrown) => (thrown.kind === 'die' ? [faceOf(thrown)] : []));
    const dice = faces.length > 0 ? ` (${faces.join(', ')})` : '';
    const revealed = seen.reveals > 0 ? `, with ${seenInWords({ ...NOTHING_SEEN, reveals: seen.reveals })}` : '';
    const side = agreed === null ? null : sideNameOf(system, agreed);
    const who = `${escaped(by?.name ?? '')}${side === null ? '' : ` (${side})`}`;
    return takenBackLine(`${what}${dice}${revealed}`, who, agreed !== null, reason === null ? null : escaped(reason));
  });
  return [FILE.takenBack, lines.join('\n')];
}

function faceOf({ purpose, face }: Extract<Throw, { readonly kind: 'die' }>): string {
  return `${escaped(purpose)}: ${face}`;
}

function sealOf({ game }: PlayedGame, { replay }: Imprint): string {
  const sealed = sealInWords(game.seal, game.ended ? game.secret : null, replay?.fingerprint ?? null);
  return replay?.renamed ? `${sealed} ${RENAMED}.` : sealed;
}

function pointsOfFile(playedGame: PlayedGame): string[] {
  const scores = scoreHistoryOf(playedGame);
  if (!scores) return [];
  const { totals, turning } = pointsInWords(playedGame, scores);
  const rows = scores.passages.flatMap((passage) => {
    const changed = changedIn(scores, passage);
    return changed === '' ? [] : [[passage.when, changed, ...(scores.points[passage.end] ?? []).map(withMinus)]];
  });
  return [
    FILE.points,
    totals,
    ...(turning.length > 0 ? [turning.map((one) => `- ${FILE.turning}: ${one}`).join('\n')] : []),
    ...(rows.length > 0 ? [table([HEADS.when, HEADS.changed, ...scores.seats.map(({ name }) => name)], rows)] : []),
  ];
}

function pointsColumn(playedGame: PlayedGame): { readonly head: string; after(place: number): string } | null {
  const scores = scoreHistoryOf(playedGame);
  if (!scores) return null;
  return {
    head: scores.seats.map(({ name }) => name).join(' : '),
    after: (place) => (scores.points[place + 1] ?? []).map(withMinus).join(' : '),
  };
}

function luckOfFile(playedGame: PlayedGame): string[] {
  const luck = gameLuck(playedGame);
  if (!luck) return [];
  const nameOf = (seat: string) => playedGame.system.about.seats.find(({ id }) => id === seat)?.name ?? seat;
  const figures = (one: Pick<Fortune, 'expected' | 'actual'>) => [
    measured(one.expected),
    measured(one.actual),
    signedFigure(luckOf(one)),
  ];
  const totals = luck.totals.map((one) => [one.name, count(one.attacks, 'attack'), ...figures(one)]);
  const rows = luck.each.map((one) => [one.what, nameOf(one.seat), ...figures(one)]);
  return [
    FILE.luck,
    luckNote(luck.measure, luck.note),
    table(HEADS.luckTotals, totals),
    table(HEADS.luckAttacks, rows),
  ];
}

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
