/** What to do about a body that a farm finds too large: no file of the project is in it, as the project went before (cli 7). */
import { FramefarmError } from '@framefarm/contract';

export const FEWER_ROWS =
  'Divide the rows over several files and submit each; or take long texts and data out of the rows into files of the project, and name the files in the rows.';
export const SMALLER_VARIABLES =
  'Take long texts and data out of the variables into files of the project, and name the files in the variables.';

/** The answer to a body; the refusal of one that is too large says `hint`. */
export async function answerToBody<T>(answer: Promise<T>, hint: string): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof FramefarmError) || error.code !== 'PAYLOAD_TOO_LARGE') throw error;
    const { message, issues, details } = error;
    throw new FramefarmError('PAYLOAD_TOO_LARGE', message, { hint, issues, details, cause: error });
  }
}
