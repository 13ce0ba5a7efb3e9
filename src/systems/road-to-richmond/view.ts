import { asView, type View as Seen } from '../../game/index.ts';
import type { State } from './state.ts';

/** Nothing is hidden, so a seat's view equals the state. Pictures and texts use the view, never the state. */
export interface View extends State, Seen {}

export function view(state: State): View {
  return asView(state);
}
