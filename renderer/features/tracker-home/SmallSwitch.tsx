import './mantine-styles.ts'
import type { MyDay } from '#shared/contract/my-day.ts'
import { Problem } from '../../ui/Problem.tsx'
import { ShiftStart } from './ShiftStart.tsx'
import { Switcher } from './Switcher.tsx'
import { EndedShift, Late, Undo, useMyDay, useSwitching, Waiting } from './switching.tsx'
import styles from './TrackerHome.module.css'

/** The switch of Tracker › Home in small, as the dashboard's 'My shift' has it (spec 4 §4.1). */
export function SmallSwitch() {
  const { data } = useMyDay()
  return data ? <Small day={data} /> : null
}

function Small({ day: known }: { readonly day: MyDay }) {
  const { day, isBusy, problem, unfit, ended, go, begin, undo, cancel } = useSwitching(known)
  return (
    <div className={styles.small}>
      <Late />
      {problem === null ? null : <Problem>{problem}</Problem>}
      <Undo day={day} onUndo={undo} />
      <Waiting day={day} isBusy={isBusy} onCancel={cancel} />
      {ended && day.start !== null ? <EndedShift {...ended} /> : null}
      {day.start === null ? (
        <Switcher day={day} isBusy={isBusy} onGo={go} isSmall />
      ) : day.start === 'SHIFT' ? (
        <ShiftStart day={day} isBusy={isBusy} unfit={unfit} onStart={begin} />
      ) : null}
    </div>
  )
}
