import type { Logger } from 'pino';
import type { Answer } from '../host/index.ts';

/** The map of an answer as a PNG. Null where it has none, or, with a line in the log, where it cannot be drawn. */
export async function drawPicture({ drawing }: Answer, log: Logger): Promise<Buffer | null> {
  if (!drawing) return null;
  try {
    return await drawing.png();
  } catch (error) {
    log.error({ err: error, point: drawing.point }, 'a map could not be drawn');
    return null;
  }
}
