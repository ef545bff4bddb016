import { Button, Modal, NativeSelect, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { type SavedReport, scheduleReport } from '#shared/contract/reports.ts'
import {
  REPORT_FORMATS,
  REPORT_RHYTHMS,
  type ReportFormat,
  type ReportRhythm,
} from '#shared/domain/reports.ts'
import { useServices } from '../../services/context.tsx'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { FormActions } from '../../ui/form/FormActions.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { type Recipient, Recipients } from '../report-recipients/index.ts'
import { useReload } from './queries.ts'
import styles from './Reports.module.css'
import { TEXT } from './text.ts'
import { momentOf } from './values.ts'

interface ScheduleDialogProps {
  /** Null while nobody plans anything. */
  readonly report: SavedReport | null
  readonly onClose: () => void
}

const RHYTHMS = Object.entries(REPORT_RHYTHMS) as [ReportRhythm, string][]

/** When a report runs by itself, and who is told. */
export function ScheduleDialog({ report, onClose }: ScheduleDialogProps) {
  return (
    <Modal
      opened={report !== null}
      onClose={onClose}
      title={report ? TEXT.scheduleOf(report.name) : ''}
      size={480}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': TEXT.close }}
    >
      {report ? <ScheduleForm report={report} onClose={onClose} /> : null}
    </Modal>
  )
}

function ScheduleForm({ report, onClose }: { readonly report: SavedReport; readonly onClose: () => void }) {
  const { api, notices } = useServices()
  const reload = useReload()
  const before = report.schedule
  const [every, setEvery] = useState<ReportRhythm>(before?.every ?? 'WEEK')
  const [day, setDay] = useState(before?.day ?? 1)
  const [at, setAt] = useState(before?.at ?? '08:00')
  const [format, setFormat] = useState<ReportFormat>(before?.format ?? 'Excel')
  const [people, setPeople] = useState<readonly Recipient[]>(before?.recipients ?? [])
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const send = async (isOn: boolean) => {
    setBusy(true)
    setProblem(null)
    const recipients = people.map(({ userID }) => userID)
    try {
      await api.call(
        scheduleReport,
        {
          ...{ id: report.id, version: report.version },
          schedule: isOn ? { every, day: every === 'DAY' ? 0 : day, at, format, recipients } : null,
        },
        { quiet: true },
      )
      await reload()
      notices.show('success', isOn ? TEXT.scheduleSaved : TEXT.scheduleEnded)
      onClose()
    } catch (error) {
      setProblem(refusalOf(error))
      setBusy(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isBusy && at !== '') void send(true)
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <p className={styles.hint}>{TEXT.scheduleLead}</p>
      {before?.paused ? (
        <p className={styles.warned} role="status">
          {TEXT.pausedBecause(before.paused)}
        </p>
      ) : before ? (
        <p className={styles.hint}>{TEXT.nextRun(momentOf(before.nextAt))}</p>
      ) : null}
      <div className={styles.when}>
        <NativeSelect
          data-autofocus
          label={TEXT.every}
          value={every}
          data={RHYTHMS.map(([value, label]) => ({ value, label }))}
          onChange={(event) => {
            const next = RHYTHMS.find(([value]) => value === event.currentTarget.value)?.[0] ?? 'DAY'
            setEvery(next)
            setDay(1)
          }}
        />
        {every === 'WEEK' ? (
          <NativeSelect
            label={TEXT.day}
            value={String(day)}
            data={[1, 2, 3, 4, 5, 6, 0].map((one) => ({
              value: String(one),
              label: TEXT.weekdays[one] ?? '',
            }))}
            onChange={(event) => setDay(Number(event.currentTarget.value))}
          />
        ) : null}
        {every === 'MONTH' ? (
          <NativeSelect
            label={TEXT.dayOfMonth}
            description={day > 28 ? TEXT.dayHint : undefined}
            value={String(day)}
            data={Array.from({ length: 31 }, (_, place) => String(place + 1))}
            onChange={(event) => setDay(Number(event.currentTarget.value))}
          />
        ) : null}
        <TextInput
          type="time"
          label={TEXT.at}
          value={at}
          onChange={(event) => setAt(event.currentTarget.value)}
        />
        <NativeSelect
          label={TEXT.format}
          value={format}
          data={[...REPORT_FORMATS]}
          onChange={(event) =>
            setFormat(REPORT_FORMATS.find((one) => one === event.currentTarget.value) ?? 'Excel')
          }
        />
      </div>
      <fieldset className={styles.row}>
        <legend>{TEXT.recipients}</legend>
        <Recipients
          people={people}
          onChange={setPeople}
          addLabel={TEXT.addRecipient}
          removeLabel={TEXT.remove}
          className={styles.people}
        />
        <p className={styles.hint}>{TEXT.recipientHint}</p>
      </fieldset>
      <Problem>{problem}</Problem>
      <FormActions isFirstApart={before !== null}>
        {before ? (
          <Button variant="subtle" color="red" disabled={isBusy} onClick={() => void send(false)}>
            {TEXT.endSchedule}
          </Button>
        ) : null}
        <Button variant="default" onClick={onClose}>
          {TEXT.cancel}
        </Button>
        <Button type="submit" loading={isBusy} disabled={at === ''}>
          {before?.paused ? TEXT.startAgain : TEXT.saveSchedule}
        </Button>
      </FormActions>
    </form>
  )
}
