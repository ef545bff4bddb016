import type { FilledField, FilledTemplate } from '#shared/contract/task-entities.ts'
import { fieldKind } from '#shared/domain/task-templates.ts'
import styles from './TaskPanel.module.css'

const ANSWERS = { yes: 'Yes', no: 'No', none: '–' } as const

function answerOf(field: FilledField): string {
  const kind = fieldKind(field)
  if (kind === 'CHECKBOX') return field.userBooleanValue ? ANSWERS.yes : ANSWERS.no
  return (kind === 'DATE' ? field.dateValue : field.userValue) || ANSWERS.none
}

/** What was filled into the template that the task was made with. */
export function TemplateAnswers({ template }: { template: FilledTemplate }) {
  return template.sections.map(({ name, metaDataFields }, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: sections have no id and never change
    <section key={place} className={styles.part} aria-label={name}>
      <h3>{name}</h3>
      <dl className={styles.answers}>
        {metaDataFields.map((field, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above, of fields
          <div key={at}>
            <dt>{field.name}</dt>
            <dd>{answerOf(field)}</dd>
          </div>
        ))}
      </dl>
    </section>
  ))
}
