import { apart, labsOf, putLab, type Rgb } from './oklab.ts';

/**
 * Returns a function that finds the index of the colour that looks nearest. It searches outwards from colours of equal lightness, until
 * the difference in lightness alone exceeds the distance of the nearest found.
 */
export function nearestOf(colours: readonly Rgb[]): (rgb: Rgb) => number {
  const unsorted = labsOf(colours);
  const order = [...colours.keys()].sort((a, b) => (unsorted[a * 3] as number) - (unsorted[b * 3] as number));
  const labs = labsOf(order.map((index) => colours[index] as Rgb));
  const sought = new Float64Array(3);
  /** The squared difference in lightness. */
  const off = (at: number): number =>
    at < 0 || at >= order.length ? Number.POSITIVE_INFINITY : ((labs[at * 3] as number) - (sought[0] as number)) ** 2;
  return (rgb) => {
    putLab(rgb, sought, 0);
    let up = firstAsLight(labs, sought[0] as number);
    let down = up - 1;
    let best = 0;
    let least = Number.POSITIVE_INFINITY;
    while (Math.min(off(up), off(down)) < least) {
      const at = off(up) < off(down) ? up++ : down--;
      const distance = apart(sought, 0, labs, at);
      if (distance >= least) continue;
      least = distance;
      best = at;
    }
    return order[best] as number;
  };
}

/** The first index of a colour at least this light, by binary search. */
function firstAsLight(labs: Float64Array, lightness: number): number {
  let low = 0;
  let high = labs.length / 3;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((labs[middle * 3] as number) < lightness) low = middle + 1;
    else high = middle;
  }
  return low;
}
