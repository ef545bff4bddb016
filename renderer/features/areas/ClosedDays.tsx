import { Button, CloseButton, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { type Area, saveClosedDays } from '#shared/contract/areas.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { AREA_REASON_MAX } from '#shared/records/admin/area.ts'
import { useServices } from '../../services/context.tsx'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { Problem } from '../../ui/Problem.tsx'
import styles from './Areas.module.css'
import { TEXT } from './text.ts'

const DAY = dateFormat({
  ...{ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' },
})
const dayWords = (day: string) => DAY.format(Date.parse(`${day}T00:00:00Z`))

/** The days on which an area is closed; each change is saved at once. */
export function ClosedDays({
  area,
  onSaved,
}: {
  readonly area: Area
  readonly onSaved: (area: Area) => void
}) {
  const { api } = useServices()
  const [entry, setEntry] = useState({ day: '', reason: '' })
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const save = async (closedDays: Area['closedDays']): Promise<boolean> => {
    setBusy(true)
    setProblem(null)
    try {
      const { id, version } = area
      onSaved(await api.call(saveClosedDays, { id, version, closedDays }, { quiet: true }))
      return true
    } catch (error) {
      setProblem(refusalOf(error))
      return false
    } finally {
      setBusy(false)
    }
  }
  const add = async (event: FormEvent) => {
    event.preventDefault()
    const others = area.closedDays.filter(({ day }) => day !== entry.day)
    if (await save([...others, entry])) setEntry({ day: '', reason: '' })
  }
  return (
    <>
      {area.closedDays.length === 0 ? <p className={styles.quiet}>{TEXT.noClosed}</p> : null}
      <ul className={styles.people}>
        {area.closedDays.map(({ day, reason }) => (
          <li key={day}>
            <span>
              {dayWords(day)} <small>{reason}</small>
            </span>
            <CloseButton
              aria-label={TEXT.removeClosed(dayWords(day))}
              disabled={isBusy}
              onClick={() => void save(area.closedDays.filter((one) => one.day !== day))}
            />
          </li>
        ))}
      </ul>
      <form className={styles.addDay} onSubmit={(event) => void add(event)}>
        <TextInput
          type="date"
          required
          label={TEXT.closedDay}
          value={entry.day}
          onChange={(event) => setEntry({ ...entry, day: event.currentTarget.value })}
        />
        <TextInput
          label={TEXT.closedReason}
          maxLength={AREA_REASON_MAX}
          value={entry.reason}
          onChange={(event) => setEntry({ ...entry, reason: event.currentTarget.value })}
        />
        <Button type="submit" variant="default" disabled={entry.day === ''} loading={isBusy}>
          {TEXT.addClosed}
        </Button>
      </form>
      <Problem>{problem}</Problem>
    </>
  )
}
