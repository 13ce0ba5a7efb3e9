import {
  routeButton,
  routeModal,
  routeSelect,
  writeAsking,
  writeChoosing,
  writePress,
} from '../../src/discord/outbound/button-routes.ts';
import type { Caller, Reply } from '../../src/host/index.ts';
import { buttons, by, type Headquarters, labels, type Member, said } from './fixture.ts';

/** Presses of members on an answer, as Discord brings them back: by its custom ids. */

/** @param label the button's, or how it begins */
export function pressed({ host }: Headquarters, member: Member, answer: Reply, label: string): Reply {
  const button = buttons(answer).find((one) => one.label.startsWith(label));
  if (!button) throw new Error(`No “${label}” in ${labels(answer).join(', ')}`);
  return said(routeButton(host, writePress(button.press))?.run(by(member)) ?? null);
}

export function chosen(
  { host }: Headquarters,
  member: Member,
  { menu, text }: Reply,
  values: readonly string[],
  changes: Partial<Caller> = {},
): Reply {
  if (!menu) throw new Error(`There is no list: ${text}`);
  return said(routeSelect(host, writeChoosing(menu.choosing), values)?.run(by(member, changes)) ?? null);
}

/** Fills in the form that an answer brings. */
export function filled({ host }: Headquarters, member: Member, { form }: Reply, text: string): Reply {
  if (!form) throw new Error('There is no form');
  return said(routeModal(host, writeAsking(form.asks), text)?.run(by(member)) ?? null);
}
