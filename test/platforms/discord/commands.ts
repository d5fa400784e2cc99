import { z } from 'zod';
import type { Clock } from '../../../src/core/clock.js';
import { type FieldError, tooManyCommandCreates } from './errors.js';
import type { Snowflakes } from './snowflake.js';
import { text } from './text.js';
import { check, refuseIfAny } from './validate.js';

const chatInputName = z.string().regex(/^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u);
const description = text(100, 1);
const localizations = (text: z.ZodString) => z.record(z.string(), text.nullable()).nullish();

const choice = z.looseObject({
  name: text(100, 1),
  name_localizations: localizations(text(100, 1)),
  value: z.union([text(100), z.number()]),
});

const leafOption = z.looseObject({
  type: z.int().min(3).max(11),
  name: chatInputName,
  name_localizations: localizations(chatInputName),
  description,
  description_localizations: localizations(description),
  required: z.boolean().nullish(),
  choices: z.array(choice).max(25).nullish(),
  autocomplete: z.boolean().nullish(),
  min_length: z.int().min(0).max(6000).nullish(),
  max_length: z.int().min(1).max(6000).nullish(),
});

const optionBase = { name: chatInputName, name_localizations: localizations(chatInputName), description };
const subcommand = z.looseObject({
  ...optionBase,
  type: z.literal(1),
  options: z.array(leafOption).max(25).nullish(),
});
const group = z.looseObject({ ...optionBase, type: z.literal(2), options: z.array(subcommand).max(25).nullish() });

const commandSchema = z.looseObject({
  name: text(32, 1),
  name_localizations: localizations(text(32, 1)),
  description: text(100).nullish(),
  description_localizations: localizations(text(100)),
  type: z.int().min(1).max(4).default(1),
  options: z
    .array(z.union([subcommand, group, leafOption]))
    .max(25)
    .nullish(),
  default_member_permissions: z.string().nullish(),
  dm_permission: z.boolean().nullish(),
  contexts: z.array(z.int().min(0).max(2)).nullish(),
  integration_types: z.array(z.int().min(0).max(1)).nullish(),
  nsfw: z.boolean().nullish(),
});

/** A registered command. */
export interface RegisteredCommand {
  readonly id: string;
  readonly version: string;
  readonly definition: z.output<typeof commandSchema>;
}

const MAX_BY_TYPE: Record<number, number> = { 1: 100, 2: 15, 3: 15, 4: 1 };
const MAX_CREATES_PER_DAY = 200;
const DAY_MS = 86_400_000;
/** Most characters of a command with all its options: names, descriptions, values. */
const MAX_COMMAND_TEXT = 8000;

/** The commands of the application: global, and by guild. */
export interface CommandStore {
  /** `scope`: a guild's id, or `global`. */
  list(scope: string): RegisteredCommand[];
  /** Replaces all. Throws 50035 or 30034. */
  overwrite(scope: string, json: unknown): RegisteredCommand[];
  /** A command that can be used in a guild (or, without one, in a DM). */
  find(name: string, type: number, guildId: string | undefined): RegisteredCommand | undefined;
  /** How many commands were made in the last day; a same name replaced is none. */
  createsToday(): number;
}

type Definition = z.output<typeof commandSchema>;

function checkOptions(options: NonNullable<Definition['options']>, path: (string | number)[]): FieldError[] {
  const errors: FieldError[] = [];
  let optionalSeen = false;
  options.forEach((option, o) => {
    if (options.findIndex((other) => other.name === option.name) !== o) {
      const message = 'Option names must be unique';
      errors.push({ path, code: 'APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS', message });
    }
    errors.push(...checkLowerCase(option.name, [...path, o, 'name']));
    const isRequired = option.required === true;
    if (isRequired && optionalSeen) {
      const message = 'Required options must be placed before non-required options';
      errors.push({ path: [...path, o], code: 'APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID', message });
    }
    if (!isRequired) optionalSeen = true;
    if (option.autocomplete === true && Array.isArray(option.choices) && option.choices.length > 0) {
      const message = 'autocomplete and choices exclude each other';
      errors.push({ path: [...path, o, 'autocomplete'], code: 'APPLICATION_COMMAND_AUTOCOMPLETE_CHOICES', message });
    }
    if (Array.isArray(option.options)) {
      const nested = z.array(z.union([subcommand, leafOption])).safeParse(option.options);
      errors.push(...checkOptions(nested.data ?? [], [...path, o, 'options']));
    }
  });
  return errors;
}

function checkLowerCase(name: string, path: (string | number)[]): FieldError[] {
  if (name === name.toLowerCase()) return [];
  return [{ path, code: 'APPLICATION_COMMAND_INVALID_NAME', message: 'Command name is invalid' }];
}

function checkCommand(command: Definition, c: number): FieldError[] {
  const errors: FieldError[] = [];
  const add = (path: (string | number)[], code: string, message: string) =>
    errors.push({ path: [c, ...path], code, message });
  if (command.type === 1) {
    if (!chatInputName.safeParse(command.name).success) {
      add(['name'], 'APPLICATION_COMMAND_INVALID_NAME', 'Command name is invalid');
    } else {
      errors.push(...checkLowerCase(command.name, [c, 'name']));
    }
    for (const [language, name] of Object.entries(command.name_localizations ?? {})) {
      if (name === null || (chatInputName.safeParse(name).success && name === name.toLowerCase())) continue;
      add(['name_localizations', language], 'APPLICATION_COMMAND_INVALID_NAME', 'Command name is invalid');
    }
    if ((command.description ?? '') === '') add(['description'], 'BASE_TYPE_REQUIRED', 'This field is required');
    errors.push(...checkOptions(command.options ?? [], [c, 'options']));
    if (textOf(command) > MAX_COMMAND_TEXT) {
      add([], 'APPLICATION_COMMAND_TOO_LARGE', `Command exceeds maximum size (${MAX_COMMAND_TEXT})`);
    }
  } else {
    if ((command.description ?? '') !== '') {
      add(
        ['description'],
        'APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION',
        'Context menu commands cannot have description',
      );
    }
    if ((command.options ?? []).length > 0) {
      add(['options'], 'APPLICATION_COMMAND_CONTEXT_MENU_OPTIONS', 'Context menu commands cannot have options');
    }
  }
  return errors;
}

function textOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (Array.isArray(value)) return value.reduce<number>((sum, entry) => sum + textOf(entry), 0);
  if (typeof value !== 'object' || value === null) return 0;
  const counted = ['name', 'description', 'value', 'options', 'choices'];
  return Object.entries(value).reduce((sum, [key, entry]) => sum + (counted.includes(key) ? textOf(entry) : 0), 0);
}

export function createCommandStore(clock: Clock, ids: Snowflakes): CommandStore {
  const scopes = new Map<string, RegisteredCommand[]>();
  let creates: number[] = [];
  const keyOf = (definition: Definition) => `${definition.type}:${definition.name}`;
  const recent = () => creates.filter((at) => clock.now() - at < DAY_MS);

  return {
    list: (scope) => scopes.get(scope) ?? [],
    overwrite: (scope, json) => {
      const definitions = check(z.array(commandSchema), json);
      const errors = definitions.flatMap(checkCommand);
      definitions.forEach((definition, d) => {
        if (definitions.findIndex((other) => keyOf(other) === keyOf(definition)) === d) return;
        const message = 'Application command names must be unique';
        errors.push({ path: [d], code: 'APPLICATION_COMMANDS_DUPLICATE_NAME', message });
      });
      for (const [type, max] of Object.entries(MAX_BY_TYPE)) {
        if (definitions.filter((definition) => definition.type === Number(type)).length <= max) continue;
        errors.push({ path: [], code: 'BASE_TYPE_MAX_LENGTH', message: `Must be ${max} or fewer in length.` });
      }
      refuseIfAny(errors);
      const known = new Map((scopes.get(scope) ?? []).map((command) => [keyOf(command.definition), command]));
      const now = clock.now();
      const fresh = definitions.filter((definition) => !known.has(keyOf(definition)));
      creates = recent();
      if (creates.length + fresh.length > MAX_CREATES_PER_DAY) throw tooManyCommandCreates();
      creates.push(...fresh.map(() => now));
      const next = definitions.map((definition) => {
        const old = known.get(keyOf(definition));
        const isSame = JSON.stringify(old?.definition) === JSON.stringify(definition);
        const version = isSame && old !== undefined ? old.version : ids.next(now);
        return { id: old?.id ?? ids.next(now), version, definition };
      });
      scopes.set(scope, next);
      return next;
    },
    find: (name, type, guildId) => {
      const fits = ({ definition }: RegisteredCommand) => {
        if (definition.name !== name || definition.type !== type) return false;
        const contexts = definition.contexts ?? (definition.dm_permission === false ? [0] : [0, 1, 2]);
        return contexts.includes(guildId === undefined ? 1 : 0);
      };
      const own = guildId === undefined ? [] : (scopes.get(guildId) ?? []);
      return own.find(fits) ?? (scopes.get('global') ?? []).find(fits);
    },
    createsToday: () => recent().length,
  };
}
