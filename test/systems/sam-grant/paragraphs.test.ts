import { everyParagraphIsATest } from '../rule-cases.ts';

everyParagraphIsATest('sam-grant', 60);
