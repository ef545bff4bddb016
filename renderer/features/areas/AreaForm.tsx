import { Button, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useState } from 'react'
import { type Area, saveArea } from '#shared/contract/areas.ts'
import {
  AREA_ADDRESS_MAX,
  AREA_CODE_MAX,
  AREA_KINDS,
  AREA_NAME_MAX,
  AREA_SEATS_MAX,
  type AreaKind,
  type AreaValues,
} from '#shared/records/admin/area.ts'
import { useServices } from '../../services/context.tsx'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { FormActions } from '../../ui/form/FormActions.tsx'
import { PersonSelect } from '../../ui/PersonSelect.tsx'
import { Problem } from '../../ui/Problem.tsx'
import styles from './Areas.module.css'
import { TEXT } from './text.ts'

interface Draft extends Omit<AreaValues, 'seats' | 'managerID'> {
  readonly seats: string
  readonly manager: { readonly id: number; readonly name: string } | null
}

const EMPTY: Draft = {
  ...{ name: '', code: '', kind: 'OFFICE', address: '', seats: '', manager: null, openingHours: [] },
}

const draftOf = (area: Area | null): Draft =>
  area === null
    ? EMPTY
    : {
        ...{ name: area.name, code: area.code, kind: area.kind, address: area.address },
        seats: area.seats === null ? '' : String(area.seats),
        manager: area.managerID === null ? null : { id: area.managerID, name: area.managerName ?? '' },
        openingHours: area.openingHours,
      }

const same = (a: Draft, b: Draft) => JSON.stringify(a) === JSON.stringify(b)

interface AreaFormProps {
  /** Null for a new one. */
  readonly area: Area | null
  /** Where a new one comes. */
  readonly parent: Area | null
  readonly onSaved: (area: Area) => void
  readonly onChanged: (isChanged: boolean) => void
}

/** What an area is called and when it is open (spec 5 §4.3). */
export function AreaForm({ area, parent, onSaved, onChanged }: AreaFormProps) {
  const { api, notices } = useServices()
  const [draft, setDraft] = useState(() => draftOf(area))
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const isChanged = !same(draft, draftOf(area))
  useEffect(() => onChanged(isChanged), [isChanged, onChanged])
  const set = (values: Partial<Draft>) => setDraft((before) => ({ ...before, ...values }))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    setProblem(null)
    const { seats, manager, ...values } = draft
    try {
      const saved = await api.call(
        saveArea,
        {
          ...values,
          openingHours: [...values.openingHours],
          seats: seats.trim() === '' ? null : Number(seats),
          managerID: manager?.id ?? null,
          ...(area ? { id: area.id, version: area.version } : { parentID: parent?.id ?? null }),
        },
        { quiet: true },
      )
      notices.show('success', TEXT.saved(saved.name))
      setDraft(draftOf(saved))
      onSaved(saved)
    } catch (error) {
      setProblem(refusalOf(error))
    }
    setBusy(false)
  }
  const hoursOf = (weekday: number) => draft.openingHours.find((one) => one.weekday === weekday)
  const setHours = (weekday: number, hours: { from: string; to: string } | null) =>
    set({
      openingHours: [
        ...draft.openingHours.filter((one) => one.weekday !== weekday),
        ...(hours ? [{ weekday, ...hours }] : []),
      ].sort((a, b) => a.weekday - b.weekday),
    })
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      {area === null ? <p>{parent ? TEXT.insideOf(parent.name) : TEXT.onTop}</p> : null}
      <TextInput
        required
        data-autofocus={area === null || undefined}
        label={TEXT.name}
        maxLength={AREA_NAME_MAX}
        value={draft.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <div className={styles.pair}>
        <TextInput
          label={TEXT.code}
          maxLength={AREA_CODE_MAX}
          value={draft.code}
          onChange={(event) => set({ code: event.currentTarget.value })}
        />
        <NativeSelect
          label={TEXT.kind}
          value={draft.kind}
          data={Object.entries(AREA_KINDS).map(([value, label]) => ({ value, label }))}
          onChange={(event) => set({ kind: event.currentTarget.value as AreaKind })}
        />
      </div>
      <PersonSelect label={TEXT.manager} value={draft.manager} onChange={(manager) => set({ manager })} />
      <Textarea
        label={TEXT.address}
        autosize
        minRows={2}
        maxLength={AREA_ADDRESS_MAX}
        value={draft.address}
        onChange={(event) => set({ address: event.currentTarget.value })}
      />
      <TextInput
        type="number"
        label={TEXT.seatCount}
        description={TEXT.seatHint}
        min={0}
        max={AREA_SEATS_MAX}
        step={1}
        value={draft.seats}
        onChange={(event) => set({ seats: event.currentTarget.value })}
      />
      <fieldset className={styles.hours}>
        <legend>{TEXT.opening}</legend>
        {TEXT.weekdays.map((day, at) => {
          const hours = hoursOf(at + 1)
          return (
            <div key={day}>
              <Checkbox
                label={day}
                aria-label={TEXT.openOn(day)}
                checked={hours !== undefined}
                onChange={() => setHours(at + 1, hours ? null : { from: '09:00', to: '17:30' })}
              />
              {hours ? (
                <>
                  <input
                    type="time"
                    required
                    aria-label={TEXT.opens(day)}
                    value={hours.from}
                    onChange={(event) => setHours(at + 1, { ...hours, from: event.currentTarget.value })}
                  />
                  <span aria-hidden="true">–</span>
                  <input
                    type="time"
                    required
                    aria-label={TEXT.closes(day)}
                    value={hours.to}
                    onChange={(event) => setHours(at + 1, { ...hours, to: event.currentTarget.value })}
                  />
                </>
              ) : (
                <span className={styles.quiet}>{TEXT.isClosed}</span>
              )}
            </div>
          )
        })}
      </fieldset>
      <Problem>{problem}</Problem>
      <FormActions>
        <Button
          variant="default"
          disabled={!isChanged || isBusy}
          onClick={() => {
            setDraft(draftOf(area))
            setProblem(null)
          }}
        >
          {TEXT.discard}
        </Button>
        <Button type="submit" loading={isBusy} disabled={!isChanged}>
          {TEXT.save}
        </Button>
      </FormActions>
    </form>
  )
}
