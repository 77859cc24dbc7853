/** What a terminal is shown of outside text: the same cleaning as everywhere. */
export { neutralised, neutralisedLine } from '@framefarm/contract';
