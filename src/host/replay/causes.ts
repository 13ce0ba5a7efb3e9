import { canonical, type Json, type System } from '../../game/index.ts';
import type { Step } from '../fold.ts';
import type { Findings } from './findings.ts';

/** What was ordered by the clock is what the rules have for when a seat's time runs out. */
export function checkCauses(system: System, steps: readonly Step[], findings: Findings): void {
  steps.forEach(({ entry }, index) => {
    if (entry.kind !== 'order' || !entry.cause) return;
    const path = ['log', index];
    if (entry.member !== null || entry.ballot !== null)
      findings.add(path, `The ${entry.cause} gave it, and so neither a member nor a ballot did.`);
    const before = steps[index - 1]?.state;
    if (entry.cause !== 'clock' || !before) return;
    const due = system.asked(before).find(({ seat }) => seat === entry.seat)?.defaultOrder;
    if (!due || canonical(due as Json) !== canonical(entry.order as Json))
      findings.add([...path, 'order'], 'It is not what the rules have for when the time of this side runs out.');
  });
}
