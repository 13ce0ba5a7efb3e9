import { everyParagraphIsATest } from '../paragraphs.ts';

everyParagraphIsATest('sam-grant', 60);
