import '@mantine/core/styles/Modal.layer.css'
import { Button, Modal, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { getPerson } from '#shared/contract/admin-users.ts'
import {
  invitePerson,
  liftSuspension,
  SUSPEND_REASON_MAX,
  suspendPerson,
} from '#shared/contract/people-keeping.ts'
import { momentOfField } from '#shared/domain/london-time.ts'
import type { ListedRow } from '#shared/records/record.ts'
import { useServices } from '../../services/context.tsx'
import type { ApiClient } from '../../services/http/api-client.ts'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { FormActions } from '../../ui/form/FormActions.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { FormModal } from '../ask-dialog/index.ts'
import styles from './People.module.css'
import { TEXT } from './text.ts'

interface DialogProps {
  readonly person: ListedRow
  readonly onClose: () => void
  readonly onDone: (person: ListedRow) => void
}

/** Does something to somebody and shows what came of it, or why not. */
function useDoing(onDone: DialogProps['onDone']) {
  const { api } = useServices()
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const run = async (work: (to: ApiClient) => Promise<ListedRow>) => {
    setBusy(true)
    setProblem(null)
    try {
      onDone(await work(api))
    } catch (error) {
      setProblem(refusalOf(error))
      setBusy(false)
    }
  }
  return { problem, isBusy, run }
}

const nameOf = ({ displayName }: ListedRow) => String(displayName)

/** Refuses somebody’s sign-in for a time. */
export function SuspendDialog({ person, onClose, onDone }: DialogProps) {
  const [reason, setReason] = useState('')
  const [until, setUntil] = useState('')
  const { problem, isBusy, run } = useDoing(onDone)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { id, version } = person
    const end = until === '' ? null : new Date(momentOfField(until)).toISOString()
    void run((api) => api.call(suspendPerson, { id, version, reason, until: end }, { quiet: true }))
  }
  return (
    <FormModal opened onClose={onClose} title={TEXT.suspendTitle(nameOf(person))} centered>
      {(leave) => (
        <form className={styles.told} onSubmit={submit}>
          <p>{TEXT.suspendLead}</p>
          <Textarea
            data-autofocus
            label={TEXT.reason}
            required
            autosize
            minRows={2}
            maxLength={SUSPEND_REASON_MAX}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <TextInput
            type="datetime-local"
            label={TEXT.until}
            description={TEXT.untilHint}
            value={until}
            onChange={(event) => setUntil(event.currentTarget.value)}
          />
          <Problem>{problem}</Problem>
          <FormActions>
            <Button variant="default" onClick={leave}>
              {TEXT.cancel}
            </Button>
            <Button type="submit" color="red" loading={isBusy} disabled={reason.trim() === ''}>
              {TEXT.suspend}
            </Button>
          </FormActions>
        </form>
      )}
    </FormModal>
  )
}

interface AskProps extends DialogProps {
  readonly title: string
  readonly lead: string
  readonly yes: string
  readonly work: (api: ApiClient) => Promise<ListedRow>
}

function Ask({ title, lead, yes, work, onClose, onDone }: AskProps) {
  const { problem, isBusy, run } = useDoing(onDone)
  return (
    <Modal opened onClose={onClose} title={title} centered>
      <div className={styles.told}>
        <p>{lead}</p>
        <Problem>{problem}</Problem>
        <FormActions>
          <Button variant="default" onClick={onClose}>
            {TEXT.cancel}
          </Button>
          <Button data-autofocus loading={isBusy} onClick={() => void run(work)}>
            {yes}
          </Button>
        </FormActions>
      </div>
    </Modal>
  )
}

/** Lets somebody in again who was suspended. */
export function LiftDialog(props: DialogProps) {
  const { id, version } = props.person
  return (
    <Ask
      {...props}
      title={TEXT.liftTitle(nameOf(props.person))}
      lead={TEXT.liftLead}
      yes={TEXT.lift}
      work={(api) => api.call(liftSuspension, { id, version }, { quiet: true })}
    />
  )
}

/** Mails somebody a new invitation. */
export function InviteDialog(props: DialogProps) {
  const { notices } = useServices()
  const { id } = props.person
  return (
    <Ask
      {...props}
      title={TEXT.inviteTitle(nameOf(props.person))}
      lead={TEXT.inviteLead(String(props.person.email ?? ''))}
      yes={TEXT.invite}
      work={async (api) => {
        await api.call(invitePerson, { id }, { quiet: true })
        notices.show('success', TEXT.invited)
        return api.call(getPerson, { id }, { quiet: true })
      }}
    />
  )
}
