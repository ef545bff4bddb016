import { NativeSelect } from '@mantine/core'
import { IconSchool } from '@tabler/icons-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { TrainingMatrix } from '#shared/contract/training.ts'
import { reasonOf } from '../../services/http/api-client.ts'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { PageTabs } from '../../ui/PageTabs.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { UndoLine } from '../../ui/UndoLine.tsx'
import { Matrix } from './Matrix.tsx'
import { Sessions } from './Sessions.tsx'
import styles from './Training.module.css'
import { TEXT } from './text.ts'
import { type TrainingPage, useBooking, useTraining } from './use-training.ts'

const TABS = ['matrix', 'sessions'] as const
const UNDO_MS = 10_000

/** Interviewer manager › Training (spec 4 §4.3.1). */
export const ManagerTrainingScreen = () => <Training page="MANAGER" />
/** Supervisor › Training (spec 4 §4.4.5). */
export const SupervisorTrainingScreen = () => <Training page="SUPERVISOR" />

function Training({ page }: { readonly page: TrainingPage }) {
  const [address] = useSearchParams()
  const tab = address.get('tab') === 'sessions' ? 'sessions' : 'matrix'
  const [managerID, setManager] = useState<number | undefined>(undefined)
  const { data, error, refetch } = useTraining(page, managerID)
  const booking = useBooking(page)
  return (
    <PageTabs label={TEXT.title} tabs={TABS} current={tab} words={TEXT.tabs}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys */}
      <section className={styles.page} tabIndex={0} aria-label={TEXT.tabs[tab]}>
        <div className={styles.head}>
          <h2>{TEXT.tabs[tab]}</h2>
          {data && data.managers.length > 0 && tab === 'matrix' ? (
            <NativeSelect
              aria-label={TEXT.team}
              value={String(managerID ?? 0)}
              data={[
                { value: '0', label: TEXT.line },
                ...data.managers.map(({ id, name }) => ({ value: String(id), label: name })),
              ]}
              onChange={({ currentTarget }) =>
                setManager(currentTarget.value === '0' ? undefined : Number(currentTarget.value))
              }
            />
          ) : null}
        </div>
        {error && !data ? (
          <LoadFailure
            icon={<IconSchool size={26} />}
            title={TEXT.failed}
            reason={reasonOf(error)}
            onRetry={() => void refetch()}
          />
        ) : data ? (
          tab === 'sessions' ? (
            <Sessions data={data} booking={booking} />
          ) : (
            <>
              <Cards cards={data.cards} />
              <Matrix data={data} booking={booking} />
            </>
          )
        ) : (
          <div role="status" aria-label={TEXT.loading} className={styles.bones}>
            {[220, 640, 600, 620, 610].map((width) => (
              <Skeleton key={width} width={`min(${width}px, 100%)`} height={22} />
            ))}
          </div>
        )}
        <UndoLine
          className={styles.undo}
          said={booking.done?.said ?? null}
          undo={TEXT.undo}
          onUndo={() => {
            const { done } = booking
            if (done) void booking.unbook(done.sessionID, done.userIDs, null)
          }}
          ends={{ of: booking.done, afterMs: UNDO_MS, onEnd: booking.forget }}
        />
      </section>
    </PageTabs>
  )
}

function Cards({ cards: { required, done, overdue, bookedThisWeek } }: Pick<TrainingMatrix, 'cards'>) {
  const share = required === 0 ? '–' : `${Math.floor((done / required) * 100)} %`
  return (
    <dl className={styles.cards} aria-label={TEXT.cards}>
      <div>
        <dt>{TEXT.complete}</dt>
        <dd>{share}</dd>
        <dd className={styles.hint}>{TEXT.completeOf(done, required)}</dd>
      </div>
      <div data-bad={overdue > 0}>
        <dt>{TEXT.overdue}</dt>
        <dd>{overdue}</dd>
        <dd className={styles.hint}>{TEXT.overdueHint}</dd>
      </div>
      <div>
        <dt>{TEXT.booked}</dt>
        <dd>{bookedThisWeek}</dd>
        <dd className={styles.hint}>{TEXT.bookedHint}</dd>
      </div>
    </dl>
  )
}
