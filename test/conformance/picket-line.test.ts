import { picketLine } from '../games/picket-line/index.ts';
import { PICKET_LINE, PICKET_LINE_FILES, PICKET_LINE_SECRETS } from '../games/picket-line.ts';
import { conformance, conformingModule } from './index.ts';

conformance(PICKET_LINE, 'Picket Line', { secrets: PICKET_LINE_SECRETS, limit: 9 });
conformingModule(picketLine, PICKET_LINE_FILES, 'Picket Line');
