import type { TaskTemplate } from '../contract/settings-entities.ts'
import type { FilledField, FilledTemplate } from '../contract/task-entities.ts'

/**
 * How a template's field is asked for (spec 3 §3). Unknown kinds are plain text, and so is a choice without
 * options.
 */
export type FieldKind = 'DATE' | 'CHECKBOX' | 'OPTIONS' | 'FILE' | 'TEXTAREA' | 'TEXT'

const KINDS: readonly FieldKind[] = ['DATE', 'CHECKBOX', 'OPTIONS', 'FILE', 'TEXTAREA']
/** Data sources that mean plain text. */
const PLAIN: readonly string[] = ['', 'TEXT', 'STRING', 'INPUT']

/** The options of a choice, without empty ones and repetitions. */
export const choicesOf = ({ optionsValues }: Pick<FilledField, 'optionsValues'>): string[] => [
  ...new Set(optionsValues.filter((value) => value.trim() !== '')),
]

export function fieldKind({
  dataSource,
  optionsValues,
}: Pick<FilledField, 'dataSource' | 'optionsValues'>): FieldKind {
  const kind = KINDS.find((one) => one === dataSource) ?? 'TEXT'
  return kind === 'OPTIONS' && choicesOf({ optionsValues }).length === 0 ? 'TEXT' : kind
}

/** What is wrong with a field, which then becomes plain text; null where nothing is. */
export function oddity(
  field: Pick<FilledField, 'dataSource' | 'optionsValues'>,
): 'unknown' | 'nothing-to-choose' | null {
  if (field.dataSource === 'OPTIONS' && choicesOf(field).length === 0) return 'nothing-to-choose'
  const isKnown = PLAIN.includes(field.dataSource) || KINDS.some((kind) => kind === field.dataSource)
  return isKnown ? null : 'unknown'
}

/** Whether the field is filled in; a tick box only when it is ticked. */
export function isFilled(field: FilledField): boolean {
  switch (fieldKind(field)) {
    case 'CHECKBOX':
      return field.userBooleanValue === true
    case 'DATE':
      return (field.dateValue ?? '') !== ''
    default:
      return (field.userValue ?? '').trim() !== ''
  }
}

/** Names of the mandatory fields that are still empty, in order. */
export function missingFields({ sections }: Pick<FilledTemplate, 'sections'>): string[] {
  return sections
    .flatMap(({ metaDataFields }) => metaDataFields)
    .filter((field) => field.isMetaMandatory && !isFilled(field))
    .map(({ name }) => name)
}

/** A template's form with empty fields. */
export function emptyTemplate({ id, name, sections }: TaskTemplate): FilledTemplate {
  return {
    id,
    name,
    sections: sections.map((section) => ({
      name: section.name,
      metaDataFields: section.metaDataFields.map((field) => ({
        ...field,
        userValue: null,
        dateValue: null,
        userBooleanValue: null,
      })),
    })),
  }
}

/** The label of a field, marked where it is mandatory (spec 3 §5). */
export const fieldLabel = ({
  name,
  isMetaMandatory,
}: Pick<FilledField, 'name' | 'isMetaMandatory'>): string => (isMetaMandatory ? `${name} *` : name)
