import type { Sandbox, SeenMessage } from '../../src/sandbox/sandbox.ts';

/** Where the tests of the process play. */
export const CHANNEL = 'the-wilderness';

export function seat(sandbox: Sandbox, member: string) {
  return sandbox.as(member).in(CHANNEL);
}

/** The maps that the channel has, the oldest first. */
export function maps(sandbox: Sandbox): SeenMessage[] {
  return sandbox.messages(CHANNEL).filter(({ ephemeral, files }) => !ephemeral && files.length > 0);
}

/** A promise and what settles it. */
export function later(): { readonly promise: Promise<void>; resolve(): void } {
  let settle: () => void = () => {};
  const promise = new Promise<void>((resolve) => {
    settle = resolve;
  });
  return { promise, resolve: () => settle() };
}
