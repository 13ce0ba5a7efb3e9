import type { GameId } from '../theatre.ts';

/** The historical event of each game-turn from January 1862 on, in order. */
export const REALLY: { readonly [id in GameId]: readonly string[] } = {
  'sam-grant': [
    'in February 1862 Grant took Fort Henry and Fort Donelson',
    'on 6 and 7 April he held at Shiloh',
    'on 6 June 1862 Memphis fell',
    'in August Bragg marched for Kentucky',
    'on 8 October 1862 Bragg was stopped at Perryville',
    'on 31 December the armies met at Stones River',
    'on 11 January 1863 McClernand took Arkansas Post',
    'on 30 April Grant crossed the Mississippi below Vicksburg',
    'in May 1863 Grant shut Pemberton up in Vicksburg',
    'on 4 July Vicksburg surrendered',
    'on 19 and 20 September 1863 Bragg won at Chickamauga',
    'on 25 November he was driven from Missionary Ridge',
    'in February 1864 Sherman marched to Meridian',
    'on 12 April Forrest took Fort Pillow',
    'in May 1864 Sherman set out for Atlanta',
    'on 22 July Hood failed to drive him from the city',
    'on 2 September 1864 Atlanta fell',
    'on 15 and 16 December Thomas broke Hood’s army at Nashville',
  ],
  'bobby-lee': [
    'in January 1862 Jackson marched to Romney',
    'on 9 March the Monitor fought the Virginia',
    'in June 1862 Lee drove McClellan from Richmond',
    'on 30 August he won at Second Manassas',
    'on 17 September 1862 Lee was stopped at Antietam',
    'on 13 December Burnside failed at Fredericksburg',
    'in January 1863 Burnside’s army stuck in the mud',
    'on 17 March the cavalry fought at Kelly’s Ford',
    'in May 1863 Lee won at Chancellorsville',
    'in July he was beaten at Gettysburg',
    'on 14 October 1863 A. P. Hill was beaten off at Bristoe Station',
    'on 1 December Meade turned back at Mine Run',
    'in February 1864 Kilpatrick rode for Richmond',
    'in March Grant took command of all the Union armies',
    'in May and June 1864 Grant fought his way from the Wilderness to Petersburg',
    'on 30 July the mine at Petersburg was blown up',
    'on 19 October 1864 Sheridan won at Cedar Creek',
    'in December Lee still held Petersburg',
  ],
};

/** The historical event of each year of a campaign. */
export const YEARS: { readonly [id in GameId]: readonly string[] } = {
  'sam-grant': [
    'in 1862 the Union took Nashville, Memphis and Corinth',
    'in 1863 it took Vicksburg and held Chattanooga',
    'in 1864 Sherman took Atlanta, and Thomas broke Hood’s army at Nashville',
  ],
  'bobby-lee': [
    'in 1862 McClellan failed before Richmond, and Lee at Antietam',
    'in 1863 Lee won at Chancellorsville and lost at Gettysburg',
    'in 1864 Grant came to Petersburg and lay before it at the year’s end',
  ],
};

export const AFTER_THE_WAR: typeof AFTERWARDS = {
  'sam-grant': 'Johnston surrendered to Sherman on 26 April 1865.',
  'bobby-lee': 'Lee surrendered at Appomattox on 9 April 1865.',
};

export const AFTERWARDS: { readonly [id in GameId]: string } = {
  'sam-grant': 'Vicksburg held out until 4 July 1863.',
  'bobby-lee': 'Lee went north again in June 1863 and was beaten at Gettysburg.',
};
