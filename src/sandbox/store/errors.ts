/** A JSON object of Discord's API. */
export type JsonObject = Record<string, unknown>;

/** A JSON value without its fields that are null or undefined. */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).filter(([, each]) => each !== null && each !== undefined);
  return Object.fromEntries(fields.map(([key, each]) => [key, withoutNulls(each)]));
}

/** An error of a field, in Discord's words. */
export interface FieldError {
  readonly code: string;
  readonly message: string;
}

/** Discord's nested `errors` object: keys lead to a field, whose errors are in `_errors`. */
interface ErrorTree {
  [key: string]: ErrorTree | FieldError[];
}

export interface FieldIssue extends FieldError {
  readonly path: readonly (string | number)[];
}

/** An error answer of the REST API. `code` is Discord's JSON error code. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: { readonly message: string; readonly code: number; readonly errors?: ErrorTree };

  constructor(status: number, code: number, message: string, errors?: ErrorTree) {
    super(message);
    this.status = status;
    this.body = { message, code, ...(errors && { errors }) };
  }
}

/** Discord's refusals, with its status, code and words. */
export const apiError = {
  notFound: () => new ApiError(404, 0, '404: Not Found'),
  methodNotAllowed: () => new ApiError(405, 0, '405: Method Not Allowed'),
  unauthorized: () => new ApiError(401, 0, '401: Unauthorized'),
  unknownChannel: () => new ApiError(404, 10003, 'Unknown Channel'),
  unknownMessage: () => new ApiError(404, 10008, 'Unknown Message'),
  unknownWebhook: () => new ApiError(404, 10015, 'Unknown Webhook'),
  unknownInteraction: () => new ApiError(404, 10062, 'Unknown interaction'),
  unknownTag: () => new ApiError(404, 10087, 'Unknown tag'),
  notYourApplication: () =>
    new ApiError(403, 20012, 'You are not authorized to perform this action on this application'),
  tooManyCommands: () => new ApiError(400, 30032, 'Maximum number of application commands reached (100).'),
  tagsNotUnique: () => new ApiError(400, 40061, 'Tag names must be unique'),
  tagRequired: () => new ApiError(400, 40067, 'A tag is required to create a forum post in this channel'),
  entityTooLarge: () => new ApiError(413, 40005, 'Request entity too large'),
  alreadyAcknowledged: () => new ApiError(400, 40060, 'Interaction has already been acknowledged.'),
  missingAccess: () => new ApiError(403, 50001, 'Missing Access'),
  notYourMessage: () => new ApiError(403, 50005, 'Cannot edit a message authored by another user'),
  emptyMessage: () => new ApiError(400, 50006, 'Cannot send an empty message'),
  cannotSendToUser: () => new ApiError(403, 50007, 'Cannot send messages to this user'),
  notATextChannel: () => new ApiError(400, 50008, 'Cannot send messages in a non-text channel'),
  missingPermissions: () => new ApiError(403, 50013, 'Missing Permissions'),
  invalidWebhookToken: () => new ApiError(401, 50027, 'Invalid Webhook Token'),
  invalidRecipients: () => new ApiError(400, 50033, 'Invalid Recipient(s)'),
  wrongChannelType: () => new ApiError(400, 50024, 'Cannot execute action on this channel type'),
  threadArchived: () => new ApiError(400, 50083, 'Thread is archived'),
  replyNeedsHistory: () => new ApiError(403, 160002, 'Cannot reply without permission to read message history'),
  threadExists: () => new ApiError(400, 160004, 'A thread has already been created for this message'),
  threadLocked: () => new ApiError(400, 160005, 'Thread is locked'),
  tooManyThreads: () => new ApiError(400, 160006, 'Maximum number of active threads reached'),
  badJson: () => new ApiError(400, 50109, 'The request body contains invalid JSON.'),
  entryPointLeftOut: () =>
    new ApiError(
      400,
      50240,
      "You cannot remove this app's Entry Point command in a bulk update operation. Please include the Entry Point command in your update request or delete it separately.",
    ),
  invalidForm: (issues: readonly FieldIssue[]) => new ApiError(400, 50035, 'Invalid Form Body', errorTree(issues)),
  invalidField: (code: string, ...path: FieldIssue['path']) => apiError.invalidForm([broken(code, ...path)]),
} as const;

/** Nests errors by their paths. */
export function errorTree(issues: readonly FieldIssue[]): ErrorTree {
  // It has no prototypes, because a client chooses the keys.
  const tree: ErrorTree = Object.create(null);
  for (const { path, code, message } of issues) {
    let node = tree;
    for (const key of path) {
      node[key] ??= Object.create(null);
      node = node[key] as ErrorTree;
    }
    node._errors = [node._errors ?? [], { code, message }].flat() as FieldError[];
  }
  return tree;
}

/** A broken rule, by Discord's code. `path` leads from the checked value to the field. */
export const broken = (code: string, ...path: (string | number)[]): FieldIssue => {
  return { code, message: `${code.replaceAll('_', ' ').toLowerCase()}.`, path };
};
