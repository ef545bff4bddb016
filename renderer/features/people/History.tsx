import { personHistory } from '#shared/contract/admin-users.ts'
import type { ListedRow } from '#shared/records/record.ts'
import { Loaded } from './Loaded.tsx'
import styles from './People.module.css'
import { TEXT } from './text.ts'
import { momentWords } from './words.ts'

function inWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return TEXT.empty
  if (typeof value === 'boolean') return value ? TEXT.yes : TEXT.no
  return Array.isArray(value) ? value.join(', ') || TEXT.empty : String(value)
}

/** An action's name as words: PERSON_READ is 'Person read'. */
function actionWords(action: string): string {
  const words = action.toLowerCase().replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** What was done about somebody, and who looked at their record (spec 5 §3.1). */
export function History({ record }: { readonly record: ListedRow }) {
  return (
    <Loaded
      part="history"
      person={record}
      read={(api, id) => api.call(personHistory, { id }, { quiet: true })}
    >
      {({ entries, isMore }) => (
        <section className={styles.part}>
          {entries.length === 0 ? <p>{TEXT.noHistory}</p> : null}
          <ol className={styles.list}>
            {entries.map(({ id, at, actorName, action, reason, changes }) => (
              <li key={id}>
                <strong>{actionWords(action)}</strong>
                <span>{TEXT.doneBy(actorName, momentWords(at) ?? '')}</span>
                {reason === '' ? null : <span>{reason}</span>}
                {changes.map(({ field, before, after }) => (
                  <span key={field}>{TEXT.change(field, inWords(before), inWords(after))}</span>
                ))}
              </li>
            ))}
          </ol>
          {isMore ? <p>{TEXT.moreHistory}</p> : null}
        </section>
      )}
    </Loaded>
  )
}
