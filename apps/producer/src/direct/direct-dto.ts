/** The body of `POST /render` and `POST /render/stream`: unknown fields are left out (http-api 1.1). */
import { ApiProperty } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { INLINE_BODY_BYTES } from '../http/requests/json-body.js';
import { OneOf, Rule, Text } from '../http/rules/rules.js';
import { outputNameFault } from '../options/output-name.js';
import { RenderOptionsDto } from '../renders/submission-fields.js';
import { CompositionId } from '../sources/source-dto.js';

const ON_DISCONNECT = ['cancel', 'cancel-queued', 'continue'] as const;

const RelativeName = (): PropertyDecorator =>
  Rule('invalid_value', (value) => (typeof value === 'string' ? outputNameFault(value) : 'must be a text'));

/** Two names of one field cannot say two things. */
const AgreesWith = (other: 'outputPath'): PropertyDecorator =>
  Rule('conflict', (value, body) => {
    const theirs = (body as Partial<DirectRenderDto>)[other];
    return (theirs ?? null) === null || theirs === value ? null : `must be the same as ${other}, or be left out`;
  });

export type OnDisconnect = (typeof ON_DISCONNECT)[number];

export class DirectRenderDto extends RenderOptionsDto {
  @ApiProperty({ required: false, description: 'One HTML document.' })
  @Text(INLINE_BODY_BYTES)
  @IsOptional()
  html?: string;

  @ApiProperty({ required: false, description: 'Id of an uploaded composition.' })
  @CompositionId()
  @IsOptional()
  composition?: string;

  @ApiProperty({ required: false, description: 'Directory of the producer, below one that its operator allows.' })
  @Text(4096)
  @IsOptional()
  projectDir?: string;

  @ApiProperty({ required: false, description: 'Address of an HTML document at an origin that the operator lists.' })
  @Text(4096)
  @IsOptional()
  previewUrl?: string;

  @ApiProperty({ required: false, description: 'Relative name of the output. Default: <requestId>.<ext>.' })
  @RelativeName()
  @IsOptional()
  outputPath?: string;

  @ApiProperty({ required: false, description: 'Another name of outputPath; both may be given where they agree.' })
  @RelativeName()
  @AgreesWith('outputPath')
  @IsOptional()
  output?: string;

  @ApiProperty({
    required: false,
    enum: [...ON_DISCONNECT],
    description: 'What happens when the client leaves. Default: cancel for the stream, cancel-queued else.',
  })
  @OneOf(ON_DISCONNECT)
  @IsOptional()
  onDisconnect?: OnDisconnect;
}
