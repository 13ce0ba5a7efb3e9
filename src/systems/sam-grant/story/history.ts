import type { GameId } from '../theatre.ts';

/** The historical event of each game-turn of 1862, in order. */
export const REALLY: { readonly [id in GameId]: readonly string[] } = {
  'sam-grant': [
    'in February 1862 Grant took Fort Henry and Fort Donelson',
    'on 6 and 7 April he held at Shiloh',
    'on 6 June 1862 Memphis fell',
    'in August Bragg marched for Kentucky',
    'on 8 October 1862 Bragg was stopped at Perryville',
    'on 31 December the armies met at Stones River',
  ],
  'bobby-lee': [
    'in January 1862 Jackson marched to Romney',
    'on 9 March the Monitor fought the Virginia',
    'in June 1862 Lee drove McClellan from Richmond',
    'on 30 August he won at Second Manassas',
    'on 17 September 1862 Lee was stopped at Antietam',
    'on 13 December Burnside failed at Fredericksburg',
  ],
};

export const AFTERWARDS: { readonly [id in GameId]: string } = {
  'sam-grant': 'Vicksburg held out until 4 July 1863.',
  'bobby-lee': 'Lee went north again in June 1863 and was beaten at Gettysburg.',
};
