import { z } from 'zod';
import type { FieldError } from './errors.js';
import { text } from './text.js';

const customId = text(100, 1);
const emoji = z.looseObject({ id: z.string().nullish(), name: z.string().nullish() }).exactOptional();

const button = z.looseObject({
  type: z.literal(2),
  id: z.int().exactOptional(),
  style: z.int().min(1).max(6),
  label: text(80).nullish(),
  emoji,
  custom_id: customId.nullish(),
  url: text(512).nullish(),
  disabled: z.boolean().exactOptional(),
});

const selectBase = {
  id: z.int().exactOptional(),
  custom_id: customId,
  placeholder: text(150).nullish(),
  min_values: z.int().min(0).max(25).exactOptional(),
  max_values: z.int().min(1).max(25).exactOptional(),
  disabled: z.boolean().exactOptional(),
};

const stringSelect = z.looseObject({
  ...selectBase,
  type: z.literal(3),
  options: z
    .array(
      z.looseObject({
        label: text(100, 1),
        value: text(100, 1),
        description: text(100).nullish(),
        emoji,
        default: z.boolean().exactOptional(),
      }),
    )
    .min(1)
    .max(25),
});

const entitySelect = z.looseObject({ ...selectBase, type: z.literal([5, 6, 7, 8]) });

const textInput = z.looseObject({
  type: z.literal(4),
  id: z.int().exactOptional(),
  custom_id: customId,
  style: z.int().min(1).max(2),
  label: text(45, 1).exactOptional(),
  min_length: z.int().min(0).max(4000).exactOptional(),
  max_length: z.int().min(1).max(4000).exactOptional(),
  required: z.boolean().exactOptional(),
  value: text(4000).nullish(),
  placeholder: text(100).nullish(),
});

/** A row of a message: up to 5 buttons, or one select. */
export const actionRowSchema = z.looseObject({
  type: z.literal(1),
  id: z.int().exactOptional(),
  components: z
    .array(z.discriminatedUnion('type', [button, stringSelect, entitySelect]))
    .min(1)
    .max(5),
});
export type Component = z.output<typeof actionRowSchema>;
export type Control = Component['components'][number];

/** A window with text fields; each in a row of its own. */
export const modalSchema = z.looseObject({
  custom_id: customId,
  title: text(45, 1),
  components: z
    .array(z.looseObject({ type: z.literal(1), components: z.array(textInput).length(1) }))
    .min(1)
    .max(5),
});
export type Modal = z.output<typeof modalSchema>;

export const MAX_ROWS = 5;

/** The rules between the parts of a message's components. */
export function checkComponents(rows: readonly Component[]): FieldError[] {
  const errors: FieldError[] = [];
  const seen = new Set<string>();
  rows.forEach((row, r) => {
    const at = (...rest: (string | number)[]) => ['components', r, 'components', ...rest];
    if (row.components.length > 1 && row.components.some((control) => control.type !== 2)) {
      const message = 'The specified component exceeds the maximum width';
      errors.push({ path: at(), code: 'COMPONENT_LAYOUT_WIDTH_EXCEEDED', message });
    }
    row.components.forEach((control, c) => {
      const id = control.custom_id ?? undefined;
      if (id !== undefined && seen.has(id)) {
        const message = 'Component custom id cannot be duplicated';
        errors.push({ path: at(c, 'custom_id'), code: 'COMPONENT_CUSTOM_ID_DUPLICATED', message });
      }
      if (id !== undefined) seen.add(id);
      if (control.type === 2) errors.push(...checkButton(control, at(c)));
      if (control.type === 3) {
        const values = control.options.map((option) => option.value);
        const again = values.findIndex((value, index) => values.indexOf(value) !== index);
        const path = at(c, 'options', again, 'value');
        const message = 'The specified option value is already used';
        if (again >= 0) errors.push({ path, code: 'SELECT_COMPONENT_OPTION_VALUE_DUPLICATED', message });
      }
    });
  });
  return errors;
}

function checkButton(control: z.output<typeof button>, path: (string | number)[]): FieldError[] {
  const isLink = control.style === 5;
  const errors: FieldError[] = [];
  const required = (key: string) =>
    errors.push({ path: [...path, key], code: 'BASE_TYPE_REQUIRED', message: 'This field is required' });
  if (isLink && typeof control.url !== 'string') required('url');
  if (!isLink && control.style !== 6 && typeof control.custom_id !== 'string') required('custom_id');
  if (isLink && typeof control.custom_id === 'string') {
    const message = 'A custom id and url cannot both be specified';
    errors.push({ path: [...path, 'custom_id'], code: 'BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE', message });
  }
  if ((control.label ?? '') === '' && control.emoji === undefined) required('label');
  return errors;
}
