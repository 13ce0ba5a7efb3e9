import type { Clock } from '../time-source.ts';
import { buttonsOf, selectsOf } from './acts/components.ts';
import type { AnswerEvent, Choice, Watch } from './interactions/pending-interactions.ts';
import type { PageAttachment, PageMessage } from './protocol.ts';
import type { StoredMessage } from './store/messages.ts';
import { fieldsOf, type Modal } from './validate/answers.ts';
import { walk } from './validate/components.ts';
import { pageAttachment, pageMessage } from './web/view.ts';
import type { World } from './world.ts';

/** A button as a member sees it; a link has a `url` in place of a `customId`. */
export interface SeenButton {
  readonly customId: string | null;
  readonly label: string;
  /** Discord's style: 1 primary, 2 secondary, 3 success, 4 danger, 5 link. */
  readonly style: number;
  readonly disabled: boolean;
  readonly url: string | null;
}

export interface SeenSelect {
  readonly customId: string;
  readonly placeholder: string;
  readonly disabled: boolean;
  readonly options: readonly { readonly label: string; readonly value: string; readonly description: string }[];
}

/** A message as a member sees it, with what tests ask for set out. Addresses of files are whole. */
export interface SeenMessage extends PageMessage {
  readonly ephemeral: boolean;
  /** All its text in reading order: content, embeds, text displays. */
  readonly text: string;
  readonly buttons: readonly SeenButton[];
  readonly selects: readonly SeenSelect[];
  /** Every file, those shown inside an embed or a component included (`attachments` has only the others). */
  readonly files: readonly PageAttachment[];
  /** The ids of the users it pinged by name; `pinged` has those pinged by a role as well. */
  readonly mentions: readonly string[];
  /** The ids of the roles it pinged. */
  readonly mentionedRoles: readonly string[];
  readonly mentionsEveryone: boolean;
}

/** A form that the bot showed. Its fields are named by custom id. */
export interface SeenModal {
  readonly interactionId: string;
  readonly customId: string;
  readonly title: string;
  readonly fields: readonly { readonly customId: string; readonly value: string }[];
  /** As the bot sent it. */
  readonly modal: unknown;
}

/** What a member's doing led to, once it is settled: a deferred answer counts when it has come. */
export type Outcome = { readonly interactionId: string } & (
  | { readonly kind: 'message'; readonly message: SeenMessage }
  /** The message whose button or menu was used has changed. */
  | { readonly kind: 'update'; readonly message: SeenMessage }
  | { readonly kind: 'modal'; readonly modal: SeenModal }
  | { readonly kind: 'choices'; readonly choices: readonly Choice[] }
  /** The answer was deferred, and either never came or nobody waited: "… is thinking", or nothing to see. */
  | { readonly kind: 'deferred'; readonly message: SeenMessage | null }
  /** The answer was deferred and then taken back. */
  | { readonly kind: 'deleted' }
  /** What the member is told, for example "The application did not respond". */
  | { readonly kind: 'failed'; readonly reason: string }
);

/** Where and when a member looks: the sandbox's world, its address, and its clock. */
export interface Viewpoint {
  readonly world: World;
  readonly base: () => string;
  readonly clock: Clock;
}

export function seenMessage(message: StoredMessage, { world, base, clock }: Viewpoint): SeenMessage {
  const origin = base();
  return {
    ...pageMessage(world, message, clock.now(), origin),
    ephemeral: message.onlyFor !== null,
    text: textOf(message),
    buttons: buttonsOf(message).map((button) => ({
      customId: button.custom_id ?? null,
      label: button.label || button.emoji?.name || '',
      style: button.style,
      disabled: button.disabled ?? false,
      url: button.url ?? null,
    })),
    selects: selectsOf(message).map((select) => ({
      customId: select.custom_id,
      placeholder: select.placeholder ?? '',
      disabled: select.disabled ?? false,
      options:
        select.type === 3
          ? select.options.map(({ label, value, description }) => ({ label, value, description: description ?? '' }))
          : [],
    })),
    files: message.files.map((file) => pageAttachment(file, origin)),
    mentions: message.pings.users,
    mentionedRoles: message.pings.roles,
    mentionsEveryone: message.pings.everyone,
  };
}

function textOf(message: StoredMessage): string {
  const embeds = message.embeds.flatMap((embed) => [
    embed.author?.name,
    embed.title,
    embed.description,
    ...(embed.fields ?? []).flatMap((field) => [field.name, field.value]),
    embed.footer?.text,
  ]);
  const displays = [...walk(message.components)].map(([each]) => (each.type === 10 ? each.content : undefined));
  return [message.content, ...embeds, ...displays].filter(Boolean).join('\n');
}

function seenModal(interactionId: string, modal: Modal): SeenModal {
  const fields = fieldsOf(modal).map((field) => ({
    customId: field.custom_id,
    value: 'value' in field ? (field.value ?? '') : '',
  }));
  return { interactionId, customId: modal.custom_id, title: modal.title, fields, modal };
}

type Conclusion = Outcome extends infer O ? (O extends Outcome ? Omit<O, 'interactionId'> : never) : never;

/** What an event settles, or null where the member still waits; `atOnce` waits for no deferred answer. */
function conclusion(event: AnswerEvent, viewpoint: Viewpoint, atOnce: boolean): Conclusion | null {
  switch (event.kind) {
    case 'thinking':
      return atOnce ? { kind: 'deferred', message: seenMessage(event.message, viewpoint) } : null;
    case 'noted':
      return atOnce ? { kind: 'deferred', message: null } : null;
    case 'over':
      return { kind: 'deferred', message: null };
    case 'message':
    case 'followUp':
      return { kind: 'message', message: seenMessage(event.message, viewpoint) };
    case 'update':
      return { kind: 'update', message: seenMessage(event.message, viewpoint) };
    case 'modal':
      return { kind: 'modal', modal: seenModal(event.interactionId, event.modal) };
    case 'choices':
      return { kind: 'choices', choices: event.choices };
    case 'deleted':
      return { kind: 'deleted' };
    case 'failed':
      return { kind: 'failed', reason: event.reason };
  }
}

/** What an act of a member leads to. `act` gets the watch to be told by, and returns the interaction. */
export async function outcomeOf(
  act: (watch: Watch) => { readonly id: string } | null,
  viewpoint: Viewpoint,
  atOnce = false,
): Promise<Outcome> {
  let interactionId = '';
  const settled = await new Promise<Conclusion>((resolve) => {
    const interaction = act((event) => {
      const concluded = conclusion(event, viewpoint, atOnce);
      if (concluded !== null) resolve(concluded);
    });
    interactionId = interaction?.id ?? '';
  });
  return { interactionId, ...settled } as Outcome;
}
