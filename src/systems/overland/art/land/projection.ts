import type { Point } from '../../../../kit/draw/geometry.ts';
import { TILES } from '../../layout.ts';
import type { Area } from '../../vocabulary.ts';
import type { Place } from './geography.ts';
import { type Fixed, thinPlate } from './spline.ts';

/** Where an area's truest spot lies, and which part of its box stands for it (0 to 1 from the left and from the top). */
export const ANCHORS: { readonly [area in Exclude<Area, 'valley'>]: readonly [Place, readonly [number, number]] } = {
  wilderness: [
    [38.316, -77.76],
    [0.5, 0.45],
  ],
  spotsylvania: [
    [38.224, -77.598],
    [0.5, 0.5],
  ],
  'north-anna': [
    [37.886, -77.494],
    [0.5, 0.12],
  ],
  ashland: [
    [37.759, -77.48],
    [0.5, 0.5],
  ],
  'cold-harbor': [
    [37.59, -77.285],
    [0.2, 0.75],
  ],
  mechanicsville: [
    [37.599, -77.36],
    [0.5, 0.35],
  ],
  'savage-station': [
    [37.522, -77.271],
    [0.25, 0.2],
  ],
  richmond: [
    [37.541, -77.436],
    [0.6, 0.55],
  ],
  'drurys-bluff': [
    [37.424, -77.434],
    [0.8, 0.5],
  ],
};

/** Points between the areas that hold the rivers in the gaps between the boxes. */
export const CONTROLS: readonly (readonly [Place, Point])[] = [
  [[38.377, -77.781], { x: 110, y: 119 }],
  [[38.36, -77.687], { x: 304, y: 119 }],
  [[38.318, -77.52], { x: 590, y: 120 }],
  [[38.303, -77.455], { x: 694, y: 158 }],
  [[38.391, -77.316], { x: 840, y: 142 }],
  [[38.258, -77.408], { x: 752, y: 190 }],
  [[38.15, -77.443], { x: 644, y: 215 }],
  [[38.171, -77.19], { x: 935, y: 258 }],
  [[38.06, -77.385], { x: 702, y: 248 }],
  [[37.96, -77.32], { x: 818, y: 298 }],
  [[37.96, -77.66], { x: 346, y: 297 }],
  [[37.89, -77.65], { x: 348, y: 332 }],
  [[37.872, -77.462], { x: 650, y: 272 }],
  [[37.842, -77.425], { x: 710, y: 336 }],
  [[37.803, -77.377], { x: 724, y: 392 }],
  [[37.797, -77.485], { x: 505, y: 401 }],
  [[37.78, -77.59], { x: 348, y: 410 }],
  [[37.692, -77.215], { x: 872, y: 402 }],
  [[37.645, -77.14], { x: 1090, y: 405 }],
  [[37.61, -77.08], { x: 1200, y: 418 }],
  [[37.785, -77.105], { x: 1090, y: 366 }],
  [[37.725, -77.024], { x: 1195, y: 380 }],
  [[37.675, -77.52], { x: 340, y: 556 }],
  [[37.664, -77.455], { x: 510, y: 553 }],
  [[37.602, -77.392], { x: 646, y: 592 }],
  [[37.578, -77.37], { x: 694, y: 702 }],
  [[37.566, -77.325], { x: 850, y: 706 }],
  [[37.546, -77.28], { x: 990, y: 706 }],
  [[37.512, -77.215], { x: 1175, y: 732 }],
  [[37.527, -77.315], { x: 862, y: 764 }],
  [[37.521, -77.418], { x: 618, y: 732 }],
  [[37.53, -77.45], { x: 500, y: 731 }],
  [[37.56, -77.55], { x: 338, y: 724 }],
  [[37.475, -77.415], { x: 642, y: 764 }],
  [[37.357, -77.44], { x: 580, y: 862 }],
  [[37.422, -77.415], { x: 642, y: 800 }],
  [[37.408, -77.396], { x: 684, y: 810 }],
  [[37.37, -77.38], { x: 702, y: 848 }],
  [[37.404, -77.3], { x: 796, y: 840 }],
  [[37.412, -77.251], { x: 906, y: 828 }],
  [[37.378, -77.25], { x: 872, y: 853 }],
  [[37.325, -77.225], { x: 930, y: 873 }],
  [[37.316, -77.16], { x: 1050, y: 876 }],
  [[37.235, -77.4], { x: 590, y: 910 }],
];

const MIDDLE: Place = [37.8, -77.4];
const DEGREE = { latitude: 110.99, longitude: 111.32 * Math.cos((37.8 * Math.PI) / 180) } as const;

/** Kilometres east and south of the middle of the map. */
export function kilometres([latitude, longitude]: Place): Point {
  return { x: (longitude - MIDDLE[1]) * DEGREE.longitude, y: (MIDDLE[0] - latitude) * DEGREE.latitude };
}

function fixedPoints(): Fixed[] {
  return [
    ...(Object.keys(ANCHORS) as (keyof typeof ANCHORS)[]).map((area) => {
      const [place, [right, down]] = ANCHORS[area];
      const { x, y, width, height } = TILES[area];
      return { from: kilometres(place), to: { x: x + width * right, y: y + height * down } };
    }),
    ...CONTROLS.map(([place, to]) => ({ from: kilometres(place), to })),
  ];
}

/** From kilometres to the sheet. */
export const bend = thinPlate(fixedPoints());

/** A place on the sheet, in pixels. */
export function project(place: Place): Point {
  return bend(kilometres(place));
}
