import * as z from 'zod';
import type { DataFault, Json } from '../../../game/index.ts';
import { faultsOfShape } from '../../../kit/data-faults.ts';
import type { Point } from '../../../kit/draw/geometry.ts';

/** Degrees north and east. */
export type Coordinates = readonly [latitude: number, longitude: number];

const degrees = (most: number) => z.number().min(-most).max(most);
const coordinates = z.tuple(
  [degrees(90), degrees(180)],
  'must be [latitude, longitude], or the name of one of the places',
);
const point = z.tuple([z.number(), z.number()]).transform(([x, y]): Point => ({ x, y }));
const part = z.tuple([z.number().min(0).max(1), z.number().min(0).max(1)]);
const text = z.string().min(1).max(60);
const pixels = z.number().positive();
const note = z.string().max(160).optional();

const named = z.looseObject({ places: z.record(text, coordinates) });

/** The shape of a land file. Any place may be given by its name in `places`. */
function shapeOf(places: { readonly [name: string]: Coordinates }) {
  const place = z.preprocess(
    (value) => (typeof value === 'string' && Object.hasOwn(places, value) ? places[value] : value),
    coordinates,
  );
  const course = z.array(place).min(2);
  const slope = {
    /** Which side of the brow falls away, on the way along it. */
    side: z.enum(['left', 'right']),
    /** Pixels that a stroke runs down the slope. */
    length: pixels,
    /** Pixels from one stroke to the next. */
    every: pixels,
    /** Sets the random lengths of the strokes. */
    salt: z.int(),
    note,
  };
  /** Ground that trees or reeds stand on: middle and radii in pixels, and how many are tried. */
  const stands = z.array(z.strictObject({ at: point, across: pixels, down: pixels, count: z.int().min(1).max(500) }));
  return z.strictObject({
    places: z.record(text, coordinates),
    middle: place,
    /**
     * For each area, the place `at` that its box stands for. `part`: where in the box it is, in fractions of the box's
     * size from its top left.
     */
    anchors: z.record(text, z.strictObject({ at: place, part })),
    /** Places fixed to a point of the sheet. */
    controls: z.array(z.strictObject({ at: place, to: point })),
    /** Ordered north to south; a tributary comes before the river it flows into. */
    rivers: z.array(
      z.strictObject({
        name: text,
        /** From the source, or where it enters the map, to the mouth. */
        course,
        /** Pixels wide where the course begins and where it ends. */
        width: z.tuple([pixels, pixels]),
        /** Index in `course` from which the river is tidal and gets lined banks; absent for a river without tide. */
        tidal: z.int().min(0).optional(),
      }),
    ),
    riverNames: z.array(
      z.strictObject({
        river: text,
        text,
        size: pixels,
        spacing: z.number(),
        /** The place on the river that the middle of the name is beside. */
        at: place,
        /** Pixels from the river's middle to the baseline, on the right of the stream: south where it flows east. */
        aside: z.number(),
      }),
    ),
    railroads: z.array(z.strictObject({ name: text, course, note })),
    towns: z.array(
      z.strictObject({
        name: text,
        at: place,
        /** Pixels from the town's mark to its name; `align` says which end of the name is there. */
        label: z.strictObject({ right: z.number(), down: z.number(), align: z.enum(['left', 'center', 'right']) }),
      }),
    ),
    /** Country with a name of its own, and the place its name stands about. */
    country: z.array(z.strictObject({ lines: z.array(text), at: place })),
    slopes: z.array(z.strictObject({ brow: course, ...slope })),
    /** Single hills, each an oval brow with radii in pixels. */
    knolls: z.array(z.strictObject({ at: place, across: pixels, down: pixels, ...slope })),
    woods: stands,
    swamps: stands,
    compass: point,
    /** Bars that show how long a mile is about each place. */
    scale: z.strictObject({ at: point, miles: z.array(z.strictObject({ text, about: place })) }),
    /** Country off the sheet, in a frame of its own and turned. Points are pixels from the frame's corner. */
    inset: z.strictObject({
      middle: place,
      /** The point on which `middle` lies, in fractions of the frame's width and height. */
      part,
      /** A degree of longitude is taken to be as long everywhere as at this latitude. */
      parallel: degrees(90),
      /** The bearing that runs to the right, in degrees clockwise from north. */
      bearing: z.number(),
      /** Pixels a kilometre along that bearing. */
      along: pixels,
      /** Pixels a kilometre across it. */
      across: pixels,
      ranges: z.array(z.strictObject({ name: text, spine: course, length: pixels, salt: z.int() })),
      rivers: z.array(z.strictObject({ name: text, course })),
      roads: z.array(z.strictObject({ name: text, course })),
      /** Each name with the ends of its baseline. `town`: the place of the dot that a town's name has. */
      names: z.array(z.strictObject({ text, from: point, to: point, town: place.optional() })),
      /** The middle of the arrow to the north. */
      north: point,
    }),
  });
}

export type LandFile = z.infer<ReturnType<typeof shapeOf>>;
export type RiverEntry = LandFile['rivers'][number];

/**
 * Reads a land file, or tells every fault in it.
 * @param areas each of these must have an anchor
 */
export function readLand(file: string, data: Json, areas: readonly string[]): LandFile | readonly DataFault[] {
  const places = named.safeParse(data);
  const parsed = places.success ? shapeOf(places.data.places).safeParse(data) : places;
  if (!parsed.success) return faultsOfShape(parsed.error, data).map((fault) => ({ file, ...fault }));
  const land = parsed.data as LandFile;
  const faults = [
    ...areas.flatMap((area) => (land.anchors[area] ? [] : [{ path: ['anchors', area], reason: 'is missing' }])),
    ...land.rivers.flatMap(({ tidal = 0, course }, index) =>
      tidal < course.length ? [] : [{ path: ['rivers', index, 'tidal'], reason: 'its course has no such place' }],
    ),
    ...land.riverNames.flatMap(({ river }, index) =>
      land.rivers.some(({ name }) => name === river)
        ? []
        : [{ path: ['riverNames', index, 'river'], reason: `there is no river named ${river}` }],
    ),
  ];
  return faults.length > 0 ? faults.map((fault) => ({ file, ...fault })) : land;
}
