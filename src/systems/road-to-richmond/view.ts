import { asView, type View as Seen } from '../../game/index.ts';
import type { State } from './state.ts';

/** What a seat sees of a position: all of it, since nothing is hidden. This is drawn and worded, never the state. */
export interface View extends State, Seen {}

export function view(state: State): View {
  return asView(state);
}
