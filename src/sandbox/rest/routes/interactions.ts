import type { Answered } from '../../interactions/bot-answers.ts';
import { messageObject } from '../../message-object.ts';
import type { Json } from '../../objects.ts';
import type { StoredMessage } from '../../store/messages.ts';
import { MessageFlag } from '../../validate/messages.ts';
import type { Platform } from '../platform.ts';
import { noContent, ok, param, type Route } from '../router.ts';

/** Answers to interactions, which need no bot's token: they carry the interaction's own. */
export function interactionRoutes({ world, answers, messages, base }: Platform): Route[] {
  const shown = (message: StoredMessage): Json => {
    const related = message.replyTo === null ? undefined : messages.find(message.channel.id, message.replyTo);
    return messageObject(world, message, base(), related);
  };
  const response = ({ type, interaction, message }: Answered): Json => ({
    interaction: {
      id: interaction.id,
      type: interaction.type,
      channel_id: interaction.channel.id,
      ...(interaction.channel.guildId === null ? {} : { guild_id: interaction.channel.guildId }),
      ...(message === null
        ? {}
        : {
            response_message_id: message.id,
            response_message_loading: (message.flags & MessageFlag.loading) !== 0,
            response_message_ephemeral: (message.flags & MessageFlag.ephemeral) !== 0,
          }),
    },
    resource: { type, ...(message === null ? {} : { message: shown(message) }) },
  });
  const webhook = '/webhooks/:application/:token';
  const later = {
    auth: false,
    admit: ({ application = '', token = '' }) => answers.admitLater(application, token),
  } satisfies Partial<Route>;
  return [
    {
      method: 'POST',
      pattern: '/interactions/:interaction/:token/callback',
      auth: false,
      admit: ({ interaction = '', token = '' }) => answers.admitFirst(interaction, token),
      handle(call) {
        const answered = answers.first(param(call, 'interaction'), param(call, 'token'), call.body);
        return call.query.get('with_response') === 'true' ? ok(response(answered)) : noContent;
      },
    },
    {
      method: 'POST',
      pattern: webhook,
      ...later,
      handle: (call) => ok(shown(answers.followUp(param(call, 'application'), param(call, 'token'), call.body))),
    },
    {
      method: 'GET',
      pattern: `${webhook}/messages/:message`,
      ...later,
      handle: (call) =>
        ok(shown(answers.fetch(param(call, 'application'), param(call, 'token'), param(call, 'message')))),
    },
    {
      method: 'PATCH',
      pattern: `${webhook}/messages/:message`,
      ...later,
      handle(call) {
        const { application, token, message } = call.params;
        return ok(shown(answers.edit(application ?? '', token ?? '', message ?? '', call.body)));
      },
    },
    {
      method: 'DELETE',
      pattern: `${webhook}/messages/:message`,
      ...later,
      handle(call) {
        answers.delete(param(call, 'application'), param(call, 'token'), param(call, 'message'));
        return noContent;
      },
    },
  ];
}
