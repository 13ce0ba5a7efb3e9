/** What really happened in those days of 1862, a sentence for each of the game's, and one for what came after. */
export const REALLY = [
  'At Gaines’ Mill, on 27 June 1862, Lee broke Porter’s line behind Boatswain’s Swamp at dusk; some 15,000 men were lost on both sides.',
  'By 28 June 1862 McClellan’s army was on the march to the James, its stores at White House burning; only Golding’s farm saw fighting.',
  'On 29 June 1862 a rear guard held Magruder at Savage’s Station; the next day, at Glendale, Lee failed to cut the road to the James.',
] as const;

export const AFTERWARDS =
  'At Malvern Hill, on 1 July 1862, McClellan’s guns broke Lee’s last attack; the army camped on the James, and Richmond was safe.';
