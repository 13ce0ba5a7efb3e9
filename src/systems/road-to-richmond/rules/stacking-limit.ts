/** Pieces that a hex holds at most at the end of a phase [5.1]. The data file states the same number. */
export const STACK_LIMIT = 2;
