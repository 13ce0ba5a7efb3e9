/** Latitude and longitude, in degrees north and east. */
export type Place = readonly [latitude: number, longitude: number];

export interface River {
  readonly name: string;
  /** From the source, or where it enters the map, to the mouth. */
  readonly course: readonly Place[];
  /** Pixels wide where the course begins and where it ends. */
  readonly width: readonly [number, number];
  /** Where along its course (index) the tide reaches: a river of two banks from there on. */
  readonly tidal?: number;
}

const WEST_POINT: Place = [37.535, -76.795];
/** Where North and South Anna become the Pamunkey. */
const FORKS_OF_HANOVER: Place = [37.803, -77.377];
const RAPIDAN_MOUTH: Place = [38.365, -77.62];
const MATTA_MEETS_PONI: Place = [38.06, -77.385];
const OFF_CITY_POINT: Place = [37.325, -77.225];

/** The waters between the Rapidan and the Appomattox, north to south; those that flow into another come before it. */
export const RIVERS: readonly River[] = [
  {
    name: 'Rapidan',
    course: [
      [38.28, -78.34],
      [38.27, -78.2],
      [38.312, -78.065],
      [38.353, -77.97],
      [38.366, -77.88],
      [38.377, -77.781],
      [38.36, -77.687],
      RAPIDAN_MOUTH,
    ],
    width: [2, 4.5],
  },
  {
    name: 'Rappahannock',
    course: [
      [38.69, -77.9],
      [38.535, -77.81],
      [38.476, -77.78],
      [38.42, -77.69],
      RAPIDAN_MOUTH,
      [38.345, -77.56],
      [38.318, -77.52],
      [38.318, -77.475],
      [38.298, -77.452],
      [38.258, -77.408],
      [38.205, -77.33],
      [38.18, -77.25],
      [38.171, -77.19],
      [38.14, -77.05],
      [38.08, -76.97],
      [37.927, -76.857],
      [37.75, -76.65],
      [37.6, -76.33],
    ],
    width: [4, 30],
    tidal: 8,
  },
  {
    name: 'Ni',
    course: [
      [38.275, -77.7],
      [38.262, -77.64],
      [38.238, -77.575],
      [38.19, -77.51],
      [38.15, -77.45],
      [38.118, -77.42],
    ],
    width: [0.7, 1.5],
  },
  {
    name: 'Po',
    course: [[38.225, -77.74], [38.2, -77.66], [38.182, -77.6], [38.15, -77.51], [38.118, -77.42], MATTA_MEETS_PONI],
    width: [0.7, 2.4],
  },
  {
    name: 'Ta',
    course: [
      [38.16, -77.7],
      [38.13, -77.58],
      [38.085, -77.48],
    ],
    width: [0.7, 1.4],
  },
  {
    name: 'Mat',
    course: [[38.13, -77.68], [38.09, -77.56], [38.085, -77.48], MATTA_MEETS_PONI],
    width: [0.7, 1.9],
  },
  {
    name: 'Mattaponi',
    course: [
      MATTA_MEETS_PONI,
      [38.02, -77.365],
      [37.96, -77.32],
      [37.885, -77.2],
      [37.785, -77.105],
      [37.725, -77.024],
      [37.62, -76.88],
      WEST_POINT,
    ],
    width: [3, 12],
    tidal: 5,
  },
  {
    name: 'Little River',
    course: [
      [37.98, -77.85],
      [37.9, -77.68],
      [37.865, -77.56],
      [37.85, -77.49],
      [37.842, -77.425],
    ],
    width: [0.7, 1.5],
  },
  {
    name: 'North Anna',
    course: [
      [38.17, -78.15],
      [38.1, -77.95],
      [38.02, -77.8],
      [37.985, -77.68],
      [37.94, -77.6],
      [37.908, -77.545],
      [37.892, -77.505],
      [37.872, -77.462],
      [37.842, -77.425],
      FORKS_OF_HANOVER,
    ],
    width: [2, 4],
  },
  {
    name: 'South Anna',
    course: [
      [38.08, -78.15],
      [37.98, -78.02],
      [37.9, -77.87],
      [37.84, -77.77],
      [37.79, -77.68],
      [37.78, -77.59],
      [37.8, -77.53],
      [37.797, -77.485],
      [37.803, -77.43],
      FORKS_OF_HANOVER,
    ],
    width: [2, 3.6],
  },
  {
    name: 'Totopotomoy',
    course: [
      [37.652, -77.4],
      [37.66, -77.33],
      [37.664, -77.26],
      [37.66, -77.18],
    ],
    width: [0.7, 1.9],
  },
  {
    name: 'Pamunkey',
    course: [
      FORKS_OF_HANOVER,
      [37.775, -77.34],
      [37.735, -77.275],
      [37.692, -77.215],
      [37.66, -77.18],
      [37.645, -77.14],
      [37.61, -77.08],
      [37.577, -77.033],
      [37.55, -76.97],
      [37.575, -76.89],
      WEST_POINT,
    ],
    width: [5, 13],
    tidal: 5,
  },
  {
    name: 'York',
    course: [WEST_POINT, [37.43, -76.68], [37.33, -76.6], [37.24, -76.5]],
    width: [18, 34],
    tidal: 0,
  },
  {
    name: 'White Oak Swamp',
    course: [
      [37.49, -77.265],
      [37.468, -77.205],
      [37.475, -77.165],
    ],
    width: [0.7, 1.9],
  },
  {
    name: 'Chickahominy',
    course: [
      [37.7, -77.65],
      [37.675, -77.52],
      [37.664, -77.455],
      [37.64, -77.42],
      [37.602, -77.392],
      [37.58, -77.372],
      [37.566, -77.325],
      [37.546, -77.28],
      [37.512, -77.215],
      [37.45, -77.135],
      [37.4, -77.05],
      [37.34, -76.92],
      [37.25, -76.87],
    ],
    width: [1.5, 7],
  },
  {
    name: 'Appomattox',
    course: [
      [37.25, -77.9],
      [37.23, -77.5],
      [37.235, -77.4],
      [37.27, -77.37],
      [37.3, -77.32],
      [37.318, -77.285],
      OFF_CITY_POINT,
    ],
    width: [3, 7],
  },
  {
    name: 'James',
    course: [
      [37.75, -78.16],
      [37.66, -77.89],
      [37.58, -77.7],
      [37.56, -77.55],
      [37.53, -77.45],
      [37.521, -77.418],
      [37.475, -77.415],
      [37.422, -77.415],
      [37.408, -77.396],
      [37.38, -77.402],
      [37.368, -77.38],
      [37.385, -77.345],
      [37.404, -77.3],
      [37.378, -77.25],
      OFF_CITY_POINT,
      [37.316, -77.16],
      [37.312, -77.09],
      [37.285, -77.06],
      [37.3, -77],
      [37.24, -76.94],
    ],
    width: [8, 24],
    tidal: 5,
  },
];

export interface Railroad {
  readonly name: string;
  readonly course: readonly Place[];
}

const FREDERICKSBURG: Place = [38.298, -77.458];
const GUINEA: Place = [38.152, -77.443];
const HANOVER_JUNCTION: Place = [37.858, -77.465];
const RICHMOND: Place = [37.541, -77.436];

export const RAILROADS: readonly Railroad[] = [
  {
    name: 'Richmond, Fredericksburg & Potomac',
    course: [
      [38.391, -77.316],
      [38.33, -77.42],
      FREDERICKSBURG,
      [38.266, -77.445],
      [38.223, -77.442],
      [38.198, -77.452],
      GUINEA,
      // By Milford, further west than it lies: on the sheet there is no room between it and the Mattaponi.
      [38.083, -77.428],
      [37.981, -77.442],
      HANOVER_JUNCTION,
      [37.759, -77.48],
      [37.65, -77.475],
      RICHMOND,
    ],
  },
  {
    name: 'Virginia Central',
    course: [
      [38.137, -78.188],
      [38.025, -78.005],
      [37.98, -77.88],
      [37.945, -77.66],
      [37.92, -77.57],
      HANOVER_JUNCTION,
      [37.835, -77.429],
      [37.822, -77.411],
      [37.805, -77.39],
      [37.763, -77.367],
      [37.7, -77.4],
      [37.64, -77.405],
      [37.602, -77.393],
      RICHMOND,
    ],
  },
  {
    name: 'Richmond & York River',
    course: [
      RICHMOND,
      [37.53, -77.38],
      [37.527, -77.315],
      [37.522, -77.271],
      [37.515, -77.19],
      [37.575, -77.1],
      [37.577, -77.033],
      WEST_POINT,
    ],
  },
  {
    name: 'Richmond & Petersburg',
    course: [RICHMOND, [37.46, -77.445], [37.357, -77.44], [37.31, -77.42], [37.235, -77.4]],
  },
  {
    name: 'Richmond & Danville',
    course: [RICHMOND, [37.515, -77.5], [37.49, -77.6], [37.46, -77.68]],
  },
];

export interface Town {
  readonly name: string;
  readonly at: Place;
  /** Where its name stands: pixels to the right and down from its mark, and the end of the name that is there. */
  readonly label: readonly [right: number, down: number, align: 'left' | 'center' | 'right'];
}

/** Places the armies knew, where the sheet has room for their names. */
export const TOWNS: readonly Town[] = [
  { name: 'Fredericksburg', at: FREDERICKSBURG, label: [5, 22, 'right'] },
  { name: 'Guinea', at: GUINEA, label: [7, 5, 'left'] },
  { name: 'Beaver Dam', at: [37.942, -77.655], label: [1, 17, 'left'] },
  { name: 'Hanover C.H.', at: [37.763, -77.367], label: [7, 6, 'left'] },
  { name: 'Hanovertown', at: [37.69, -77.215], label: [8, -4, 'left'] },
  { name: 'Atlee’s', at: [37.638, -77.405], label: [8, 5, 'left'] },
  { name: 'Fair Oaks', at: [37.527, -77.315], label: [0, -8, 'center'] },
  { name: 'Malvern Hill', at: [37.412, -77.251], label: [-17, 2, 'right'] },
];

/** Country with a name of its own, and the place its name stands about. */
export const COUNTRY: readonly { readonly lines: readonly string[]; readonly at: Place }[] = [
  { lines: ['Bermuda', 'Hundred'], at: [37.348, -77.404] },
];
