/** A colour as one number, 0xrrggbb. */
export type Rgb = number;

/** A colour in OKLab, a space where distance is roughly perceived difference (Björn Ottosson, 2020). Lightness 0 to 1. */
export type Lab = readonly [lightness: number, a: number, b: number];

/** Colours in OKLab, three numbers each, one after another. */
export type Labs = Float64Array;

/** Linear light, 0 to 1, by the value of an sRGB channel (IEC 61966-2-1). */
const LIGHT = Float64Array.from({ length: 256 }, (_, value) => {
  const part = value / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
});

export function labsOf(colours: readonly Rgb[]): Labs {
  const labs = new Float64Array(colours.length * 3);
  for (let index = 0; index < colours.length; index++) putLab(colours[index] as Rgb, labs, index);
  return labs;
}

export function labOf(rgb: Rgb): Lab {
  return [...labsOf([rgb])] as [number, number, number];
}

/** Writes a colour to its place among others. */
export function putLab(rgb: Rgb, labs: Labs, index: number): void {
  const r = LIGHT[rgb >> 16] as number;
  const g = LIGHT[(rgb >> 8) & 255] as number;
  const b = LIGHT[rgb & 255] as number;
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  labs[index * 3] = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s;
  labs[index * 3 + 1] = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  labs[index * 3 + 2] = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
}

/** The squared distance between two colours. */
export function apart(some: Labs, i: number, others: Labs, j: number): number {
  const l = (some[i * 3] as number) - (others[j * 3] as number);
  const a = (some[i * 3 + 1] as number) - (others[j * 3 + 1] as number);
  const b = (some[i * 3 + 2] as number) - (others[j * 3 + 2] as number);
  return l * l + a * a + b * b;
}
