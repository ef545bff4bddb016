import { Button, Modal, NativeSelect, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { type SavedPowerReport, schedulePowerReport } from '#shared/contract/power-report.ts'
import { momentText } from '#shared/domain/moment-text.ts'
import { REPORT_RHYTHMS, type ReportRhythm } from '#shared/domain/reports.ts'
import { useServices } from '../../services/context.tsx'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { FormActions } from '../../ui/form/FormActions.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { type Recipient, Recipients } from '../report-recipients/index.ts'
import styles from './PowerReport.module.css'
import { useReload } from './queries.ts'
import { TEXT } from './text.ts'

const RHYTHMS = Object.entries(REPORT_RHYTHMS) as [ReportRhythm, string][]

interface ScheduleDialogProps {
  readonly report: SavedPowerReport
  /** How often, where nothing has been chosen yet. */
  readonly first?: ReportRhythm
  readonly onClose: () => void
}

/** When a report is mailed, and to whom. */
export function ScheduleDialog({ report, first = 'WEEK', onClose }: ScheduleDialogProps) {
  return (
    <Modal
      opened
      onClose={onClose}
      title={TEXT.scheduleOf(report.name)}
      size={480}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': TEXT.close }}
    >
      <ScheduleForm report={report} first={first} onClose={onClose} />
    </Modal>
  )
}

function ScheduleForm({ report, first, onClose }: Required<ScheduleDialogProps>) {
  const { api, notices } = useServices()
  const reload = useReload()
  const before = report.schedule
  const [every, setEvery] = useState<ReportRhythm>(before?.every ?? first)
  const [day, setDay] = useState(before?.day ?? 1)
  const [at, setAt] = useState(before?.at ?? '08:00')
  const [people, setPeople] = useState<readonly Recipient[]>(before?.recipients ?? [])
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const send = async (isOn: boolean) => {
    setBusy(true)
    setProblem(null)
    const recipients = people.map(({ userID }) => userID)
    try {
      await api.call(
        schedulePowerReport,
        {
          ...{ id: report.id, version: report.version },
          schedule: isOn ? { every, day: every === 'DAY' ? 0 : day, at, recipients } : null,
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
        <p className={styles.hint} role="status">
          {TEXT.paused(before.paused)}
        </p>
      ) : before ? (
        <p className={styles.hint}>{TEXT.nextAt(momentText(before.nextAt))}</p>
      ) : null}
      <NativeSelect
        data-autofocus
        label={TEXT.every}
        value={every}
        data={RHYTHMS.map(([value, label]) => ({ value, label }))}
        onChange={({ currentTarget }) => {
          setEvery(RHYTHMS.find(([value]) => value === currentTarget.value)?.[0] ?? 'DAY')
          setDay(1)
        }}
      />
      {every === 'WEEK' ? (
        <NativeSelect
          label={TEXT.day}
          value={String(day)}
          data={[1, 2, 3, 4, 5, 6, 0].map((one) => ({ value: String(one), label: TEXT.weekdays[one] ?? '' }))}
          onChange={({ currentTarget }) => setDay(Number(currentTarget.value))}
        />
      ) : null}
      {every === 'MONTH' ? (
        <NativeSelect
          label={TEXT.dayOfMonth}
          value={String(day)}
          data={Array.from({ length: 31 }, (_, place) => String(place + 1))}
          onChange={({ currentTarget }) => setDay(Number(currentTarget.value))}
        />
      ) : null}
      <TextInput
        type="time"
        label={TEXT.at}
        value={at}
        onChange={({ currentTarget }) => setAt(currentTarget.value)}
      />
      <fieldset className={styles.part}>
        <legend>{TEXT.recipients}</legend>
        <Recipients
          people={people}
          onChange={setPeople}
          addLabel={TEXT.addRecipient}
          removeLabel={TEXT.removePerson}
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
