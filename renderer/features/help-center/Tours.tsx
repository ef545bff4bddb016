import { useQuery } from '@tanstack/react-query'
import {
  getTour,
  HELP_CENTER_EDITORS,
  listTours,
  saveTour,
  tourFinishers,
} from '#shared/contract/help-center.ts'
import { momentText } from '#shared/domain/moment-text.ts'
import type { ListedRow } from '#shared/records/record.ts'
import { TOUR_FIELDS, tourRecord, tourValues } from '#shared/records/support/tour.ts'
import { useServices } from '../../services/context.tsx'
import { ApiError, reasonOf } from '../../services/http/api-client.ts'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { type RecordsKind, RecordsPage } from '../records/index.ts'
import { Audience, audienceIn } from './Audience.tsx'
import styles from './HelpCenter.module.css'
import { EMPTY_STOP, Stops, stopsIn } from './Stops.tsx'
import { TEXT } from './text.ts'

/** Who went to the end of it. */
function Finishers({ record: { id } }: { readonly record: ListedRow }) {
  const { api } = useServices()
  const { data, error, refetch } = useQuery({
    queryKey: ['tour finishers', id],
    queryFn: ({ signal }) => api.call(tourFinishers, { id }, { quiet: true, signal }),
  })
  return (
    <section className={styles.finishers} aria-label={TEXT.finishers}>
      <h3>{TEXT.finishers}</h3>
      {data ? (
        data.people.length === 0 ? (
          <p>{TEXT.noFinishers}</p>
        ) : (
          <ul>
            {data.people.map(({ userID, displayName, finishedAt }) => (
              <li key={userID}>
                {displayName} <small>{momentText(finishedAt)}</small>
              </li>
            ))}
          </ul>
        )
      ) : error ? (
        <LoadFailure title={TEXT.finishersFailed} reason={reasonOf(error)} onRetry={() => void refetch()} />
      ) : (
        <div role="status" aria-label={TEXT.loading}>
          <Skeleton width="60%" height={18} />
        </div>
      )}
    </section>
  )
}

const TOURS: RecordsKind = {
  record: tourRecord,
  title: TEXT.tours,
  fields: TOUR_FIELDS,
  ownFields: { audience: Audience, steps: Stops },
  formOf: (record) => ({
    ...record,
    audience: String(record.audience),
    steps: typeof record.steps === 'string' ? record.steps : JSON.stringify(record.steps),
  }),
  fresh: () => ({ steps: JSON.stringify([EMPTY_STOP]) }),
  nameOf: ({ name, id }) => String(name) || `${TEXT.tours} ${id}`,
  list: (api, request) => api.call(listTours, request, { quiet: true }),
  read: (api, id) => api.call(getTour, { id }, { quiet: true }),
  save: async (api, values, seen) => {
    const steps = stopsIn(values.steps)
    if (steps.some(({ title }) => title.trim() === ''))
      throw new ApiError('refused', TEXT.stopsIncomplete, 400)
    return api.call(
      saveTour,
      {
        ...tourValues.parse({ ...values, audience: audienceIn(values.audience), steps }),
        ...(seen && { id: seen.id, version: seen.version }),
      },
      { quiet: true },
    )
  },
  mayChange: HELP_CENTER_EDITORS,
  bulk: [],
  About: Finishers,
}

/** Guided tours as a page of records (spec 5 §5.13). */
export function Tours() {
  return <RecordsPage kind={TOURS} />
}
