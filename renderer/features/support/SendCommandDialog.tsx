import './mantine-styles.ts'
import { Button, Modal, NativeSelect, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { sendRemoteCommand } from '#shared/contract/session-support.ts'
import { listRemoteCommands } from '#shared/contract/support.ts'
import { commandOf, REMOTE_COMMAND_LABELS, type RemoteOrder } from '#shared/domain/remote-command-words.ts'
import {
  REMOTE_COMMAND_REASON_MAX,
  REMOTE_COMMAND_REASON_MIN,
  REMOTE_COMMAND_STATES,
  type RemoteCommandState,
} from '#shared/domain/remote-commands.ts'
import { useServices } from '../../services/context.tsx'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { FormActions } from '../../ui/form/FormActions.tsx'
import { TypedNumber, typedFault } from '../sure/index.ts'
import styles from './Support.module.css'
import { TEXT } from './text.ts'

const AGAIN_MS = 1000
const NEWEST = 500

/** A person, with the number of the command to them, or why none was sent. */
interface Sent {
  readonly name: string
  readonly commandID: number | null
  readonly refusal: string
}

interface DialogProps {
  readonly people: readonly { readonly id: number; readonly name: string }[]
  readonly onClose: () => void
}

/** Sends a remote command to people, then shows whether it arrived at each (spec 5 §5.11). */
export function SendCommandDialog({ people, onClose }: DialogProps) {
  const { api } = useServices()
  const [order, setOrder] = useState<RemoteOrder>('REFRESH_UI')
  const [reason, setReason] = useState('')
  const [typed, setTyped] = useState('')
  const [sent, setSent] = useState<readonly Sent[] | null>(null)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    let all: readonly Sent[] = []
    setSent(all)
    for (const { id, name } of people) {
      try {
        const request = { userID: id, remoteCommand: commandOf(order), reason }
        const { commandID } = await api.call(sendRemoteCommand, request, { quiet: true })
        all = [...all, { name, commandID, refusal: '' }]
      } catch (error) {
        all = [...all, { name, commandID: null, refusal: refusalOf(error) }]
      }
      setSent(all)
    }
  }
  return (
    <Modal opened onClose={onClose} title={TEXT.sendTo(people.length)} centered size={480}>
      {sent ? (
        <div className={styles.form}>
          <Arrivals sent={sent} waiting={people.slice(sent.length).map(({ name }) => name)} />
          <FormActions>
            <Button variant="default" onClick={() => setSent(null)} disabled={sent.length < people.length}>
              {TEXT.sendAgain}
            </Button>
            <Button onClick={onClose}>{TEXT.close}</Button>
          </FormActions>
        </div>
      ) : (
        <form className={styles.form} onSubmit={(event) => void send(event)}>
          <NativeSelect
            data-autofocus
            label={TEXT.command}
            value={order}
            data={Object.entries(REMOTE_COMMAND_LABELS).map(([value, label]) => ({ value, label }))}
            onChange={(event) => setOrder(event.currentTarget.value as RemoteOrder)}
          />
          <Textarea
            label={TEXT.reason}
            description={TEXT.reasonHint}
            required
            autosize
            minRows={1}
            maxRows={6}
            maxLength={REMOTE_COMMAND_REASON_MAX}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <p>{TEXT.confirm(REMOTE_COMMAND_LABELS[order], people.length)}</p>
          <TypedNumber count={people.length} value={typed} onChange={setTyped} />
          <FormActions>
            <Button variant="default" onClick={onClose}>
              {TEXT.cancel}
            </Button>
            <Button
              type="submit"
              disabled={
                reason.trim().length < REMOTE_COMMAND_REASON_MIN || typedFault(people.length, typed) !== null
              }
            >
              {TEXT.send}
            </Button>
          </FormActions>
        </form>
      )}
    </Modal>
  )
}

/** What became of each, as long as something may still come. */
function Arrivals({ sent, waiting }: { sent: readonly Sent[]; waiting: readonly string[] }) {
  const { api } = useServices()
  const { data } = useQuery({
    queryKey: ['remote-command-arrivals', sent.length],
    queryFn: ({ signal }) => api.call(listRemoteCommands, { pageSize: NEWEST }, { quiet: true, signal }),
    refetchInterval: AGAIN_MS,
  })
  const known = new Map(data?.rows.map((row) => [row.id, row]))
  return (
    <ul className={styles.arrivals} aria-label={TEXT.arrival} aria-live="polite">
      {sent.map(({ name, commandID, refusal }) => {
        const command = commandID === null ? undefined : known.get(commandID)
        const state: RemoteCommandState | 'REFUSED' =
          commandID === null ? 'REFUSED' : (command?.state ?? 'SENT')
        const why = refusal || command?.answer
        return (
          <li key={name}>
            {name}
            <span className={styles.mark} data-state={state}>
              {state === 'REFUSED' ? TEXT.notSent : REMOTE_COMMAND_STATES[state]}
            </span>
            {why ? <small>{why}</small> : null}
          </li>
        )
      })}
      {waiting.map((name) => (
        <li key={name}>
          {name}
          <span className={styles.mark}>{TEXT.waiting}</span>
        </li>
      ))}
    </ul>
  )
}
