import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { IconPaperclip, IconX } from '@tabler/icons-react'
import type { FilledField, FilledTemplate } from '#shared/contract/task-entities.ts'
import { choicesOf, fieldKind, fieldLabel, oddity } from '#shared/domain/task-templates.ts'
import { TASK_FILE_EXTENSIONS } from '#shared/domain/tasks.ts'
import { ADD_TEXT } from '../text.ts'
import styles from './AddTask.module.css'
import { fileProblem } from './task-form.ts'

/** The kinds of file that a field takes, as the browser's dialog asks for them. */
const ACCEPT = TASK_FILE_EXTENSIONS.map((end) => `.${end}`).join(',')

interface TemplateFieldsProps {
  readonly template: FilledTemplate
  readonly onChange: (template: FilledTemplate) => void
  /** The file of a field, by the field's place; null where it was taken out. */
  readonly onFile: (place: string, file: File | null) => void
  /** Why a file wasn't taken. */
  readonly onRefused: (problem: string) => void
}

/** A template's sections with their fields, each asked for by its data source; mandatory ones are marked * (spec 3 §3, §5). */
export function TemplateFields({ template, onChange, onFile, onRefused }: TemplateFieldsProps) {
  const fill = (section: number, field: number, patch: Partial<FilledField>) =>
    onChange({
      ...template,
      sections: template.sections.map((one, place) =>
        place === section
          ? {
              ...one,
              metaDataFields: one.metaDataFields.map((old, at) =>
                at === field ? { ...old, ...patch } : old,
              ),
            }
          : one,
      ),
    })
  return template.sections.map((section, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: sections have no id and their order never changes here
    <fieldset key={place} className={styles.section}>
      <legend>{section.name}</legend>
      <div className={styles.fields}>
        {section.metaDataFields.map((field, at) => (
          <Field
            // biome-ignore lint/suspicious/noArrayIndexKey: as above, of fields
            key={at}
            field={field}
            onFill={(patch) => fill(place, at, patch)}
            onFile={(file) => {
              const problem = file ? fileProblem(file, true) : null
              if (problem !== null) return onRefused(problem)
              onFile(`${place}/${at}`, file)
              fill(place, at, { userValue: file?.name ?? null })
            }}
          />
        ))}
      </div>
    </fieldset>
  ))
}

interface FieldProps {
  readonly field: FilledField
  readonly onFill: (patch: Partial<FilledField>) => void
  readonly onFile: (file: File | null) => void
}

function Field({ field, onFill, onFile }: FieldProps) {
  const label = fieldLabel(field)
  const odd = oddity(field)
  const hint = odd === null ? '' : ADD_TEXT.odd[odd](field.dataSource)
  const description = [field.description, hint].filter((words) => words !== '').join(' ') || undefined
  const shared = { label, description, placeholder: field.placeholder }
  switch (fieldKind(field)) {
    case 'DATE':
      return (
        <TextInput
          {...shared}
          type="date"
          value={field.dateValue ?? ''}
          onChange={(event) => onFill({ dateValue: event.currentTarget.value || null })}
        />
      )
    case 'CHECKBOX':
      return (
        <Checkbox
          className={styles.tick ?? ''}
          label={label}
          description={shared.description}
          checked={field.userBooleanValue ?? false}
          onChange={(event) => onFill({ userBooleanValue: event.currentTarget.checked })}
        />
      )
    case 'OPTIONS':
      return (
        <NativeSelect
          label={label}
          description={shared.description}
          value={field.userValue ?? ''}
          data={['', ...choicesOf(field)].map((value) => ({ value, label: value || ADD_TEXT.none }))}
          onChange={(event) => onFill({ userValue: event.currentTarget.value || null })}
        />
      )
    case 'FILE':
      return (
        <div className={styles.fileField}>
          <label className={styles.file}>
            <span>{label}</span>
            {shared.description ? <small>{shared.description}</small> : null}
            <span className={styles.fileChosen}>
              <IconPaperclip size={16} aria-hidden="true" />
              {field.userValue ?? ADD_TEXT.choose}
            </span>
            <input
              type="file"
              className="visually-hidden"
              accept={ACCEPT}
              onChange={(event) => {
                const [file] = event.currentTarget.files ?? []
                // Giving up the choice keeps the file that is there; the same one may be chosen again.
                if (file) onFile(file)
                event.currentTarget.value = ''
              }}
            />
          </label>
          {field.userValue ? (
            <button
              type="button"
              className={styles.takeOut}
              aria-label={ADD_TEXT.remove(field.userValue)}
              onClick={() => onFile(null)}
            >
              <IconX size={15} aria-hidden="true" />
            </button>
          ) : null}
        </div>
      )
    case 'TEXTAREA':
      return (
        <Textarea
          {...shared}
          className={styles.wide ?? ''}
          autosize
          minRows={2}
          value={field.userValue ?? ''}
          onChange={(event) => onFill({ userValue: event.currentTarget.value })}
        />
      )
    case 'TEXT':
      return (
        <TextInput
          {...shared}
          value={field.userValue ?? ''}
          onChange={(event) => onFill({ userValue: event.currentTarget.value })}
        />
      )
  }
}
