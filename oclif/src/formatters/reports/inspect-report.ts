/** `inspect` for people and for programs. */
import { type AudioTrack, counted, formatFps } from '@framefarm/contract';
import type { InspectedMedia, InspectedVariable, Inspection } from '@framefarm/render';
import { noticeLine, sandboxNotice, substitutionLine, warningLine } from '../render/result-lines.js';
import { paint } from '../text/style.js';
import { neutralisedLine } from '../text/terminal-text.js';
import { secondsText, timelineLines } from './timeline-text.js';

/** The one document of `--json`. */
export function inspectDocument(inspection: Inspection, version: string): Readonly<Record<string, unknown>> {
  const { composition } = inspection;
  return {
    ...inspection,
    composition: { ...composition, fps: formatFps(composition.fps) },
    _meta: { version },
  };
}

/** Longest value of a variable that is shown. */
const VALUE = 60;

/** All lines; sections without content are left out. */
export function inspectLines(inspection: Inspection, colour: boolean): string[] {
  const { composition, clips, length, media, variables, fonts, lint, warnings, notices, substitutions } = inspection;
  const section = (title: string, lines: readonly string[]): string[] =>
    lines.length === 0
      ? []
      : ['', paint('strong', title, colour), ...lines.map((line) => `  ${neutralisedLine(line)}`)];
  const sandbox = inspection.sandbox.on ? [] : [sandboxNotice(inspection.sandbox.reason)];
  const told = [...notices.filter(({ code }) => code !== 'lint'), ...sandbox];
  const found = [counted(lint.errors, 'error'), counted(lint.warnings, 'warning'), counted(lint.notes, 'note')];
  return [
    `${paint('strong', neutralisedLine(composition.id), colour)} (${neutralisedLine(composition.entryFile)})`,
    ...factLines(inspection).map((line) => `  ${neutralisedLine(line)}`),
    ...section('Timeline', clips.length === 0 ? ['no timed elements'] : timelineLines(clips, length.seconds)),
    ...section('Compositions', instanceLines(inspection)),
    ...section('Animations', inspection.animations),
    ...section('Media', media.map(mediaLine)),
    ...section('Sound', soundLines(inspection)),
    ...section(
      'Variables',
      variables.map((variable) => variableLine(variable, inspection.instances.length > 1)),
    ),
    ...section(
      'Fonts',
      fonts.map(({ family, from }) => `${family}: ${from}`),
    ),
    ...section('Lint', [`${found.join(', ')} (run "framefarm lint" in the project for details)`]),
    ...section('Packages', substitutions.map(substitutionLine)),
    ...section('Notices', told.map(noticeLine)),
    ...section('Warnings', warnings.map(warningLine)),
  ];
}

function factLines({ composition, length, output, capture }: Inspection): string[] {
  const { width, height, fps } = composition;
  const whence = length.written ? 'written on the root' : 'found from the page';
  const scale = output.scale === 1 ? '' : `, ${output.scale} device pixels per CSS pixel`;
  const last = output.firstFrame + output.frames - 1;
  const sequential = capture.sequential ? ', by one lane from frame 0' : '';
  return [
    `Size     ${width}x${height} at ${formatFps(fps)} fps`,
    `Length   ${secondsText(length.seconds)} s, ${counted(length.frames, 'frame')}, ${whence}`,
    ...length.sources.map((source) => `         ${source}`),
    `Output   ${output.format}, ${output.width}x${output.height}${scale}, frames ${output.firstFrame} to ${last} in ${counted(output.chunks, 'chunk')}`,
    `Capture  ${capture.path}, ${capture.image}${capture.transparent ? ' with transparency' : ''}${sequential}`,
    `         ${capture.reason}`,
  ];
}

/** Nothing for a composition without others in it. */
function instanceLines({ instances }: Inspection): string[] {
  if (instances.length < 2) return [];
  return instances.map(({ id, file, parentId }) => `${id}: ${file}${parentId === null ? '' : ` in ${parentId}`}`);
}

function mediaLine({ source, usedBy, facts }: InspectedMedia): string {
  const { video, audio, durationSeconds } = facts;
  const pictures =
    video === null
      ? []
      : [
          `${video.codec} ${video.width}x${video.height}`,
          ...(video.fps === null ? [] : [`${formatFps(video.fps)} fps`]),
          video.alpha ? 'alpha' : 'no alpha',
          ...(video.bitDepth > 8 ? [`${video.bitDepth} bits`] : []),
        ];
  const sound = audio === null ? [] : [`${audio.codec} ${audio.sampleRate} Hz, ${counted(audio.channels, 'channel')}`];
  const length = durationSeconds === null ? 'length unknown' : `${secondsText(durationSeconds)} s`;
  const users = usedBy.length === 0 ? 'not used' : `used by ${usedBy.map((id) => `#${id}`).join(', ')}`;
  return `${source}: ${[length, ...pictures, ...sound, users].join(', ')}`;
}

function soundLines({ audio: { seconds, tracks, groups, silent } }: Inspection): string[] {
  const none = seconds === null && tracks.length > 0 ? ['the output format has no sound'] : [];
  return [
    ...none,
    ...tracks.map(trackLine),
    ...groups.map(({ id, volume, automation, fxChain }) => {
      return `group ${id}: ${[`volume ${volume}`, ...extras({ automation, fxChain })].join(', ')}`;
    }),
    ...silent.map(({ elementId, reason }) => `#${elementId}: silent, ${reason}`),
  ];
}

function trackLine(track: AudioTrack): string {
  const { elementId, source, start, duration, mediaStart, rate, loop, volume, volumeCurve, group } = track;
  const parts = [
    `${secondsText(start)} to ${secondsText(start + duration)} s`,
    volumeCurve === null ? `volume ${volume}` : `volume ramp of ${counted(volumeCurve.length, 'point')}`,
    ...(mediaStart > 0 ? [`from ${secondsText(mediaStart)} s of its source`] : []),
    ...(rate === 1 ? [] : [`rate ${rate}`]),
    ...(loop ? ['loop'] : []),
    ...extras(track),
    ...(group === null ? [] : [`group ${group}`]),
  ];
  return `#${elementId} ${source}: ${parts.join(', ')}`;
}

function extras({ automation, fxChain }: Pick<AudioTrack, 'automation' | 'fxChain'>): string[] {
  return [...(automation === null ? [] : ['automation']), ...(fxChain === null ? [] : ['effects'])];
}

function variableLine({ instanceId, id, declaration, given, ...rest }: InspectedVariable, named: boolean): string {
  const type = declaration === null ? 'not declared' : declaration.type;
  const text = 'value' in rest ? (JSON.stringify(rest.value) ?? 'none') : 'none';
  const value = text.length <= VALUE ? text : `${text.slice(0, VALUE - 1)}…`;
  return `${named ? `${instanceId}.` : ''}${id} (${type}) = ${value}, ${given ? 'given' : 'default'}`;
}
