import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { AllocationBoard } from '#shared/contract/allocation.ts'
import type { Stroke } from '#shared/domain/allocation.ts'
import { londonDayAfter, londonField, momentOfField } from '#shared/domain/london-time.ts'
import { Problem } from '../../ui/Problem.tsx'
import { FormModal } from '../ask-dialog/index.ts'
import { planStyles, type Shift, type ShiftValues } from '../planner/index.ts'
import styles from './Allocation.module.css'
import { againstOf } from './model.ts'
import { TEXT } from './text.ts'

interface BlockFormProps {
  readonly board: AllocationBoard
  /** Null for a new one. */
  readonly block: Shift | null
  readonly initial: ShiftValues
  readonly now: number
  readonly mayEdit: boolean
  readonly onSave: (values: ShiftValues) => void
  readonly onSplit: (part: Stroke) => void
  readonly onDelete: () => void
  readonly onClose: () => void
}

const timeOf = (at: number) => londonField(at).slice(11, 16)
const dayOf = (at: number) => londonField(at).slice(0, 10)

/** Somebody's time on a project, by fields; what is against it shows while it is typed. */
export function BlockForm(props: BlockFormProps) {
  const { board, block, initial, now, mayEdit, onClose } = props
  const [values, setValues] = useState(initial)
  const [times, setTimes] = useState({
    ...{ day: dayOf(initial.start), start: timeOf(initial.start), end: timeOf(initial.end) },
  })
  const [split, setSplit] = useState({
    at: timeOf(initial.start + Math.round((initial.end - initial.start) / 1_800_000) * 900_000),
    to: '',
  })
  const [problem, setProblem] = useState<string | null>(null)
  const isLocked = !mayEdit || (block !== null && (block.isCancelled || block.state === 'COMPLETED'))
  const momentOf = (time: string, after: number) => {
    const at = momentOfField(`${times.day}T${time}`)
    // What ends before it begins ends on the next day.
    return at > after ? at : momentOfField(`${dayOf(londonDayAfter(after || 0, 1))}T${time}`)
  }
  const start = momentOfField(`${times.day}T${times.start}`)
  const end = momentOf(times.end, start)
  const isWhole = !Number.isNaN(start) && !Number.isNaN(end)
  const wanted = { ...values, start, end }
  const against = isWhole && !isLocked ? againstOf(board, wanted, now) : []
  const shift = board.shifts.find(
    (one) =>
      one.userID === values.userID &&
      Date.parse(one.start) < londonDayAfter(start || 0, 1) &&
      Date.parse(one.end) > londonDayAfter(start || 0, 0),
  )
  const live = board.projects.filter(({ id, isLive }) => isLive || id === initial.projectID)
  const choices = live.map(({ id, name }) => ({ value: String(id), label: name }))
  const idOf = (value: string) => (value === '' ? null : Number(value))
  const divide = () => {
    const at = momentOf(split.at, start)
    if (!(at > start && at < end)) return setProblem(TEXT.badSplit)
    if (split.to === '') return setProblem(TEXT.noProject)
    props.onSplit({ userID: values.userID, projectID: Number(split.to), start: at, end })
  }
  return (
    <FormModal opened onClose={onClose} title={block === null ? TEXT.new : TEXT.edit} size={480} centered>
      {(leave) => (
        <form
          className={planStyles.form}
          onSubmit={(event) => {
            event.preventDefault()
            if (!isWhole) return setProblem(TEXT.badTimes)
            if (values.projectID === null) return setProblem(TEXT.noProject)
            props.onSave(wanted)
          }}
        >
          {block?.note ? <p className={planStyles.hint}>{block.note}</p> : null}
          <fieldset disabled={isLocked} className={planStyles.fields}>
            <NativeSelect
              className={planStyles.wide}
              label={TEXT.fields.person}
              value={String(values.userID)}
              data={board.people.map(({ userID, name }) => ({ value: String(userID), label: name }))}
              onChange={(event) => setValues({ ...values, userID: Number(event.currentTarget.value) })}
            />
            <NativeSelect
              data-autofocus
              className={planStyles.wide}
              label={TEXT.fields.project}
              value={String(values.projectID ?? '')}
              data={[{ value: '', label: TEXT.noProject }, ...choices]}
              onChange={(event) => setValues({ ...values, projectID: idOf(event.currentTarget.value) })}
            />
            <TextInput
              className={planStyles.wide}
              type="date"
              label={TEXT.fields.day}
              value={times.day}
              onChange={(event) => setTimes({ ...times, day: event.currentTarget.value })}
            />
            <TextInput
              type="time"
              step={900}
              label={TEXT.fields.start}
              value={times.start}
              onChange={(event) => setTimes({ ...times, start: event.currentTarget.value })}
            />
            <TextInput
              type="time"
              step={900}
              label={TEXT.fields.end}
              value={times.end}
              onChange={(event) => setTimes({ ...times, end: event.currentTarget.value })}
            />
            {shift && mayEdit && !isLocked ? (
              <Button
                className={planStyles.wide}
                size="xs"
                variant="default"
                onClick={() =>
                  setTimes({
                    day: dayOf(Date.parse(shift.start)),
                    start: timeOf(Date.parse(shift.start)),
                    end: timeOf(Date.parse(shift.end)),
                  })
                }
              >
                {TEXT.wholeShift} {timeOf(Date.parse(shift.start))}–{timeOf(Date.parse(shift.end))}
              </Button>
            ) : null}
          </fieldset>
          {against.map((text) => (
            <p key={text} className={styles.against}>
              {text}
            </p>
          ))}
          {block !== null && !isLocked ? (
            <fieldset className={styles.split}>
              <legend>{TEXT.splitHint}</legend>
              <TextInput
                type="time"
                step={900}
                label={TEXT.fields.splitAt}
                value={split.at}
                onChange={(event) => setSplit({ ...split, at: event.currentTarget.value })}
              />
              <NativeSelect
                label={TEXT.fields.splitTo}
                value={split.to}
                data={[
                  { value: '', label: '–' },
                  ...choices.filter(({ value }) => Number(value) !== values.projectID),
                ]}
                onChange={(event) => setSplit({ ...split, to: event.currentTarget.value })}
              />
              <Button variant="default" onClick={divide}>
                {TEXT.split}
              </Button>
            </fieldset>
          ) : null}
          {problem === null ? null : <Problem>{problem}</Problem>}
          <div className={planStyles.buttons}>
            {block !== null && !isLocked ? (
              <Button variant="subtle" color="red" onClick={props.onDelete}>
                {TEXT.delete}
              </Button>
            ) : null}
            <Button variant="default" onClick={leave}>
              {isLocked ? TEXT.close : TEXT.cancel}
            </Button>
            {isLocked ? null : <Button type="submit">{block === null ? TEXT.add : TEXT.save}</Button>}
          </div>
        </form>
      )}
    </FormModal>
  )
}
