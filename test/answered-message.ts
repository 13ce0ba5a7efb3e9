import type { AnswerOutcome, SeenMessage } from '../src/sandbox/sandbox.ts';

/** The message that answers what a member did. Throws where there is none: it was refused, or not answered. */
export function answer(outcome: AnswerOutcome): SeenMessage {
  if (outcome.kind !== 'message' && outcome.kind !== 'update') throw new Error(JSON.stringify(outcome));
  return outcome.message;
}
