import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type PipRecord, proposePip, reviewPip } from '#shared/contract/pips.ts'
import { MEASURES } from '#shared/domain/kpi.ts'
import { londonField, momentOfField } from '#shared/domain/london-time.ts'
import {
  isPipRunning,
  PIP_MARKS,
  PIP_OUTCOMES,
  PIP_TEXT_MAX,
  type PipMark,
  type PipOutcome,
} from '#shared/domain/pips.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { FormDialog } from '../ask-dialog/index.ts'
import { MeasureRows } from '../plan-measures/index.ts'
import { Card, Cards } from './Cards.tsx'
import styles from './SupervisorHr.module.css'
import { TEXT } from './text.ts'
import { type Hr, useAgain } from './use-hr.ts'
import { dayText, line, whenText } from './words.ts'

const MIN = 3

/** Improvement plans that the viewer owns. */
export function Plans({ query }: { readonly query: Hr['plans'] }) {
  return (
    <Cards
      label={TEXT.tabs.plans}
      query={query}
      rows={({ plans }) =>
        plans.toSorted((a, b) => Number(isPipRunning(b.state)) - Number(isPipRunning(a.state)))
      }
    >
      {(plan) => <Plan key={plan.id} plan={plan} />}
    </Cards>
  )
}

function Plan({ plan }: { readonly plan: PipRecord }) {
  const again = useAgain()
  const [open, setOpen] = useState<'review' | 'propose' | null>(null)
  const { name, state, start, end, daysLeft, reason, measures, meetings, proposal, proposalReason } = plan
  const isRunning = isPipRunning(state)
  const Opened = open === 'review' ? Review : Propose
  return (
    <Card
      name={name}
      chip={TEXT.state[state]}
      about={line(`${dayText(start)} – ${dayText(end)}`, isRunning && TEXT.daysLeft(daysLeft))}
      buttons={
        isRunning ? (
          <>
            <Button size="compact-sm" variant="default" onClick={() => setOpen('review')}>
              {TEXT.review}
            </Button>
            <Button size="compact-sm" variant="default" onClick={() => setOpen('propose')}>
              {TEXT.propose}
            </Button>
          </>
        ) : null
      }
    >
      <p>{reason}</p>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{TEXT.measure}</th>
            <th scope="col">{TEXT.from}</th>
            <th scope="col">{TEXT.target}</th>
            <th scope="col">{TEXT.now}</th>
          </tr>
        </thead>
        <tbody>
          <MeasureRows measures={measures} />
        </tbody>
      </table>
      {proposal !== null && isRunning ? (
        <p className={styles.quiet}>{TEXT.proposed(TEXT.state[proposal], proposalReason)}</p>
      ) : null}
      {meetings.length === 0 ? null : (
        <ul className={styles.meetings} aria-label={TEXT.meetings}>
          {meetings.map((meeting) => (
            <li key={meeting.id}>
              <p>{meeting.notes}</p>
              <p className={styles.quiet}>
                {line(
                  whenText(meeting.at),
                  ...meeting.results.map(
                    ({ measure, mark }) => `${MEASURES[measure].label}: ${TEXT.marks[mark].toLowerCase()}`,
                  ),
                  meeting.comment === '' ? null : TEXT.comment(meeting.comment),
                )}
              </p>
            </li>
          ))}
        </ul>
      )}
      {open === null ? null : (
        <Opened
          plan={plan}
          onClose={() => setOpen(null)}
          onDone={() => {
            setOpen(null)
            void again()
          }}
        />
      )}
    </Card>
  )
}

interface DialogProps {
  readonly plan: PipRecord
  readonly onClose: () => void
  readonly onDone: () => void
}

function Review({ plan: { id, version, name, measures }, onClose, onDone }: DialogProps) {
  const { api, notices, now } = useServices()
  const [at, setAt] = useState(() => londonField(now()).slice(0, 16))
  const [notes, setNotes] = useState('')
  const [companion, setCompanion] = useState('')
  const [marks, setMarks] = useState<Readonly<Record<string, PipMark | ''>>>({})
  const moment = momentOfField(at)
  return (
    <FormDialog
      title={TEXT.reviewTitle(name)}
      lead={TEXT.reviewLead(name)}
      cancel={TEXT.cancel}
      send={TEXT.save}
      reasonOf={reasonOf}
      fault={Number.isNaN(moment) ? TEXT.noTime : notes.trim().length < MIN ? TEXT.tooShort : null}
      size={560}
      isTyped={notes !== ''}
      onClose={onClose}
      onSend={async () => {
        const results = measures.flatMap(({ measure }) => {
          const mark = marks[measure]
          return mark ? { measure, mark } : []
        })
        const meeting = { id, version, at: new Date(moment).toISOString(), notes, companion, results }
        await api.call(reviewPip, meeting, { quiet: true })
        notices.show('success', TEXT.reviewed)
        onDone()
      }}
    >
      <div className={styles.fields}>
        <TextInput
          type="datetime-local"
          label={TEXT.when}
          value={at}
          onChange={({ currentTarget }) => setAt(currentTarget.value)}
        />
        <TextInput
          label={TEXT.companion}
          value={companion}
          maxLength={PIP_TEXT_MAX}
          onChange={({ currentTarget }) => setCompanion(currentTarget.value)}
        />
        {measures.map(({ measure }) => (
          <NativeSelect
            key={measure}
            label={MEASURES[measure].label}
            value={marks[measure] ?? ''}
            data={[
              { value: '', label: TEXT.noMark },
              ...PIP_MARKS.map((value) => ({ value, label: TEXT.marks[value] })),
            ]}
            onChange={({ currentTarget: { value } }) =>
              setMarks({ ...marks, [measure]: value as PipMark | '' })
            }
          />
        ))}
      </div>
      <Textarea
        label={TEXT.notes}
        data-autofocus
        autosize
        minRows={4}
        maxLength={PIP_TEXT_MAX}
        value={notes}
        onChange={({ currentTarget }) => setNotes(currentTarget.value)}
      />
    </FormDialog>
  )
}

function Propose({ plan: { id, version, name, state }, onClose, onDone }: DialogProps) {
  const { api, notices } = useServices()
  const [outcome, setOutcome] = useState<PipOutcome>('PASSED')
  const [reason, setReason] = useState('')
  return (
    <FormDialog
      title={TEXT.proposeTitle(name)}
      lead={TEXT.proposeLead}
      cancel={TEXT.cancel}
      send={TEXT.save}
      reasonOf={reasonOf}
      fault={reason.trim().length < MIN ? TEXT.tooShort : null}
      isTyped={reason !== ''}
      onClose={onClose}
      onSend={async () => {
        await api.call(proposePip, { id, version, outcome, reason }, { quiet: true })
        notices.show('success', TEXT.isProposed)
        onDone()
      }}
    >
      <NativeSelect
        label={TEXT.outcome}
        value={outcome}
        data={PIP_OUTCOMES.filter((one) => one !== 'EXTENDED' || state === 'ACTIVE').map((value) => ({
          value,
          label: TEXT.outcomes[value],
        }))}
        onChange={({ currentTarget }) => setOutcome(currentTarget.value as PipOutcome)}
      />
      <Textarea
        label={TEXT.why}
        data-autofocus
        autosize
        minRows={3}
        maxLength={PIP_TEXT_MAX}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </FormDialog>
  )
}
