import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import {
  checkRightToWork,
  getPending,
  listPending,
  withdrawPending,
} from '#shared/contract/pending-recruitment.ts'
import { RIGHT_TO_WORK } from '#shared/domain/applicants.ts'
import { pendingRecord } from '#shared/records/admin/pending.ts'
import type { ListedRow } from '#shared/records/record.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { AskDialog } from '../ask-dialog/index.ts'
import { type RecordsKind, RecordsPage } from '../records/index.ts'
import { AddStarter } from './AddStarter.tsx'
import { CreateDialog } from './CreateDialog.tsx'
import styles from './Pending.module.css'
import { pendingIn } from './pending.ts'
import { Tasks } from './Tasks.tsx'
import { TEXT } from './text.ts'

/** Reads the list, and the record that is open, again. */
function useAgain() {
  const queries = useQueryClient()
  return () => {
    void queries.invalidateQueries({ queryKey: ['records', pendingRecord.name] })
    void queries.invalidateQueries({ queryKey: ['record', pendingRecord.name] })
  }
}

type ActionsProps = ComponentProps<NonNullable<RecordsKind['Actions']>>

function Actions({ record, onGone }: ActionsProps) {
  const { api, notices } = useServices()
  const mayEdit = useSession(({ permissions }) => permissions.can('ADMIN_CAN_EDIT_USERS'))
  const again = useAgain()
  const [asked, setAsked] = useState<'create' | 'check' | 'withdraw' | null>(null)
  const [note, setNote] = useState('')
  const [check, setCheck] = useState({ document: '', expires: '', rightToWork: 'CHECKED' })
  const pending = pendingIn(record)
  const close = () => setAsked(null)
  const isApplicant = pending.applicantID !== null
  return (
    <div className={styles.buttons}>
      {isApplicant ? (
        <>
          <Button size="xs" variant="default" onClick={() => setAsked('check')}>
            {TEXT.rightToWork}
          </Button>
          {mayEdit ? (
            <Button size="xs" disabled={pending.rightToWork !== 'CHECKED'} onClick={() => setAsked('create')}>
              {TEXT.create}
            </Button>
          ) : null}
        </>
      ) : null}
      {isApplicant || mayEdit ? (
        <Button size="xs" variant="default" onClick={() => setAsked('withdraw')}>
          {TEXT.withdraw}
        </Button>
      ) : null}
      {asked === 'create' ? <CreateDialog record={pending} onClose={close} onCreated={onGone} /> : null}
      {asked === 'check' ? (
        <AskDialog
          cancel={TEXT.cancel}
          title={TEXT.checkTitle(pending.displayName)}
          text={TEXT.checkText}
          action={TEXT.save}
          isReady={check.document.trim() !== ''}
          onClose={close}
          run={async () => {
            const { document, expires, rightToWork } = check
            await api.call(
              checkRightToWork,
              {
                ...{ id: pending.id, document, expires: expires === '' ? null : expires },
                rightToWork: rightToWork as 'CHECKED' | 'REFUSED',
              },
              { quiet: true },
            )
            notices.show('success', TEXT.checked)
            again()
          }}
        >
          <NativeSelect
            label={TEXT.outcome}
            value={check.rightToWork}
            data={Object.entries(TEXT.outcomes).map(([value, label]) => ({ value, label }))}
            onChange={(event) => setCheck({ ...check, rightToWork: event.currentTarget.value })}
          />
          <TextInput
            required
            data-autofocus
            label={TEXT.document}
            placeholder={TEXT.documentHint}
            maxLength={100}
            value={check.document}
            onChange={(event) => setCheck({ ...check, document: event.currentTarget.value })}
          />
          <TextInput
            type="date"
            label={TEXT.expires}
            value={check.expires}
            onChange={(event) => setCheck({ ...check, expires: event.currentTarget.value })}
          />
        </AskDialog>
      ) : null}
      {asked === 'withdraw' ? (
        <AskDialog
          cancel={TEXT.cancel}
          title={TEXT.withdrawTitle(pending.displayName)}
          text={TEXT.withdrawText}
          action={TEXT.withdraw}
          onClose={close}
          run={async () => {
            await api.call(withdrawPending, { id: pending.id, note }, { quiet: true })
            notices.show('success', TEXT.withdrawn(pending.displayName))
            onGone()
          }}
        >
          <Textarea
            data-autofocus
            autosize
            minRows={2}
            label={TEXT.note}
            maxLength={500}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
        </AskDialog>
      ) : null}
    </div>
  )
}

function About({ record }: { readonly record: ListedRow }) {
  const again = useAgain()
  const pending = pendingIn(record)
  if (pending.personID !== null)
    return (
      <section className={styles.part}>
        <h3>{TEXT.tasks}</h3>
        <Tasks userID={pending.personID} tasks={pending.tasks} onChanged={again} />
      </section>
    )
  const { suggested, rightToWork } = pending
  const { facts } = TEXT
  const known = [
    [TEXT.rightToWork, rightToWork === null ? null : RIGHT_TO_WORK[rightToWork]],
    [facts.startDate, pending.startDate],
    [facts.area, pending.areaName],
    [facts.contractType, pending.contractTypeName],
    [facts.agency, pending.agencyName],
    [facts.email, suggested?.email],
    [facts.mobile, suggested?.mobile],
    [facts.languages, suggested?.languages?.join(', ')],
    [facts.notes, pending.notes],
  ] as const
  return (
    <section className={styles.part}>
      {rightToWork === 'CHECKED' ? null : <p className={styles.quiet}>{TEXT.notChecked}</p>}
      <dl className={styles.facts}>
        {known
          .filter(([, value]) => value)
          .map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </section>
  )
}

/** Admin › Pending recruitment (spec 5 §3.1). */
const PENDING: RecordsKind = {
  record: pendingRecord,
  title: TEXT.title,
  fields: {},
  nameOf: ({ displayName }) => String(displayName),
  list: (api, request) => api.call(listPending, request, { quiet: true }),
  read: (api, id) => api.call(getPending, { id }, { quiet: true }),
  bulk: [],
  Tools: AddStarter,
  Actions,
  About,
}

/** Recruitment › Users, Onboarding: the same without who is added and hired there (spec 6 §3.4). */
const { Tools: _tools, Actions: _actions, ...TASKS } = PENDING
const ONBOARDING: RecordsKind = { ...TASKS, title: TEXT.onboarding }

export function OnboardingTab() {
  return <RecordsPage kind={ONBOARDING} />
}

export function PendingScreen() {
  return <RecordsPage kind={PENDING} />
}
