/** Validation and documentation of option fields on a DTO class, made from the one option table. */
import 'reflect-metadata';
import { OPTION_FIELD_NAMES, type OptionSpec, optionOf, readOption, shown } from '@framefarm/contract';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { IsOptional, ValidateBy, type ValidationArguments } from 'class-validator';
import { type FieldSchema, optionSchema } from './option-schema.js';

/** A value that the option table accepts; the message is the command line's with the field's name. */
function IsOption(spec: OptionSpec): PropertyDecorator {
  return ValidateBy({
    name: 'invalid_value',
    validator: {
      validate: (value: unknown) => readOption(spec, value).ok,
      defaultMessage: (args?: ValidationArguments) => {
        const read = readOption(spec, args?.value);
        return `${args?.property} ${shown(args?.value)}: ${read.ok ? '' : read.rule}`;
      },
    },
  });
}

/** An object's own `required` lists its fields, so its being optional is said by another word. */
function optionalProperty(schema: FieldSchema): ApiPropertyOptions {
  const word = schema.type === 'object' ? 'selfRequired' : 'required';
  return { [word]: false, ...schema } as ApiPropertyOptions;
}

/** Declares every render option as a field of the class. */
export function RenderOptionFields(): ClassDecorator {
  return (target) => {
    for (const field of OPTION_FIELD_NAMES) {
      const spec = optionOf(field);
      // A property that is made here has no type that the compiler could have written down.
      Reflect.defineMetadata('design:type', Object, target.prototype, field);
      for (const decorate of [IsOption(spec), IsOptional(), ApiProperty(optionalProperty(optionSchema(spec)))]) {
        decorate(target.prototype, field);
      }
    }
  };
}
