import { Button, Checkbox, Textarea } from '@mantine/core'
import { useState } from 'react'
import {
  type OneToOne,
  saveOneToOne,
  scheduleOneToOne,
  signOneToOne,
  TALK_NOTES_MAX,
} from '#shared/contract/one-to-ones.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { FormDialog } from '../ask-dialog/index.ts'
import { TalkFields, useTalkPlan } from '../talk-plan/index.ts'
import { Card, Cards } from './Cards.tsx'
import styles from './SupervisorHr.module.css'
import { TEXT } from './text.ts'
import { type Hr, useAgain } from './use-hr.ts'
import { dayText, line, whenText } from './words.ts'

const ORDER = ['MISSED', 'DUE', 'SCHEDULED', 'HELD', 'SIGNED', 'CANCELLED'] as const

/** What waits: those that are late first, then by how they stand. */
const sorted = (talks: readonly OneToOne[]) =>
  talks.toSorted(
    (a, b) =>
      Number(b.isLate) - Number(a.isLate) ||
      ORDER.indexOf(a.status) - ORDER.indexOf(b.status) ||
      (a.start ?? a.dueDay).localeCompare(b.start ?? b.dueDay),
  )

/** One-to-ones: planned, held, overdue. */
export function Talks({ query }: { readonly query: Hr['talks'] }) {
  return (
    <Cards label={TEXT.tabs.talks} query={query} rows={({ talks }) => sorted(talks)}>
      {(talk) => <Talk key={talk.id ?? `due ${talk.userID}`} talk={talk} />}
    </Cards>
  )
}

function Talk({ talk }: { readonly talk: OneToOne }) {
  const { api, notices, now } = useServices()
  const again = useAgain()
  const [open, setOpen] = useState<'plan' | 'write' | null>(null)
  const { id, version, name, status, start, dueDay, isLate, hostSignedAt, comment, agenda } = talk
  const hasBegun = start !== null && Date.parse(start) <= now()
  const isWritable =
    id !== null &&
    hostSignedAt === null &&
    (status === 'HELD' || (hasBegun && (status === 'SCHEDULED' || status === 'MISSED')))
  const sign = async () => {
    try {
      await api.call(signOneToOne, { id: id ?? 0, version: version ?? 0 }, { quiet: true })
      notices.show('success', TEXT.signed)
    } catch (error) {
      notices.show('error', reasonOf(error))
    }
    await again()
  }
  const done = () => {
    setOpen(null)
    void again()
  }
  return (
    <Card
      name={name}
      chip={isLate ? TEXT.late : TEXT.talk[status]}
      isBad={isLate}
      about={line(
        start === null ? TEXT.dueBy(dayText(dueDay)) : whenText(start),
        status === 'HELD' && hostSignedAt !== null && TEXT.signsNext,
      )}
      buttons={
        <>
          {status === 'DUE' || status === 'MISSED' ? (
            <Button size="compact-sm" variant="default" onClick={() => setOpen('plan')}>
              {TEXT.plan}
            </Button>
          ) : null}
          {isWritable ? (
            <Button size="compact-sm" variant="default" onClick={() => setOpen('write')}>
              {status === 'HELD' ? TEXT.writeUp : TEXT.hold}
            </Button>
          ) : null}
          {status === 'HELD' && hostSignedAt === null ? (
            <Button size="compact-sm" onClick={() => void sign()}>
              {TEXT.sign}
            </Button>
          ) : null}
        </>
      }
    >
      {agenda === '' ? null : <p>{agenda}</p>}
      {comment === '' ? null : <p className={styles.quiet}>{TEXT.comment(comment)}</p>}
      {open === 'plan' ? <PlanTalk talk={talk} onClose={() => setOpen(null)} onDone={done} /> : null}
      {open === 'write' ? <WriteTalk talk={talk} onClose={() => setOpen(null)} onDone={done} /> : null}
    </Card>
  )
}

interface DialogProps {
  readonly talk: OneToOne
  readonly onClose: () => void
  readonly onDone: () => void
}

function PlanTalk({ talk: { userID, name }, onClose, onDone }: DialogProps) {
  const { api, notices } = useServices()
  const plan = useTalkPlan()
  return (
    <FormDialog
      title={TEXT.planTitle(name)}
      lead={TEXT.planLead}
      cancel={TEXT.cancel}
      send={TEXT.planSend}
      reasonOf={reasonOf}
      fault={plan.fault}
      isTyped={plan.isTyped}
      onClose={onClose}
      onSend={async () => {
        await api.call(scheduleOneToOne, { userID, ...plan.times() }, { quiet: true })
        notices.show('success', TEXT.planned(name))
        onDone()
      }}
    >
      <TalkFields plan={plan} />
    </FormDialog>
  )
}

function WriteTalk({ talk, onClose, onDone }: DialogProps) {
  const { api, notices } = useServices()
  const { id, version, name, status } = talk
  const [sharedNotes, setShared] = useState(talk.sharedNotes)
  const [privateNotes, setPrivate] = useState(talk.privateNotes)
  const actionsBefore = talk.actions.map(({ text }) => text).join('\n')
  const [actions, setActions] = useState(actionsBefore)
  const [isHeld, setHeld] = useState(true)
  return (
    <FormDialog
      title={TEXT.planTitle(name)}
      lead={TEXT.writeLead(name)}
      cancel={TEXT.cancel}
      send={TEXT.save}
      reasonOf={reasonOf}
      fault={null}
      size={560}
      isTyped={
        sharedNotes !== talk.sharedNotes || privateNotes !== talk.privateNotes || actions !== actionsBefore
      }
      onClose={onClose}
      onSend={async () => {
        const lines = actions.split('\n').map((text) => text.trim())
        const kept = lines
          .filter((text) => text !== '')
          .map((text) => talk.actions.find((one) => one.text === text) ?? { text, due: null, doneAt: null })
        const seen = { id: id ?? 0, version: version ?? 0 }
        const written = { ...seen, sharedNotes, privateNotes, actions: kept, isHeld }
        await api.call(saveOneToOne, written, { quiet: true })
        notices.show('success', TEXT.written)
        onDone()
      }}
    >
      <Textarea
        label={TEXT.shared}
        data-autofocus
        autosize
        minRows={4}
        maxLength={TALK_NOTES_MAX}
        value={sharedNotes}
        onChange={({ currentTarget }) => setShared(currentTarget.value)}
      />
      <Textarea
        label={TEXT.own}
        autosize
        minRows={2}
        maxLength={TALK_NOTES_MAX}
        value={privateNotes}
        onChange={({ currentTarget }) => setPrivate(currentTarget.value)}
      />
      <Textarea
        label={TEXT.actions}
        autosize
        minRows={2}
        value={actions}
        onChange={({ currentTarget }) => setActions(currentTarget.value)}
      />
      {status === 'HELD' ? null : (
        <Checkbox
          label={TEXT.held}
          checked={isHeld}
          onChange={({ currentTarget }) => setHeld(currentTarget.checked)}
        />
      )}
    </FormDialog>
  )
}
