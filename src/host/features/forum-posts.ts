import { LONGEST_CHOICE, type SeatId, type System, type Variant } from '../../game/index.ts';
import type { GameRecord, PostToOpen } from '../../store/index.ts';
import type { Actor, GameTransactions } from '../actions/game-transactions.ts';
import type { NewGames } from '../actions/new-game.ts';
import type { Caller } from '../base/caller.ts';
import { plainName } from '../base/common-words.ts';
import { FORUM, FORUM_ANSWERS, postLacks, tagsLack } from '../base/posting-words.ts';
import { type Announcement, clipped, type Reply, reply } from '../base/reply.ts';
import type { Edition, Library } from '../table/game-library.ts';
import { dateInBrief } from '../table/game-words.ts';
import type { Fact } from '../table/notice-sentences.ts';
import type { NamedChannel } from './seat-commands.ts';
import type { ThreadToOpen } from './what-if-threads.ts';

interface ChosenGame {
  readonly edition: Edition;
  readonly variant: Variant;
  readonly machines: readonly SeatId[];
  readonly style: string | null;
}

export interface ForumTags {
  /** Tags to set, at most four. */
  readonly wanted: readonly string[];
  /** All tags that the game may ever need. The forum gets them in one go. */
  readonly ofGame: readonly string[];
}

const MOST_WAITING = 5;

export type ForumPosts = ReturnType<typeof createForumPosts>;

/** Games in forums: a stored request, then a post, then its game. Each step can be repeated after a crash. */
export function createForumPosts(
  library: Library,
  { store, tables, runOnce, keepNotice }: GameTransactions,
  newGames: NewGames,
) {
  /** Stores the request for a post, within a transaction. Members who may post in the forum may make one. */
  function ask(caller: Caller, { channel: forum, open, lacks, forum: has }: NamedChannel, chosen: ChosenGame): Reply {
    const { interaction, channel: asked, guild, member, at } = caller;
    if (guild === null || !has) return reply('member', FORUM_ANSWERS.noForum);
    if (!open) return reply('member', FORUM_ANSWERS.mayNotPost);
    if (lacks.length > 0) return reply('member', postLacks(forum, lacks));
    if (store.postsToOpen().filter((post) => post.forum === forum).length >= MOST_WAITING)
      return reply('member', FORUM_ANSWERS.crowded);
    const { edition, variant, machines, style } = chosen;
    store.addPost({
      interaction,
      forum,
      asked,
      guild,
      member: store.member(member.discordId, member.name).id,
      system: edition.system.id,
      variant: variant.id,
      machines,
      style,
      at,
    });
    const missing = tagsOfGame(edition.system).filter((tag) => !has.tags.has(tag.toLowerCase()));
    const hint = missing.length > 0 && !has.makesTags && caller.isModerator ? [tagsLack(missing)] : [];
    return reply('member', [FORUM.opens(forum), ...hint].join('\n'));
  }

  /** A forum post to open. Null if it is no longer wanted, or if this version lacks its game. */
  function opening(id: string): (ThreadToOpen & { readonly tags: ForumTags }) | null {
    const post = postOf(id);
    const chosen = post && chosenFor(post);
    if (!chosen) return null;
    const { forum: channel, at } = post;
    const { system } = chosen.edition;
    const starter = store.memberById(post.member);
    const pinged = starter?.discordId ?? null;
    const who = pinged === null ? `**${plainName(starter?.name ?? '')}**` : `<@${pinged}>`;
    const announcement = reply('channel', FORUM.starts(who, system.about.title, chosen.variant.name), {
      pings: { roles: [], users: pinged === null ? [] : [pinged] },
    });
    const name = clipped(`${system.about.title}: ${chosen.variant.name}, ${dateInBrief(at, at)}`, LONGEST_CHOICE);
    const hasOpenSeat = system.about.seats.length > 1 && chosen.machines.length === 0;
    const wanted = [FORUM.gameTag(system.about.title), ...(hasOpenSeat ? [FORUM.openSeat] : [])];
    return { id, channel, at, message: null, name, announcement, tags: { wanted, ofGame: tagsOfGame(system) } };
  }

  /** Starts the game in a post that is now open. Null if it has started already. */
  function opened(id: string, channel: string): Announcement | null {
    const answer = runOnce(null, () => {
      const post = postOf(id);
      store.removePost(id);
      const chosen = post && chosenFor(post);
      const starter = post && store.memberById(post.member);
      if (!chosen || !starter || store.runningIn(channel)) return null;
      const { discordId, name } = starter;
      const actor: Actor = { member: discordId === null ? null : { discordId, name }, interaction: id, at: post.at };
      return newGames.begin(actor, { ...chosen, channel, guild: post.guild, starter, last: null, from: null });
    });
    return answer && { channel, answer };
  }

  /** Tells the channel of a request why the post can't be opened. Null if the request is settled already. */
  function notOpened(id: string, why: string, now: number): Announcement | null {
    const post = postOf(id);
    if (!post) return null;
    const { asked: channel, guild, member } = post;
    const discordId = store.memberById(member)?.discordId ?? null;
    const says: Fact = discordId === null ? why : ['cannot', { mention: member }, why];
    const pings = { roles: [], users: discordId === null ? [] : [discordId] };
    const answer = runOnce(null, () => {
      store.removePost(id);
      return keepNotice('news', { channel, guild }, now, [says], { pings });
    });
    return answer && { channel, answer };
  }

  /** The tags of a game's post. Null if there is no game, or this version does not know its rules. */
  function tagsIn(channel: string): ForumTags | null {
    const game = store.latestIn(channel);
    const system = game && tables.systemIfCompatible(game);
    if (!system) return null;
    return { wanted: [FORUM.gameTag(system.about.title), ...stateTags(game)], ofGame: tagsOfGame(system) };
  }

  /** Whether the bot gives this tag to posts and takes it away. It leaves other tags alone. */
  function isOwnTag(name: string): boolean {
    const wanted = name.toLowerCase();
    return library.editions.some(({ system }) => tagsOfGame(system).some((tag) => tag.toLowerCase() === wanted));
  }

  function stateTags(game: GameRecord): string[] {
    if (game.ended) return [FORUM.finished];
    const { system, position, vacant } = tables.table(game);
    if (system.about.seats.length < 2) return [];
    const asked = new Set(system.rules.asked(position.state).map(({ seat }) => seat));
    const toMove = system.about.seats.filter(({ id }) => asked.has(id)).map(({ name }) => FORUM.toMoveTag(name));
    return [...(vacant.length > 0 ? [FORUM.openSeat] : []), ...toMove.slice(0, 2)];
  }

  function postOf(id: string): PostToOpen | null {
    return store.postsToOpen().find(({ interaction }) => interaction === id) ?? null;
  }

  function chosenFor({ system: id, variant: chosen, machines, style }: PostToOpen): ChosenGame | null {
    const edition = library.editions.find(({ system }) => system.id === id);
    const variant = edition?.system.about.variants.find((one) => one.id === chosen);
    return edition && variant ? { edition, variant, machines, style } : null;
  }

  return { ask, opening, opened, notOpened, tagsIn, isOwnTag };
}

function tagsOfGame({ about: { title, seats } }: Pick<System, 'about'>): string[] {
  const sides = seats.length < 2 ? [] : [FORUM.openSeat, ...seats.map(({ name }) => FORUM.toMoveTag(name))];
  return [FORUM.gameTag(title), FORUM.finished, ...sides];
}
