import { Button, Modal, NativeSelect, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { saveWindow, type WindowChoices, type WindowDetail } from '#shared/contract/booking-windows.ts'
import { APPROVAL_WORDS, APPROVALS } from '#shared/domain/booking-windows.ts'
import { londonDayAfter, londonField, momentOfField } from '#shared/domain/london-time.ts'
import type { ListedRow } from '#shared/records/record.ts'
import { useServices } from '../../services/context.tsx'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { FormActions } from '../../ui/form/FormActions.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { AddSlots, byStart, type FormSlot, SlotList } from './AddSlots.tsx'
import styles from './BookingWindows.module.css'
import { ChoiceGroup } from './ChoiceGroup.tsx'
import { PlaceFields } from './PlaceFields.tsx'
import { TEXT } from './text.ts'

interface WindowFormProps {
  readonly choices: WindowChoices
  /** Null for a new one. */
  readonly window: { readonly id: number; readonly version: number; readonly detail: WindowDetail } | null
  readonly onClose: () => void
  readonly onSaved: (row: ListedRow) => void
}

const fieldOf = (time: string) => londonField(Date.parse(time)).slice(0, 16)
const isoOf = (field: string) => new Date(momentOfField(field)).toISOString()

function freshValues(now: number) {
  const day = (days: number) => londonField(londonDayAfter(now, days)).slice(0, 10)
  return {
    ...{ name: '', from: day(7), to: day(20), opensAt: `${day(1)}T09:00`, closesAt: `${day(5)}T18:00` },
    ...{ approval: 'AUTO' as const, location: 'OFFICE' as const, projectID: null as number | null },
    ...{ minimumHours: '', maximumHours: '' },
    ...{ areaIDs: [] as number[], contractTypeIDs: [] as number[], skillIDs: [] as number[] },
  }
}

type Values = Omit<ReturnType<typeof freshValues>, 'approval' | 'location'> & {
  readonly approval: WindowDetail['approval']
  readonly location: WindowDetail['location']
}

function valuesOf(detail: WindowDetail): Values {
  const { name, from, to, approval, location, projectID, minimumHours, maximumHours } = detail
  return {
    ...{ name, from, to, approval, location, projectID },
    ...{ opensAt: fieldOf(detail.opensAt), closesAt: fieldOf(detail.closesAt) },
    minimumHours: minimumHours === 0 ? '' : String(minimumHours),
    maximumHours: maximumHours === null ? '' : String(maximumHours),
    areaIDs: detail.areaIDs,
    contractTypeIDs: detail.contractTypeIDs,
    skillIDs: detail.skillIDs,
  }
}

/** Makes a booking window, or changes one: who may book which hours, when (spec 4 §4.5.4). */
export function WindowForm({ choices, window, onClose, onSaved }: WindowFormProps) {
  const { api, notices, now, prompts } = useServices()
  const [values, setValues] = useState<Values>(() =>
    window === null ? freshValues(now()) : valuesOf(window.detail),
  )
  const [slots, setSlots] = useState<readonly FormSlot[]>(() =>
    window === null
      ? []
      : window.detail.slots.map(({ start, end, breakMinutes, capacity, taken }) => ({
          ...{ start, end, breakMinutes, capacity, taken },
        })),
  )
  const [isTouched, setTouched] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const set = (more: Partial<Values>) => {
    setTouched(true)
    setValues((before) => ({ ...before, ...more }))
  }
  const put = (next: readonly FormSlot[]) => {
    setTouched(true)
    setSlots([...next].sort(byStart))
  }
  const close = async () => {
    if (
      !isTouched ||
      (await prompts.ask({ title: TEXT.discard, text: '', yes: TEXT.discardYes, no: TEXT.keepEditing }))
    )
      onClose()
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    if (values.from === '' || values.to === '') return setProblem(TEXT.noDays)
    if (values.opensAt === '' || values.closesAt === '') return setProblem(TEXT.noWhen)
    if (slots.length === 0) return setProblem(TEXT.noSlots)
    setBusy(true)
    setProblem(null)
    try {
      const row = await api.call(
        saveWindow,
        {
          ...(window === null ? {} : { id: window.id, version: window.version }),
          ...values,
          ...{ opensAt: isoOf(values.opensAt), closesAt: isoOf(values.closesAt) },
          minimumHours: Number(values.minimumHours),
          maximumHours: values.maximumHours === '' ? null : Number(values.maximumHours),
          slots: slots.map(({ taken: _, ...slot }) => slot),
        },
        { quiet: true },
      )
      notices.show('success', TEXT.saved(row.name))
      onSaved(row)
    } catch (error) {
      setProblem(refusalOf(error))
      setBusy(false)
    }
  }
  const { fields } = TEXT
  const text = (key: 'name' | 'from' | 'to' | 'opensAt' | 'closesAt', type: string, more: object = {}) => (
    <TextInput
      type={type}
      label={fields[key]}
      value={values[key]}
      required
      onChange={({ currentTarget }) => set({ [key]: currentTarget.value })}
      {...more}
    />
  )
  return (
    <Modal
      opened
      onClose={() => void close()}
      title={window === null ? TEXT.new : TEXT.editTitle(window.detail.name)}
      size={860}
      closeOnClickOutside={false}
    >
      <form className={styles.form} onSubmit={(event) => void save(event)} noValidate>
        {text('name', 'text', { maxLength: 100, 'data-autofocus': true })}
        <div className={styles.fields}>
          {text('from', 'date')}
          {text('to', 'date')}
          {text('opensAt', 'datetime-local')}
          {text('closesAt', 'datetime-local')}
          <NativeSelect
            label={fields.approval}
            value={values.approval}
            data={APPROVALS.map((value) => ({ value, label: APPROVAL_WORDS[value] }))}
            onChange={({ currentTarget }) =>
              set({ approval: currentTarget.value === 'MANUAL' ? 'MANUAL' : 'AUTO' })
            }
          />
          <PlaceFields {...{ values, labels: fields, projects: choices.projects, set }} />
          <TextInput
            type="number"
            min={0}
            max={400}
            step={0.25}
            label={fields.minimumHours}
            value={values.minimumHours}
            onChange={({ currentTarget }) => set({ minimumHours: currentTarget.value })}
          />
          <TextInput
            type="number"
            min={0}
            max={400}
            step={0.25}
            label={fields.maximumHours}
            placeholder={TEXT.fields.maximumHint}
            value={values.maximumHours}
            onChange={({ currentTarget }) => set({ maximumHours: currentTarget.value })}
          />
        </div>
        <h3>{TEXT.who}</h3>
        <p>{TEXT.whoHint}</p>
        <div className={styles.who}>
          <ChoiceGroup
            label={fields.areas}
            all={choices.areas}
            chosen={values.areaIDs}
            onChange={(areaIDs) => set({ areaIDs })}
          />
          <ChoiceGroup
            label={fields.contractTypes}
            all={choices.contractTypes}
            chosen={values.contractTypeIDs}
            onChange={(contractTypeIDs) => set({ contractTypeIDs })}
          />
          <ChoiceGroup
            label={fields.skills}
            all={choices.skills}
            chosen={values.skillIDs}
            onChange={(skillIDs) => set({ skillIDs })}
          />
        </div>
        <AddSlots {...{ from: values.from, to: values.to, projectID: values.projectID, slots }} onAdd={put} />
        <SlotList slots={slots} onChange={put} />
        <Problem>{problem}</Problem>
        <FormActions>
          <Button variant="default" onClick={() => void close()}>
            {TEXT.cancel}
          </Button>
          <Button type="submit" loading={isBusy}>
            {TEXT.save}
          </Button>
        </FormActions>
      </form>
    </Modal>
  )
}
