import { Button, Modal, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { londonDayAfter, londonField, momentOfField, startOfLondonWeek } from '#shared/domain/london-time.ts'
import { FormActions } from '../../ui/form/FormActions.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { planStyles, type Range } from '../planner/index.ts'
import { TEXT } from './text.ts'

const DAY_MS = 86_400_000
const dayOf = (at: number) => londonField(at).slice(0, 10)

interface CopyDialogProps {
  readonly scale: 'day' | 'week'
  readonly range: Range
  /** In milliseconds since 1970. */
  readonly now: number
  /** So many days later, or earlier where it is negative. */
  readonly onCopy: (days: number) => void
  readonly onClose: () => void
}

/** To which day, or week, the shown one's allocations are copied (spec 4 §4.5.2). */
export function CopyDialog({ scale, range, now, onCopy, onClose }: CopyDialogProps) {
  const step = scale === 'day' ? 1 : 7
  const [day, setDay] = useState(dayOf(londonDayAfter(range.from, step)))
  const [problem, setProblem] = useState<string | null>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const chosen = momentOfField(day)
    if (Number.isNaN(chosen)) return setProblem(TEXT.copyNoDay)
    const from = scale === 'day' ? chosen : startOfLondonWeek(chosen)
    if (londonDayAfter(from, step) <= now) return setProblem(TEXT.copyPast)
    // A day of the change to summer time is 23 hours long.
    const days = Math.round((from - range.from) / DAY_MS)
    if (days === 0) return setProblem(TEXT.copySame)
    onCopy(days)
  }
  return (
    <Modal opened onClose={onClose} title={TEXT.copyTitle(scale)} size={420} centered>
      <form className={planStyles.form} onSubmit={submit} noValidate>
        <TextInput
          data-autofocus
          type="date"
          label={TEXT.copyTo(scale)}
          value={day}
          onChange={({ currentTarget }) => setDay(currentTarget.value)}
        />
        <Problem>{problem}</Problem>
        <FormActions>
          <Button variant="default" onClick={onClose}>
            {TEXT.cancel}
          </Button>
          <Button type="submit">{TEXT.copyDo}</Button>
        </FormActions>
      </form>
    </Modal>
  )
}
