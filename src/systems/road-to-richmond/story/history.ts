/** What really happened in those days of 1862, a sentence for each of the game's, and one for what came after. */
export const REALLY = [
  'On 27 June 1862 Lee broke Porter’s line at Gaines’ Mill at dusk; some 15,000 men were lost.',
  'On 28 June 1862 McClellan’s army set out for the James, its stores at White House burning.',
  'On 29 June 1862 a rear guard held at Savage’s Station; next day Lee failed to bar the way at Glendale.',
] as const;

export const AFTER_FIRST_DAY =
  'That night McClellan’s last divisions crossed the Chickahominy; next day the army set out for the James.';
export const AFTERWARDS =
  'On 1 July 1862 Lee’s last attack broke at Malvern Hill; McClellan’s army was safe on the James.';
