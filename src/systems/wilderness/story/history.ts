/** What really happened, by the turns in which it did. */
export const HISTORY: readonly { readonly turns: readonly [number, number]; readonly text: string }[] = [
  {
    turns: [2, 2],
    text: 'On 5 and 6 May 1864 the armies fought half blind in the Wilderness; more than 28,000 men were lost.',
  },
  {
    turns: [3, 10],
    text: 'From 8 to 21 May 1864 Grant attacked at Spotsylvania, and Lee held; some 30,000 men were lost.',
  },
  { turns: [11, 12], text: 'From 23 to 26 May 1864 Lee stood on the North Anna, and Grant went around him again.' },
  { turns: [13, 14], text: 'From 28 to 30 May 1864 there was fighting at Haw’s Shop and on Totopotomoy Creek.' },
  { turns: [16, 16], text: 'On 3 June 1864 Grant’s attack at Cold Harbor failed within an hour.' },
  { turns: [21, 24], text: 'From 12 to 18 June 1864 Grant crossed the James and attacked Petersburg, which held.' },
  { turns: [26, 26], text: 'On 22 June 1864 Grant’s first move against the Weldon Railroad was thrown back.' },
];

/** The next event after a turn: the next one told above, or the end of it all. */
export function afterwards(turn: number): string {
  return HISTORY.find(({ turns: [first] }) => first > turn)?.text ?? AFTERWARDS;
}

const AFTERWARDS = 'Petersburg held until 2 April 1865; Lee surrendered a week later.';
