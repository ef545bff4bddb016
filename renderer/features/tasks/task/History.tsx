import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { TaskFieldChange } from '#shared/contract/task-entities.ts'
import { useServices } from '../../../services/context.tsx'
import { reasonOf } from '../../../services/http/api-client.ts'
import { LoadFailure } from '../../../ui/failure/LoadFailure.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { PlannerSkeleton } from '../planner/PlannerSkeleton.tsx'
import { historyQuery } from '../queries.ts'
import { eventWords, FIELD_WORDS, TASK_TEXTS, testingLabel } from '../text.ts'
import { dayAndTime } from '../when.ts'
import styles from './TaskPanel.module.css'

const TIMES = new Set(['eventStart', 'eventEnd', 'dueDate'])
const NAMES = new Set(['priority', 'testingStatus'])
const OLDER = 'Older entries'

/** What happened to the task, newest first. */
export function History({ taskID }: { taskID: number }) {
  const { api } = useServices()
  const now = useNow()
  const history = useInfiniteQuery(historyQuery(api, taskID))
  if (!history.data)
    return history.error ? (
      <LoadFailure
        title={TASK_TEXTS.failed}
        reason={reasonOf(history.error)}
        onRetry={() => void history.refetch()}
      />
    ) : (
      <PlannerSkeleton label={TASK_TEXTS.history} />
    )
  const entries = history.data.pages.flat()
  if (entries.length === 0) return <p className={styles.hint}>{TASK_TEXTS.noHistory}</p>
  const worded = (field: string, value: string): string => {
    if (value === '') return '–'
    if (TIMES.has(field)) return dayAndTime(Date.parse(value), now)
    return NAMES.has(field) ? testingLabel(value) : value
  }
  const line = ({ field, from, to }: TaskFieldChange) =>
    field === 'description'
      ? FIELD_WORDS[field]
      : `${FIELD_WORDS[field] ?? field}: ${worded(field, from)} → ${worded(field, to)}`
  return (
    <>
      <ol className={styles.history}>
        {entries.map(({ id, by, event, text, eventTime, changes }) => (
          <li key={id}>
            <p>
              <strong>{by}</strong> {eventWords(event, text)}
              <time dateTime={eventTime}>{dayAndTime(Date.parse(eventTime), now)}</time>
            </p>
            {changes.map((change) => (
              <p key={change.field} className={styles.change}>
                {line(change)}
              </p>
            ))}
          </li>
        ))}
      </ol>
      {history.hasNextPage ? (
        <Button
          variant="subtle"
          loading={history.isFetchingNextPage}
          onClick={() => void history.fetchNextPage()}
        >
          {OLDER}
        </Button>
      ) : null}
    </>
  )
}
