import { Button, Modal, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { WindowChoices } from '#shared/contract/booking-windows.ts'
import { type CampaignDetail, previewCampaign, saveCampaign } from '#shared/contract/campaigns.ts'
import { CHOICE_WORDS, CHOICES } from '#shared/domain/campaigns.ts'
import { londonDayAfter, londonField, momentOfField } from '#shared/domain/london-time.ts'
import type { ListedRow } from '#shared/records/record.ts'
import { useServices } from '../../services/context.tsx'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { FormActions } from '../../ui/form/FormActions.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { AddSlots, byStart, type FormSlot, SlotList } from './AddSlots.tsx'
import styles from './BookingWindows.module.css'
import { ChoiceGroup } from './ChoiceGroup.tsx'
import { CAMPAIGN_TEXT as WORDS } from './campaign-text.ts'
import { PlaceFields } from './PlaceFields.tsx'
import { TEXT } from './text.ts'

interface CampaignFormProps {
  readonly choices: WindowChoices
  /** Null for a new one. */
  readonly campaign: { readonly id: number; readonly version: number; readonly detail: CampaignDetail } | null
  readonly onClose: () => void
  readonly onSaved: (row: ListedRow) => void
}

const fieldOf = (time: string) => londonField(Date.parse(time)).slice(0, 16)
const isoOf = (field: string) => new Date(momentOfField(field)).toISOString()
const textOf = (value: number | null) => (value === null ? '' : String(value))
const numberOf = (text: string) => (text === '' ? null : Number(text))

interface Values {
  readonly title: string
  readonly text: string
  readonly projectID: number | null
  readonly location: CampaignDetail['location']
  readonly bonusPerHour: string
  readonly rateMultiplier: string
  readonly closesAt: string
  readonly choice: CampaignDetail['choice']
  readonly areaIDs: number[]
  readonly contractTypeIDs: number[]
  readonly skillIDs: number[]
  readonly minimumQcScore: string
  readonly minimumWeeks: string
}

function valuesOf(detail: CampaignDetail | null, now: number): Values {
  if (detail === null)
    return {
      ...{ title: '', text: '', projectID: null, location: 'OFFICE', bonusPerHour: '', rateMultiplier: '' },
      closesAt: `${londonField(londonDayAfter(now, 2)).slice(0, 10)}T18:00`,
      ...{ choice: 'FIRST_COME', areaIDs: [], contractTypeIDs: [], skillIDs: [] },
      ...{ minimumQcScore: '', minimumWeeks: '' },
    }
  const { title, text, projectID, location, choice, areaIDs, contractTypeIDs, skillIDs } = detail
  return {
    ...{ title, text, projectID, location, choice, areaIDs, contractTypeIDs, skillIDs },
    ...{ bonusPerHour: textOf(detail.bonusPerHour), rateMultiplier: textOf(detail.rateMultiplier) },
    ...{ minimumQcScore: textOf(detail.minimumQcScore), minimumWeeks: textOf(detail.minimumWeeks) },
    closesAt: fieldOf(detail.closesAt),
  }
}

/** Makes a campaign, or changes one: which hours, for whom, with what on top (spec 4 §4.5.8). */
export function CampaignForm({ choices, campaign, onClose, onSaved }: CampaignFormProps) {
  const { api, notices, now, prompts } = useServices()
  const [values, setValues] = useState(() => valuesOf(campaign?.detail ?? null, now()))
  const [slots, setSlots] = useState<readonly FormSlot[]>(() =>
    (campaign?.detail.slots ?? []).map(({ start, end, breakMinutes, places, taken }) => ({
      ...{ start, end, breakMinutes, capacity: places, taken },
    })),
  )
  const day = (days: number) => londonField(londonDayAfter(now(), days)).slice(0, 10)
  const [days, setDays] = useState({ from: day(3), to: day(9) })
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
  const who = {
    ...{ areaIDs: values.areaIDs, contractTypeIDs: values.contractTypeIDs, skillIDs: values.skillIDs },
    ...{ minimumQcScore: numberOf(values.minimumQcScore), minimumWeeks: numberOf(values.minimumWeeks) },
  }
  const preview = useQuery({
    queryKey: ['campaign', 'preview', who],
    queryFn: ({ signal }) => api.call(previewCampaign, who, { quiet: true, signal }),
  })
  const close = async () => {
    const question = { title: TEXT.discard, text: '', yes: TEXT.discardYes, no: TEXT.keepEditing }
    if (!isTouched || (await prompts.ask(question))) onClose()
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    if (values.closesAt === '') return setProblem(WORDS.noWhen)
    if (values.bonusPerHour !== '' && values.rateMultiplier !== '') return setProblem(WORDS.onlyOne)
    if (slots.length === 0) return setProblem(TEXT.noSlots)
    setBusy(true)
    setProblem(null)
    try {
      const { title, text, projectID, location, choice } = values
      const row = await api.call(
        saveCampaign,
        {
          ...(campaign === null ? {} : { id: campaign.id, version: campaign.version }),
          ...{ title, text, projectID, location, choice, ...who, closesAt: isoOf(values.closesAt) },
          bonusPerHour: numberOf(values.bonusPerHour),
          rateMultiplier: numberOf(values.rateMultiplier),
          slots: slots.map(({ taken: _, capacity, ...slot }) => ({ ...slot, places: capacity })),
        },
        { quiet: true },
      )
      notices.show('success', WORDS.saved(title))
      onSaved(row)
    } catch (error) {
      setProblem(refusalOf(error))
      setBusy(false)
    }
  }
  const { fields } = WORDS
  const number = (
    key: 'bonusPerHour' | 'rateMultiplier' | 'minimumQcScore' | 'minimumWeeks',
    { max, step, min = 0 }: { max: number; step: number; min?: number },
  ) => (
    <TextInput
      type="number"
      {...{ min, max, step }}
      label={fields[key]}
      value={values[key]}
      onChange={({ currentTarget }) => set({ [key]: currentTarget.value })}
    />
  )
  return (
    <Modal
      opened
      onClose={() => void close()}
      title={campaign === null ? WORDS.new : WORDS.editTitle(campaign.detail.title)}
      size={860}
      closeOnClickOutside={false}
    >
      <form className={styles.form} onSubmit={(event) => void save(event)} noValidate>
        <TextInput
          data-autofocus
          required
          maxLength={100}
          label={fields.title}
          value={values.title}
          onChange={({ currentTarget }) => set({ title: currentTarget.value })}
        />
        <Textarea
          label={fields.text}
          autosize
          minRows={2}
          maxLength={2000}
          value={values.text}
          onChange={({ currentTarget }) => set({ text: currentTarget.value })}
        />
        <div className={styles.fields}>
          <TextInput
            type="datetime-local"
            required
            label={fields.closesAt}
            value={values.closesAt}
            onChange={({ currentTarget }) => set({ closesAt: currentTarget.value })}
          />
          <NativeSelect
            label={fields.choice}
            value={values.choice}
            data={CHOICES.map((value) => ({ value, label: CHOICE_WORDS[value] }))}
            onChange={({ currentTarget }) =>
              set({ choice: CHOICES.find((one) => one === currentTarget.value) ?? 'FIRST_COME' })
            }
          />
          <PlaceFields {...{ values, labels: fields, projects: choices.projects, set }} />
          {number('bonusPerHour', { max: 100, step: 0.25 })}
          {number('rateMultiplier', { max: 5, step: 0.25, min: 1 })}
        </div>
        <h3>{WORDS.who}</h3>
        <p>{WORDS.whoHint}</p>
        <div className={styles.who}>
          <ChoiceGroup
            label={TEXT.fields.areas}
            all={choices.areas}
            chosen={values.areaIDs}
            onChange={(areaIDs) => set({ areaIDs })}
          />
          <ChoiceGroup
            label={TEXT.fields.contractTypes}
            all={choices.contractTypes}
            chosen={values.contractTypeIDs}
            onChange={(contractTypeIDs) => set({ contractTypeIDs })}
          />
          <ChoiceGroup
            label={TEXT.fields.skills}
            all={choices.skills}
            chosen={values.skillIDs}
            onChange={(skillIDs) => set({ skillIDs })}
          />
        </div>
        <div className={styles.fields}>
          {number('minimumQcScore', { max: 100, step: 1 })}
          {number('minimumWeeks', { max: 520, step: 1 })}
        </div>
        <p role="status">
          <b>{preview.data ? WORDS.preview(preview.data.people) : WORDS.previewing}</b>
        </p>
        <div className={styles.fields}>
          {(['from', 'to'] as const).map((key) => (
            <TextInput
              key={key}
              type="date"
              label={fields[key]}
              value={days[key]}
              onChange={({ currentTarget: { value } }) => setDays((before) => ({ ...before, [key]: value }))}
            />
          ))}
        </div>
        <AddSlots {...days} projectID={values.projectID} slots={slots} onAdd={put} />
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
