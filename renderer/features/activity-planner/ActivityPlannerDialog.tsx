import { Modal, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { livePerson } from '#shared/contract/live-person.ts'
import { type MyDay, myDay } from '#shared/contract/my-day.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON, londonField } from '#shared/domain/london-time.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import type { DialogParams } from '../../services/notices/dialogs.ts'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { DayBar } from '../tracker-home/index.ts'
import styles from './ActivityPlanner.module.css'
import { PLANNER_TEXT as TEXT } from './text.ts'

const TIME = dateFormat({ hour: '2-digit', minute: '2-digit', timeZone: LONDON })
const timeOf = (iso: string) => TIME.format(Date.parse(iso))

interface ActivityPlannerProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly params: DialogParams['activity-planner']
}

/** One person's day, planned over done: one's own of any day, or that of somebody on the live panel today (spec 4 §4). */
export function ActivityPlannerDialog({ opened, onClose, params }: ActivityPlannerProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={params ? TEXT.of(params.name) : TEXT.title}
      centered
      size="xl"
      closeButtonProps={{ 'aria-label': TEXT.close }}
    >
      {opened ? params ? <OthersDay userID={params.userID} /> : <OwnDay /> : null}
    </Modal>
  )
}

function OwnDay() {
  const { api, now } = useServices()
  const today = londonField(now()).slice(0, 10)
  const [date, setDate] = useState(today)
  const query = useQuery({
    queryKey: ['my-day', date],
    queryFn: ({ signal }) => api.call(myDay, { date }, { quiet: true, signal }),
    enabled: date !== '',
  })
  return (
    <div className={styles.screen}>
      <TextInput
        type="date"
        label={TEXT.day}
        value={date}
        className={styles.day}
        onChange={(event) => setDate(event.currentTarget.value || today)}
      />
      <Day {...query} day={query.data} onRetry={() => void query.refetch()} />
    </div>
  )
}

function OthersDay({ userID }: { readonly userID: number }) {
  const { api, now } = useServices()
  const query = useQuery({
    queryKey: ['live-person', userID],
    queryFn: ({ signal }) => api.call(livePerson, { userID }, { quiet: true, signal }),
  })
  const day = query.data && { ...query.data, date: londonField(now()).slice(0, 10) }
  return (
    <div className={styles.screen}>
      <Day {...query} day={day} isOthers onRetry={() => void query.refetch()} />
    </div>
  )
}

interface DayProps {
  readonly day: Pick<MyDay, 'sessions' | 'planned' | 'exceptions' | 'shift' | 'date'> | undefined
  readonly error: Error | null
  readonly isOthers?: boolean
  readonly onRetry: () => void
}

function Day({ day, error, isOthers = false, onRetry }: DayProps) {
  if (error) return <LoadFailure title={TEXT.failed} reason={reasonOf(error)} onRetry={onRetry} />
  if (!day)
    return (
      <div role="status" aria-label={TEXT.loading}>
        <Skeleton width="100%" height={160} />
      </div>
    )
  const { shift, sessions, planned, exceptions, date } = day
  return (
    <>
      <p className={styles.shift}>
        {shift ? TEXT.shift(timeOf(shift.start), timeOf(shift.end)) : TEXT.noShift}
      </p>
      <DayBar {...{ sessions, planned, exceptions, date, isOthers }} hasEnd={shift} />
    </>
  )
}
