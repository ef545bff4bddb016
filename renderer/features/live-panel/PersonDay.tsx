import type { MyDay } from '#shared/contract/my-day.ts'
import { DayBar, DayFigures } from '../tracker-home/index.ts'
import { PANEL_TEXT as TEXT } from './text.ts'

interface PersonDayProps {
  readonly day: Pick<
    MyDay,
    | 'own'
    | 'project'
    | 'target'
    | 'targets'
    | 'lastHour'
    | 'sessions'
    | 'planned'
    | 'exceptions'
    | 'date'
    | 'shift'
  >
}

/** Somebody's figures and day bar of today, as they have them on Tracker › Home (spec 4 §4.4.1). */
export function PersonDay({ day }: PersonDayProps) {
  const { sessions, planned, exceptions, date, shift } = day
  return (
    <>
      <h3>{TEXT.figures}</h3>
      <DayFigures day={day} />
      <DayBar {...{ sessions, planned, exceptions, date }} hasEnd={shift} isOthers isBrief />
    </>
  )
}
