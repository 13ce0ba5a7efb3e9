import type { Seat, SeenMessage } from '../../src/sandbox/sandbox.ts';
import { Disagreement, same } from './audit.ts';
import { type EntryRow, examined, type GameRow, type Holdings, holdings } from './books.ts';
import type { Lane } from './lane.ts';

/** So many pages are turned at once; then a member waits as long as the bot asks of them. */
const AT_ONCE = 8;
const PAUSE_MS = 600;

/** What members read at the end. */
export interface Read {
  /** Lines of logs. */
  readonly lines: number;
  /** Ways to decide. */
  readonly councils: number;
}

/** The log and the way to decide of every campaign that is being played, as members read them, are those of the database. */
export async function readTables(lane: Lane): Promise<Read> {
  const { sandbox, database } = lane;
  const found = examined(database, holdings);
  if (!found) throw new Error('There is no database');
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
  }
  return { lines, councils };
}

/** Every entry has its line, once, with the name of whoever gave the order. */
async function expectLog(
  { claims, sandbox }: Lane,
  seat: Seat,
  game: GameRow,
  entries: readonly EntryRow[],
  { members }: Holdings,
): Promise<number> {
  const lines = (await readLog(seat)).split('\n').flatMap((line) => {
    const [, number, text = ''] = /^(?:~~)?(\d+)\. (.*)/.exec(line) ?? [];
    return number === undefined ? [] : [{ seq: Number(number), text }];
  });
  const numbers = lines.map(({ seq }) => seq);
  same(
    numbers.join(),
    entries
      .slice(1)
      .map(({ seq }) => seq)
      .join(),
    `The lines of the log of ${game.id}`,
  );
  for (const { seq, interaction, kind, member } of entries) {
    const claim = interaction === null ? undefined : claims.get(interaction);
    // Who has had their data deleted is called otherwise by now.
    if (!claim || kind !== 'order' || member === null || members.get(member) === null) continue;
    const { name } = sandbox.world.member(claim.member);
    const text = lines[seq - 1]?.text ?? '';
    same(text.startsWith(`**${name}** `), true, `Line ${seq} of ${game.id}, “${text}”, is of ${name}`);
  }
  return lines.length;
}

async function readLog(seat: Seat): Promise<string> {
  let page = messageOf(await seat.command('log'));
  let log = body(page);
  for (let turned = 1; ; turned++) {
    const button = page.buttons.find(({ label }) => label === 'Earlier')?.customId ?? null;
    if (button === null) return log;
    if (turned >= AT_ONCE) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    page = messageOf(await seat.press(page, button));
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
async function expectCouncil(seat: Seat, { id }: GameRow, entries: readonly EntryRow[]): Promise<number> {
  const last = entries.findLast(({ kind }) => kind === 'council');
  if (!last) return 0;
  const { council } = JSON.parse(last.body ?? 'null') as {
    readonly council: { readonly mode: string; readonly ballot: { readonly quorum: number } };
  };
  const panel = messageOf(await seat.command('council'));
  if (!MODES[council.mode]?.test(panel.content))
    throw new Disagreement(`${id} decides by ${council.mode}, and its members read: ${panel.content}`);
  const quorum = panel.selects.flatMap(({ options }) => options).find(({ value }) => value === 'quorum')?.description;
  // Whoever may not change it is not shown the list.
  if (quorum) same(Number(/\d+/.exec(quorum)?.[0]), council.ballot.quorum, `The quorum of ${id} as members read it`);
  return 1;
}

function messageOf(outcome: Awaited<ReturnType<Seat['command']>>): SeenMessage {
  if (outcome.kind === 'message' || outcome.kind === 'update') return outcome.message;
  throw new Error(`It cannot be read: ${JSON.stringify(outcome)}`);
}
