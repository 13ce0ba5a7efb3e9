import type { SeenMessage } from '../../src/sandbox/sandbox.ts';
import type { Print } from '../harness/album.ts';
import { Disagreement, same } from '../harness/audit.ts';
import { type EntryRow, type Holdings, heldIn } from '../harness/database.ts';
import { quietIn } from '../harness/long-run.ts';
import type { Lane } from './lane.ts';
import { readTables } from './reading.ts';
import type { Report } from './torture.ts';

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

/** What a map is due for. */
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
