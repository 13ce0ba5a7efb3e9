import type { Answered, Answers } from '../../interactions/bot-answers.ts';
import type { Discord } from '../../store/discord.ts';
import type { Json } from '../../store/errors.ts';
import { MessageFlag } from '../../store/message-schema.ts';
import type { StoredMessage } from '../../store/messages.ts';
import { messageObject } from '../../store/objects.ts';
import { noContent, ok, param, type RestAnswer, type RestCall, type Route, route } from '../router.ts';

/** Answers to interactions, which need no bot's token: they carry the interaction's own. */
export function interactionRoutes(discord: Discord, answers: Answers): Route[] {
  const shown = (message: StoredMessage): Json => messageObject(discord, message);
  const response = ({ type, interaction: { id, type: of, channel }, message }: Answered): Json => ({
    interaction: {
      id,
      type: of,
      channel_id: channel.id,
      ...(channel.guildId !== null && { guild_id: channel.guildId }),
      ...(message && {
        response_message_id: message.id,
        response_message_loading: (message.flags & MessageFlag.loading) !== 0,
        response_message_ephemeral: (message.flags & MessageFlag.ephemeral) !== 0,
      }),
    },
    resource: { type, ...(message && { message: shown(message) }) },
  });
  /** A route after the first answer, which gets the application's id and the interaction's token. */
  const later = (asked: string, handle: (by: readonly [string, string], call: RestCall) => RestAnswer) =>
    route(asked, (call) => handle([param(call, 'application'), param(call, 'token')], call), {
      auth: false,
      admit: ({ application = '', token = '' }) => void answers.admitLater(application, token),
    });
  const path = '/webhooks/:application/:token';
  return [
    route(
      'POST /interactions/:interaction/:token/callback',
      (call) => {
        const answered = answers.first(param(call, 'interaction'), param(call, 'token'), call.body);
        return call.query.get('with_response') === 'true' ? ok(response(answered)) : noContent;
      },
      { auth: false, admit: ({ interaction = '', token = '' }) => void answers.admitFirst(interaction, token) },
    ),
    later(`POST ${path}`, (by, { body }) => ok(shown(answers.followUp(...by, body)))),
    later(`GET ${path}/messages/:message`, (by, call) => ok(shown(answers.fetch(...by, param(call, 'message'))))),
    later(`PATCH ${path}/messages/:message`, (by, call) =>
      ok(shown(answers.edit(...by, param(call, 'message'), call.body))),
    ),
    later(`DELETE ${path}/messages/:message`, (by, call) => {
      answers.delete(...by, param(call, 'message'));
      return noContent;
    }),
  ];
}
