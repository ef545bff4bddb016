import type { TaskTemplate } from '../contract/settings-entities.ts'
import type { FilledField, FilledTemplate } from '../contract/task-entities.ts'

/** How a field is asked for (spec 3 §3): whatever isn't named is plain text, and so is a choice without anything to choose from. */
export type FieldKind = 'DATE' | 'CHECKBOX' | 'OPTIONS' | 'FILE' | 'TEXTAREA' | 'TEXT'

const KINDS: readonly FieldKind[] = ['DATE', 'CHECKBOX', 'OPTIONS', 'FILE', 'TEXTAREA']
/** Data sources that mean plain text on purpose. */
const PLAIN: readonly string[] = ['', 'TEXT', 'STRING', 'INPUT']

/** What can be chosen: each once, and nothing empty. */
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

/** What is odd about a field, which is then asked for as plain text; null where nothing is. */
export function oddity(
  field: Pick<FilledField, 'dataSource' | 'optionsValues'>,
): 'unknown' | 'nothing-to-choose' | null {
  if (field.dataSource === 'OPTIONS' && choicesOf(field).length === 0) return 'nothing-to-choose'
  const isKnown = PLAIN.includes(field.dataSource) || KINDS.some((kind) => kind === field.dataSource)
  return isKnown ? null : 'unknown'
}

/** Whether somebody filled the field in. A tick is given by ticking it. */
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

/** Names of the mandatory fields that are empty, in their order. */
export function missingFields({ sections }: Pick<FilledTemplate, 'sections'>): string[] {
  return sections
    .flatMap(({ metaDataFields }) => metaDataFields)
    .filter((field) => field.isMetaMandatory && !isFilled(field))
    .map(({ name }) => name)
}

/** A template to be filled in. */
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

/** How a mandatory field is called (spec 3 §5). */
export const fieldLabel = ({
  name,
  isMetaMandatory,
}: Pick<FilledField, 'name' | 'isMetaMandatory'>): string => (isMetaMandatory ? `${name} *` : name)
