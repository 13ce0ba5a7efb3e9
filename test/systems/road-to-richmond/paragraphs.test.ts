import { everyParagraphIsATest } from '../paragraphs.ts';

everyParagraphIsATest('road-to-richmond', 70);
