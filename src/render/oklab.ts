/** A colour in OKLab, in which distance is roughly how different two colours look (Björn Ottosson, 2020). Lightness 0 to 1. */
export type Lab = readonly [lightness: number, a: number, b: number];

/** The light a channel of sRGB stands for, 0 to 1, by its value (IEC 61966-2-1). */
const LIGHT = Float64Array.from({ length: 256 }, (_, value) => {
  const part = value / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
});

/** An sRGB colour of channels 0 to 255, whole numbers, in OKLab. */
export function oklab(red: number, green: number, blue: number): Lab {
  const [r, g, b] = [LIGHT[red] as number, LIGHT[green] as number, LIGHT[blue] as number];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

/** The square of how far a colour is from the one at `index` of many, which have three numbers each. */
export function apart(lab: Lab, many: Float64Array, index: number): number {
  const l = lab[0] - (many[index * 3] as number);
  const a = lab[1] - (many[index * 3 + 1] as number);
  const b = lab[2] - (many[index * 3 + 2] as number);
  return l * l + a * a + b * b;
}
