import type { Interaction } from 'discord.js';
import type { Answer, Caller, Host, Press } from '../../host/index.ts';
import type { Invocation } from './command.ts';
import { type Asking, type Choosing, readAsking, readChoosing, readPress } from './custom-id.ts';

/** The game whose order or ballot is pressed, chosen or written about. Null: it is about nothing of the kind. */
export function gameMeant(interaction: Interaction): { readonly game: string } | { readonly ballot: number } | null {
  const meant = meaningOf(interaction);
  if (meant === null) return null;
  if ('ballot' in meant) return { ballot: meant.ballot };
  return 'point' in meant ? { game: meant.point.game } : null;
}

function meaningOf(interaction: Interaction): Press | Choosing | Asking | null {
  if (interaction.isButton()) return readPress(interaction.customId);
  if (interaction.isAnySelectMenu()) return readChoosing(interaction.customId);
  return interaction.isModalSubmit() ? readAsking(interaction.customId) : null;
}

/** Carries out what a button means. */
export function routeButton(host: Host, caller: Caller, what: Press): Answer | null {
  switch (what.do) {
    case 'order':
      return host.order(caller, what.order, what.point);
    case 'ask':
      return host.ask(caller, what.draft, what.point);
    case 'go':
      return host.go(caller, what.way, what.page, null, what.point);
    case 'look':
      return host.look(caller, what.game, what.at, what.overlay);
    case 'page':
      return host.page(caller, what.of, what.game, what.page, what.at);
    case 'topic':
      return { ...host.rules(caller, what.topic, what.page), replaces: true };
    case 'undo':
      return host.undo(caller, what.point, what.sure);
    case 'abandon':
      return host.abandon(caller, what.point);
    case 'keep':
      return host.keepPlaying();
    case 'start':
      return host.start(caller, what.system, what.variant);
    case 'text':
      return host.words(caller);
    case 'rules':
      return host.rules(caller, null);
    case 'log':
      return host.log(caller, what.game, what.page);
    case 'verify':
      return host.verify(caller, what.game);
    case 'recap':
      return host.recap(caller, what.game, null);
    case 'forget':
      return host.deleteData(caller, what.sure);
    case 'council':
      return host.council(caller, what.seat);
    case 'set':
      return host.setCouncil(caller, { [what.setting]: what.value }, {}, what.sure, what.game, what.seat);
    case 'rota':
      return host.rota(caller, what.join, what.game, what.seat);
    case 'join':
      return host.join(caller, what.seat, what.game);
    case 'mine':
      return host.mine(caller, what.ballot);
    case 'reason':
      return host.askReason(caller, what.ballot);
    case 'delete-reason':
      return host.deleteReason(caller, what.ballot);
    case 'second':
      return host.second(caller, what.ballot, what.member);
    case 'withdraw':
      return host.withdraw(caller, what.ballot);
    case 'count':
      return host.count(caller, what.ballot, what.sure);
    case 'motion':
      return host.motion(caller, what.ballot, what.inFavour);
    default:
      return what satisfies never;
  }
}

/** Carries out a choice from a menu. */
export function routeSelect(
  host: Host,
  caller: Caller,
  choosing: Choosing,
  values: readonly string[],
  people: Invocation['people'] = {},
): Answer | null {
  const [value = ''] = values;
  switch (choosing.what) {
    case 'slot':
      return host.choose(caller, choosing.draft, choosing.slot, values, choosing.point);
    case 'way':
      return host.go(caller, choosing.way, choosing.page, values, choosing.point);
    case 'place':
      return host.look(caller, choosing.game, value, choosing.overlay);
    case 'order':
      return host.orderChosen(caller, value, choosing.point);
    case 'topic':
      return { ...host.rules(caller, value), replaces: true };
    case 'setting':
      return host.setting(caller, value, choosing.seat);
    case 'value':
      return host.setCouncil(
        caller,
        { [choosing.setting]: values.join(' ') },
        people,
        true,
        choosing.game,
        choosing.seat,
      );
    default:
      return choosing satisfies never;
  }
}

/** Carries out what a form was filled in with. */
export function routeModal(host: Host, caller: Caller, asking: Asking, text: string): Answer | null {
  switch (asking.what) {
    case 'reason':
      return host.giveReason(caller, asking.ballot, text);
    case 'why':
      return host.undo(caller, asking.point, true, text);
    default:
      return asking satisfies never;
  }
}
