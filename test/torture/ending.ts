import type { MemberSeat, SeenMessage } from '../../src/sandbox/sandbox.ts';
import { answer } from '../answered-message.ts';
import type { Print } from '../harness/album.ts';
import { Disagreement, grouped, same, standing } from '../harness/audit.ts';
import { type BallotRow, type EntryRow, type GameRow, type Holdings, heldIn } from '../harness/database.ts';
import { quietIn } from '../harness/long-run.ts';
import type { Lane } from './lane.ts';
import type { Report } from './torture.ts';

/** So many pages are turned at once; then a member waits as long as the bot asks of them. */
const AT_ONCE = 8;
const PAUSE_MS = 600;

/** Logs, ways to decide, cards of ballots and dice, as members read them, are those of the database. */
async function readTables(lane: Lane): Promise<Report> {
  const { sandbox, database } = lane;
  const found = heldIn(database);
  const running = found.games.filter(({ ended, channel }) => ended === null && channel !== '');
  let [lines, councils] = [0, 0];
  for (const [at, game] of running.entries()) {
    const owner = sandbox.world.dms.find(({ id }) => id === game.channel)?.dmOf;
    // Each by another member, so that none of them reads too fast.
    const reader = owner ?? sandbox.world.members[at % sandbox.world.members.length]?.id ?? '';
    const seat = sandbox.as(reader).in(game.channel);
    const own = found.entries.filter((entry) => entry.game === game.id);
    lines += await expectLog(lane, seat, game, own, found);
    councils += await expectCouncil(seat, game, own);
    const over = found.games.findLast(({ ended, channel }) => ended !== null && channel === game.channel);
    if (over) same(await dice(seat, over), true, `That members read of honest dice in ${over.id}`);
  }
  return {
    'lines of logs read back': lines,
    'ways to decide read back': councils,
    'cards of ballots read back': expectCards(lane, found),
  };
}

async function dice(seat: MemberSeat, { id }: GameRow): Promise<boolean> {
  return answer(await seat.command('verify', { game: id })).content.includes('The dice are honest');
}

/** Every entry has its line, once, with the name of whoever gave the order, or with the votes that decided it. */
async function expectLog(
  { crowd: { claims }, sandbox }: Lane,
  seat: MemberSeat,
  game: GameRow,
  entries: readonly EntryRow[],
  { members, ballots }: Holdings,
): Promise<number> {
  const lines = (await readLog(seat)).split('\n').flatMap((line) => {
    const [, number, text = ''] = /^(?:~~)?(\d+)\. (.*)/.exec(line) ?? [];
    return number === undefined ? [] : [{ seq: Number(number), text }];
  });
  const seqs = (all: readonly { readonly seq: number }[]) => all.map(({ seq }) => seq).join();
  same(seqs(lines), seqs(entries.slice(1)), `The lines of the log of ${game.id}`);
  for (const { seq, interaction, kind, member, ballot } of entries) {
    const text = lines[seq - 1]?.text ?? '';
    const decided = ballots.find(({ id, how, subject }) => id === ballot && how === 'decided' && subject === 'order');
    if (kind === 'ballot' && decided)
      same(
        text.includes(`, decided ${shareOf(decided)}`),
        true,
        `Line ${seq} of ${game.id}, “${text}”, of ${decided.decision}`,
      );
    const claim = interaction === null ? undefined : claims.get(interaction);
    // A member whose data was deleted has another name by now.
    if (!claim || kind !== 'order' || member === null || members.get(member) === null) continue;
    const { name } = sandbox.world.member(claim.member);
    same(text.startsWith(`**${name}** `), true, `Line ${seq} of ${game.id}, “${text}”, is of ${name}`);
  }
  return lines.length;
}

async function readLog(seat: MemberSeat): Promise<string> {
  let page = answer(await seat.command('log'));
  let log = body(page);
  for (let turned = 1; ; turned++) {
    const button = page.buttons.find(({ label }) => label === 'Earlier')?.customId ?? null;
    if (button === null) return log;
    if (turned >= AT_ONCE) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    page = answer(await seat.press(page, button));
    log = `${body(page)}\n${log}`;
  }
}

/** Without the heading. */
function body({ content }: SeenMessage): string {
  return content.slice(content.indexOf('\n') + 1);
}

const MODES: Readonly<Record<string, RegExp>> = {
  open: /\*\*The first order given counts\./,
  vote: /\*\*The channel votes on each order\./,
  commander: / commands\.\*\*|gives the next order\*\*/,
};

/** The table decides as the last change says. @returns how many changes there were to go by, at most one */
async function expectCouncil(seat: MemberSeat, { id }: GameRow, entries: readonly EntryRow[]): Promise<number> {
  const last = entries.findLast(({ kind }) => kind === 'council');
  if (!last) return 0;
  const { council } = JSON.parse(last.body ?? 'null') as {
    readonly council: { readonly mode: string; readonly ballot: { readonly quorum: number } };
  };
  const panel = answer(await seat.command('council'));
  if (!MODES[council.mode]?.test(panel.content))
    throw new Disagreement(`${id} decides by ${council.mode}, and its members read: ${panel.content}`);
  const quorum = panel.selects.flatMap(({ options }) => options).find(({ value }) => value === 'quorum')?.description;
  // Only members who may change it see the list.
  if (quorum) same(Number(/\d+/.exec(quorum)?.[0]), council.ballot.quorum, `The quorum of ${id} as members read it`);
  return 1;
}

/** How a ballot was decided, as members read it. */
function shareOf({ decision }: BallotRow): string {
  const { votes, of } = JSON.parse(decision ?? 'null') as { readonly votes: number; readonly of: number };
  if (votes < of) return `by ${votes} of ${of} votes`;
  return of === 1 ? 'with the only vote' : of === 2 ? 'with both votes' : `with all ${of} votes`;
}

const DECIDED = 'The next order: ';
const SEE_LOG = /happened earlier: see `\/log`/;

/** The message of each ballot that was decided is the card of it, with everybody's vote; and the channel was told. */
function expectCards(
  { crowd: { album }, sandbox }: Lane,
  { ballots, votes, games, members, entries }: Holdings,
): number {
  const cast = grouped(votes);
  const told = new Map(
    games.map(({ channel }) => [channel, decisionsIn(album.of(channel).map(({ message }) => message))]),
  );
  let cards = 0;
  for (const ballot of ballots) {
    const { id, game, how, subject, message } = ballot;
    const channel = games.find((one) => one.id === game)?.channel ?? '';
    const own = cast.get(id) ?? [];
    // A member whose data was deleted is named nowhere any more.
    const isNamed = own.every(({ member }) => members.get(member) !== null);
    if (how !== 'decided' || subject !== 'order' || message === null || channel === '' || !isNamed) continue;
    const names = [...standing(own).values()].map((voters) =>
      voters.map((member) => sandbox.world.member(members.get(member) ?? '').name),
    );
    expectCard(`Ballot ${id}`, album.of(channel).find((print) => print.message.id === message)?.message, names);
    const order = entries.find((entry) => entry.ballot === id && entry.kind === 'order');
    const isTakenBack = entries.some(
      (entry) => entry.game === game && entry.kind === 'undo' && Number(entry.body) === order?.seq,
    );
    // A late message tells the newest events in full and refers to the log for older ones.
    const isInTheLog = album
      .of(channel)
      .some(({ map, message }) => map?.game === game && map.seq >= (order?.seq ?? 0) && SEE_LOG.test(message.content));
    const share = shareOf(ballot);
    if (!isTakenBack && !isInTheLog)
      same(
        told.get(channel)?.some((one) => one.includes(`, ${share}`)),
        true,
        `Ballot ${id} is told, ${share},`,
      );
    cards += 1;
  }
  return cards;
}

function expectCard(ballot: string, carrier: SeenMessage | undefined, names: readonly (readonly string[])[]): void {
  const embeds = (carrier?.embeds ?? []) as readonly { readonly title?: string; readonly description?: string }[];
  const card = embeds.find(({ title }) => title?.startsWith(DECIDED));
  if (!card) throw new Disagreement(`${ballot} has no card: ${JSON.stringify(carrier)}`);
  same(carrier?.buttons.length, 0, `${ballot} cannot be voted on any more: buttons`);
  const [head = '', ...rest] = (card.description ?? '').split('\n');
  const count = names.flat().length;
  same(
    head.includes(`${count} vote${count === 1 ? '' : 's'} counted.`),
    true,
    `${ballot}, ${count} votes, says “${head}”`,
  );
  const lines = rest.flatMap((line) => [...line.matchAll(/^\*\*(\d+)\*\* · ([^:]+): (.+)$/g)]);
  same(lines.length, names.length, `${ballot} has a line for each order: ${rest.join(' / ')}`);
  const left = [...names];
  for (const [, number, , said = ''] of lines) {
    const others = Number(/(\d+) others?$/.exec(said)?.[1] ?? 0);
    const named = said.split(/, | and /).filter((name) => !/^\d+ others?$/.test(name));
    same(named.length + others, Number(number), `${ballot} names its ${number} voters: ${said}`);
    const at = left.findIndex(
      (voters) => voters.length === Number(number) && named.every((name) => voters.includes(name)),
    );
    if (at < 0) throw new Disagreement(`${ballot} has “${said}” where these voted: ${JSON.stringify(names)}`);
    left.splice(at, 1);
  }
}

/** The first line of what messages say of each decision. */
function decisionsIn(messages: readonly SeenMessage[]): string[] {
  return messages.flatMap(({ content }) => content.split('\n').filter((line) => line.startsWith('**The council** ')));
}

const QUIET_MS = 120_000;
const LATE = 'Posted late';
/** Maps that come because somebody asked to see one, not because something was done. */
const ASKED_FOR = ['/map', '/vote open', '/vote overrule'];

/** After the last start: nothing is owed any more, and all channels have seen and can read what was done there. */
export async function expectAllSeen(lane: Lane): Promise<Report> {
  const life = await lane.born();
  await quietIn([lane.database], QUIET_MS);
  lane.crowd.album.watch();
  const read = await readTables(lane);
  await lane.end(life);
  const found = heldIn(lane.database);
  const running = found.games.filter(({ ended, channel }) => ended === null && channel !== '');
  for (const { id, channel } of running) expectNewestLast(lane, found, id, channel);
  const counted = expectMaps(lane, found);
  return { ...counted, ...read };
}

/**
 * The last map of a channel is of the last that was done there. What a game that has ended was still owed after a kill may come below the
 * first map of the next one, and says that it comes late.
 */
function expectNewestLast(
  { crowd: { album } }: Lane,
  { entries, games }: Holdings,
  game: string,
  channel: string,
): void {
  const last = entries.findLast((entry) => entry.game === game && isShown(entry));
  const ended = new Set(games.filter((one) => one.ended !== null).map(({ id }) => id));
  const isLate = ({ map, message }: Print) => map && ended.has(map.game) && message.content.includes(LATE);
  const map = album.of(channel).findLast((print) => print.map !== null && !isLate(print))?.map;
  if (map?.game !== game || map.seq < (last?.seq ?? 0))
    throw new Disagreement(
      `The last map of ${channel} is of ${JSON.stringify(map)}, and the game is at ${last?.seq} of ${game}`,
    );
}

/** The reason why a map is due. */
function isShown({ kind }: EntryRow): boolean {
  return ['start', 'order', 'undo', 'abandon'].includes(kind);
}

/** Every order is on a map, no map is of what never was, and none is there twice but one that says why. */
export function expectMaps({ crowd: { album } }: Pick<Lane, 'crowd'>, { entries, games }: Holdings): Report {
  const prints = album.all().filter(({ map }) => map !== null) as (Print & {
    readonly map: NonNullable<Print['map']>;
  })[];
  const channels = new Map(games.map(({ id, channel }) => [id, channel]));
  const lasts = new Map(entries.map(({ game, seq }) => [game, seq]));
  const newest = new Map<string, number>();
  const points = new Map<string, SeenMessage[]>();
  for (const { message, map } of prints) {
    const channel = channels.get(map.game);
    if (channel === undefined || map.seq > (lasts.get(map.game) ?? -1))
      throw new Disagreement(`A map of what never was: ${map.game} ${map.seq}`);
    // The channel of a forgotten member’s own campaigns is not known any more.
    if (channel !== '') same(message.channelId, channel, `The channel of a map of ${map.game}`);
    newest.set(map.game, Math.max(map.seq, newest.get(map.game) ?? 0));
    if (ASKED_FOR.includes(message.interaction?.label ?? '')) continue;
    const key = `${map.game} ${map.seq}`;
    points.set(key, [...(points.get(key) ?? []), message]);
  }
  for (const entry of entries) {
    if (!isShown(entry) || channels.get(entry.game) === '') continue;
    if ((newest.get(entry.game) ?? -1) < entry.seq && !isToldWithoutMap(album, games, entry.game))
      throw new Disagreement(`${entry.kind} ${entry.seq} of ${entry.game} was never on a map`);
  }
  for (const [point, messages] of points) expectOnce(point, messages);
  return {
    'orders, each on a map': entries.filter(({ kind }) => kind === 'order').length,
    'maps posted': prints.length,
    'of these late, with a note': [...points.values()].flat().filter(({ content }) => content.includes(LATE)).length,
    'points with two maps': [...points.values()].filter(({ length }) => length > 1).length,
  };
}

/** A channel that already plays its next game gets what an ended one still had to tell late, and without its map. */
function isToldWithoutMap(album: Lane['crowd']['album'], games: Holdings['games'], id: string): boolean {
  const at = games.findIndex((game) => game.id === id);
  const channel = games[at]?.channel ?? '';
  const playsNext = games.slice(at + 1).some((next) => next.channel === channel);
  return playsNext && album.of(channel).some(({ map, message }) => map === null && message.content.includes(LATE));
}

function expectOnce(point: string, messages: readonly SeenMessage[]): void {
  if (messages.length === 1) return;
  const [, second] = messages;
  if (messages.length > 2 || !second?.content.includes(LATE))
    throw new Disagreement(`Maps of ${point}: ${messages.map(({ id, content }) => `\n${id}: ${content}`).join('')}`);
}
