/** Marks a file as ours in its header: `CoWr` in ASCII. */
export const APPLICATION_ID = 0x436f5772;
