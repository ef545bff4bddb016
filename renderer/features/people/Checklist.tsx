import { personChecklist } from '#shared/contract/admin-users.ts'
import type { ListedRow } from '#shared/records/record.ts'
import { Loaded } from './Loaded.tsx'
import styles from './People.module.css'
import { TEXT } from './text.ts'
import { momentWords } from './words.ts'

/** Somebody's onboarding tasks, with who did what (spec 5 §3.1). */
export function Checklist({ record }: { readonly record: ListedRow }) {
  return (
    <Loaded
      part="checklist"
      person={record}
      read={(api, id) => api.call(personChecklist, { id }, { quiet: true })}
    >
      {({ tasks }) => (
        <section className={styles.part}>
          <p>
            {tasks.length === 0
              ? TEXT.noTasks
              : TEXT.tasksDone(tasks.filter(({ completedAt }) => completedAt !== null).length, tasks.length)}
          </p>
          <ul className={styles.list}>
            {tasks.map(({ id, task, completedAt, completedBy, fileName }) => (
              <li key={id}>
                <strong>{task}</strong>
                <span className={styles.state} data-status={completedAt === null ? 'OPEN' : 'ACTIVE'}>
                  {completedAt === null ? TEXT.open : TEXT.done}
                </span>
                {completedAt === null ? null : (
                  <span>{TEXT.doneBy(completedBy, momentWords(completedAt) ?? '')}</span>
                )}
                {fileName === '' ? null : <span>{fileName}</span>}
              </li>
            ))}
          </ul>
        </section>
      )}
    </Loaded>
  )
}
