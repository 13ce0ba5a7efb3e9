/** Long work is written as a generator that yields after each small step, so that it can be done in slices or in one go. */

/** All steps in one go. */
export function drained<Result>(steps: Generator<void, Result, void>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** What is made of each of some things, a step for each. */
export function* each<From, To>(things: Iterable<From>, make: (thing: From) => To): Generator<void, To[], void> {
  const made: To[] = [];
  for (const thing of things) {
    made.push(make(thing));
    yield;
  }
  return made;
}
