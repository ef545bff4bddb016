import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import type { DashboardFigures } from '#shared/contract/dashboard.ts'
import type { ActivityName } from '#shared/domain/activity.ts'
import { ACTIVITY_LABELS } from '#shared/domain/activity-words.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { useLiveIfAny } from '../../services/live.tsx'
import { lazyCode } from '../../ui/fetch-code.ts'
import styles from './Cards.module.css'
import { momentText, spanText } from './moments.ts'
import { TEXT } from './text.ts'

const SmallSwitch = lazyCode(async () => (await import('../tracker-home/index.ts')).SmallSwitch)
const RunningLate = lazyCode(async () => (await import('../running-late/index.ts')).RunningLate)

type Row = DashboardFigures['rows'][number]

const isActivity = (kind: string): kind is ActivityName => kind in ACTIVITY_LABELS

/** Today's shift or the next one, what goes on, and the switch in small (spec 4 §4.1, 'My shift'). */
export function ShiftCard({ rows, now }: { readonly rows: readonly Row[]; readonly now: number }) {
  const live = useLiveIfAny()
  const mayChange = useSession(({ permissions }) => permissions.can('CAN_UPDATE_MASTER_ACTIVITY'))
  const shift = rows.find(({ id }) => id !== 'activity')
  const doing = rows.find(({ id }) => id === 'activity')
  return (
    <div className={styles.card}>
      {shift ? <Shift shift={shift} now={now} /> : null}
      {doing?.at && isActivity(doing.kind) ? (
        <div className={styles.shift}>
          <p className={styles.left}>
            {TEXT.on(ACTIVITY_LABELS[doing.kind], spanText(now - Date.parse(doing.at)))}
          </p>
          {doing.title === '' ? null : <p>{doing.title}</p>}
        </div>
      ) : null}
      {live && mayChange && (doing || shift?.kind === 'TODAY') ? (
        <Suspense>
          <SmallSwitch />
        </Suspense>
      ) : null}
    </div>
  )
}

function Shift({ shift, now }: { readonly shift: Row; readonly now: number }) {
  const { at, until, title, detail, kind, count } = shift
  if (at === null || until === null) return null
  const [start, end] = [Date.parse(at), Date.parse(until)]
  const times = `${momentText(at, now)}–${momentText(until, end)}`
  if (kind === 'NEXT') return <p className={styles.empty}>{TEXT.noShiftToday(times)}</p>
  return (
    <div className={styles.shift}>
      <strong className={styles.times}>{times}</strong>
      <p>{[title, TEXT.locations[detail] ?? ''].filter((part) => part !== '').join(', ')}</p>
      <p className={styles.left}>
        {now < start
          ? TEXT.startsIn(spanText(start - now))
          : now < end
            ? TEXT.left(spanText(end - now))
            : TEXT.over}
      </p>
      {count === 0 && now < end ? <Late id={Number(shift.id.split(':')[1])} start={at} end={until} /> : null}
    </div>
  )
}

/** 'I'm running late', until somebody has begun (spec 4 §4.2.2). */
function Late(shift: { readonly id: number; readonly start: string; readonly end: string }) {
  const { notices } = useServices()
  const maySay = useSession(({ permissions }) => permissions.can('ITRACKER_CAN_SEE_MY_SCHEDULE'))
  const [isOpen, setOpen] = useState(false)
  if (!maySay) return null
  return (
    <div className={styles.buttons}>
      <Button size="xs" variant="subtle" onClick={() => setOpen(true)}>
        {TEXT.runningLate}
      </Button>
      {isOpen ? (
        <Suspense>
          <RunningLate
            shift={shift}
            onClose={() => setOpen(false)}
            onSaid={(words) => {
              setOpen(false)
              notices.show('success', words)
            }}
          />
        </Suspense>
      ) : null}
    </div>
  )
}
