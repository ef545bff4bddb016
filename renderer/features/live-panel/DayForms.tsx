import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type DayExceptionRow, excuseException } from '#shared/contract/attendance.ts'
import { EXCUSE_REASONS, type ExcuseReason, excuseReason } from '#shared/domain/excuse-reasons.ts'
import { useServices } from '../../services/context.tsx'
import { exceptionWords, timeOf } from './columns.ts'
import { PanelForm, type Target } from './PanelForm.tsx'
import { PANEL_TEXT as TEXT } from './text.ts'

const WORDS_MAX = 900
const MINUTE_S = 60

interface ExcuseFormProps {
  readonly person: Target
  /** Those of the day that aren't excused whole. */
  readonly exceptions: readonly DayExceptionRow[]
  /** The one that it was opened for. */
  readonly chosenID: string | null
  readonly onDone: () => void
  readonly onCancel: () => void
}

/** Excuses an exception of somebody's day, wholly or partly (spec 4 §4.4.1, §4.4.4). */
export function ExcuseForm({ person, exceptions, chosenID, onDone, onCancel }: ExcuseFormProps) {
  const { api } = useServices()
  const [wanted, setWanted] = useState(chosenID)
  const [minutes, setMinutes] = useState<string | null>(null)
  const [why, setWhy] = useState<ExcuseReason>(EXCUSE_REASONS[0])
  const [words, setWords] = useState('')
  const chosen = exceptions.find(({ id }) => id === wanted) ?? exceptions[0]
  const most = chosen ? Math.ceil(chosen.seconds / MINUTE_S) : 0
  const shown = minutes ?? String(most)
  const fault = () => {
    const count = Number(shown)
    if (!(Number.isInteger(count) && count >= 0 && count <= most)) return TEXT.minutesUpTo(most)
    return excuseReason(why, words) === null ? TEXT.noReason : null
  }
  return (
    <PanelForm
      label={TEXT.excuse}
      {...(chosen ? {} : { means: TEXT.nothingToExcuse })}
      confirm={TEXT.excuse}
      people={[person]}
      isReady={chosen !== undefined}
      fault={fault}
      send={() =>
        api.call(
          excuseException,
          { exceptionID: chosen?.id ?? '', minutes: Number(shown), reason: excuseReason(why, words) ?? '' },
          { quiet: true },
        )
      }
      onDone={onDone}
      onCancel={onCancel}
    >
      {chosen ? (
        <>
          <NativeSelect
            data-autofocus
            label={TEXT.exceptionOf}
            value={chosen.id}
            data={exceptions.map((one) => ({
              value: one.id,
              label: `${exceptionWords(one)}, ${timeOf(one.start)}`,
            }))}
            onChange={(event) => {
              setWanted(event.currentTarget.value)
              setMinutes(null)
            }}
          />
          <TextInput
            inputMode="numeric"
            label={TEXT.excusedMinutes}
            value={shown}
            onChange={(event) => setMinutes(event.currentTarget.value)}
          />
          <NativeSelect
            label={TEXT.reason}
            value={why}
            data={[...EXCUSE_REASONS]}
            onChange={(event) => setWhy(event.currentTarget.value as ExcuseReason)}
          />
          <Textarea
            label={TEXT.details}
            description={TEXT.reasonHint}
            autosize
            minRows={2}
            maxRows={6}
            value={words}
            maxLength={WORDS_MAX}
            onChange={(event) => setWords(event.currentTarget.value)}
          />
        </>
      ) : null}
    </PanelForm>
  )
}
