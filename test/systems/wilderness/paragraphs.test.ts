import { everyParagraphIsATest } from '../paragraphs.ts';

everyParagraphIsATest('wilderness', 45);
