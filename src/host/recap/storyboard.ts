import type { Colour, Item, Picture, Scene } from '../../game/index.ts';
import { percent } from '../advice/figures.ts';
import type { Campaign } from '../campaign.ts';
import { type Beat, beatsOf, mapOf } from './beats.ts';
import { extremes } from './extremes.ts';
import { endOf, NO_SWING, storyboardInWords, swingOf } from './picture-words.ts';
import { evenly } from './reel.ts';

const COLUMNS = 3;
/** Of a map on it; how high it is goes by the map. */
const MAP = 520;
const GUTTER = 24;
const CAPTION = 88;

/**
 * A campaign in one still picture, for whoever stops animations: up to twelve maps, three in a row, each with what was ordered and what that
 * did to the chance of winning. The start, the turning points, the end, and others evenly between them.
 */
export function storyboardOf(campaign: Campaign): Picture {
  const beats = chosen(beatsOf(campaign));
  const first = mapOf(campaign, beats[0] as Beat).scene;
  const height = Math.round((first.height * MAP) / first.width);
  const columns = Math.min(COLUMNS, beats.length);
  const { paper, dark: ink } = extremes(first.palette);
  const cells = beats.map((beat, index): Item => {
    const last = beat.number > 0 && index === beats.length - 1;
    return {
      kind: 'group',
      x: GUTTER + (index % columns) * (MAP + GUTTER),
      y: GUTTER + Math.floor(index / columns) * (height + CAPTION + GUTTER),
      items: [
        small(campaign, beat, first),
        { kind: 'rect', x: 0, y: 0, width: MAP, height, stroke: { colour: ink, width: beat.turning ? 6 : 2 } },
        ...caption(beat, height, last ? endOf(campaign) : null, ink),
      ],
    };
  });
  const rows = Math.ceil(beats.length / columns);
  const size = {
    width: GUTTER + columns * (MAP + GUTTER),
    height: GUTTER + rows * (height + CAPTION + GUTTER),
  };
  return {
    scene: {
      ...size,
      palette: first.palette,
      ground: { key: 'a storyboard', items: [{ kind: 'rect', x: 0, y: 0, ...size, fill: paper }] },
      items: cells,
    },
    alt: storyboardInWords(campaign, beats),
  };
}

/** A map made small, its ground with it. It is made when it is drawn: all at once would hold the event loop. */
function small(campaign: Campaign, beat: Beat, { width, height, palette }: Scene): Item {
  return {
    kind: 'group',
    x: 0,
    y: 0,
    scale: MAP / width,
    clip: { width, height },
    get items(): readonly Item[] {
      const { ground, items } = mapOf(campaign, beat).scene;
      return [
        { kind: 'rect', x: 0, y: 0, width, height, fill: palette.inks[0] ?? '#ffffff' },
        ...ground.items,
        ...items,
      ];
    },
  };
}

/** Six to twelve of them, or all there are. */
function chosen(beats: readonly Beat[]): readonly Beat[] {
  const most = beats.length < 20 ? 9 : 12;
  if (beats.length <= most) return beats;
  const fixed = new Set(beats.filter(({ number, turning }) => number === 0 || number === beats.length - 1 || turning));
  const free = beats.filter((beat) => !fixed.has(beat));
  const rolled = free.filter(({ dice }) => dice.length > 0);
  // An order without dice says little in a still, unless there is room for all.
  const others = evenly(rolled.length >= most - fixed.size ? rolled : free, most - fixed.size);
  return beats.filter((beat) => fixed.has(beat) || others.includes(beat));
}

/** Letters that fit at the larger size. */
const SHORT = 25;

/** What was ordered, and below it what that did; of the last one, how the campaign ended. */
function caption(beat: Beat, top: number, end: string | null, ink: Colour): Item[] {
  const { number, words, worth } = beat;
  const text = { kind: 'text', x: 2, fill: ink } as const;
  const figure = worth ? percent(worth.after) : '';
  const below = end ?? (worth ? changed(beat) : '');
  return [
    {
      ...text,
      y: top + 40,
      text: number === 0 ? words : `${number}. ${words}`,
      face: 'bold',
      size: words.length <= SHORT ? 31 : 26,
      maxWidth: MAP - 150,
    },
    { ...text, x: MAP - 2, y: top + 40, text: figure, face: 'bold', size: 31, align: 'right', maxWidth: 140 },
    { ...text, y: top + 76, text: below, face: 'text', size: 28, maxWidth: MAP - 4 },
  ];
}

function changed(beat: Beat): string {
  if (beat.number === 0) return 'Winning chances at the start';
  const swing = swingOf(beat);
  if (beat.turning) return `Turning point: ${swing} percentage points`;
  return swing === NO_SWING ? 'Winning chances unchanged' : `${swing} percentage points`;
}
