import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { sendRemoteCommand } from '#shared/contract/session-support.ts'
import {
  commandOf,
  onCallWords,
  REMOTE_COMMAND_LABELS,
  type RemoteOrder,
} from '#shared/domain/remote-command-words.ts'
import { maySendCommand, REMOTE_COMMAND_REASON_MAX, WAITS_FOR_CALL } from '#shared/domain/remote-commands.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { Problem } from '../../ui/Problem.tsx'
import styles from './LivePanel.module.css'
import { PANEL_TEXT as TEXT } from './text.ts'

interface CommandFormProps {
  readonly id: number
  readonly name: string
  /** The call that they are on. */
  readonly call: { readonly project: string; readonly since: string } | null
  readonly onDone: (said: string) => void
  readonly onCancel: () => void
}

/** Sends a remote command to somebody's windows, each to whom may (spec 4 §4.4.1). */
export function CommandForm({ id, name, call, onDone, onCancel }: CommandFormProps) {
  const { api, prompts } = useServices()
  const permissions = useSession((session) => session.permissions)
  const orders = (Object.keys(REMOTE_COMMAND_LABELS) as RemoteOrder[]).filter((order) =>
    maySendCommand(permissions, commandOf(order)),
  )
  const [order, setOrder] = useState<RemoteOrder>(orders[0] ?? 'REFRESH_UI')
  const [reason, setReason] = useState('')
  const [isAfter, setAfter] = useState(true)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const command = commandOf(order)
    const cuts = call !== null && (WAITS_FOR_CALL.has(command.command) || order === 'REFRESH_UI')
    const isCut = cuts && !isAfter && order !== 'REFRESH_UI'
    // What cuts a call off is asked about a second time, by that call.
    if (isCut && !(await prompts.ask(TEXT.cut(onCallWords(name, call.project, call.since), order)))) return
    setBusy(true)
    setProblem(null)
    try {
      const request = {
        ...{ userID: id, remoteCommand: command, reason: reason.trim() },
        ...(cuts && { afterCall: !isCut }),
        ...(isCut && { confirmedCall: call.since }),
      }
      await api.call(sendRemoteCommand, request, { quiet: true })
      onDone(TEXT.sent(REMOTE_COMMAND_LABELS[order], name))
    } catch (error) {
      setProblem(refusalOf(error))
      setBusy(false)
    }
  }
  return (
    <form className={styles.form} aria-label={TEXT.command} onSubmit={(event) => void submit(event)}>
      <NativeSelect
        label={TEXT.command}
        value={order}
        data={orders.map((value) => ({ value, label: REMOTE_COMMAND_LABELS[value] }))}
        onChange={(event) => setOrder(event.currentTarget.value as RemoteOrder)}
      />
      <TextInput
        label={TEXT.reason}
        value={reason}
        maxLength={REMOTE_COMMAND_REASON_MAX}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {call !== null && (WAITS_FOR_CALL.has(commandOf(order).command) || order === 'REFRESH_UI') ? (
        <>
          <p role="status">{onCallWords(name, call.project, call.since)}</p>
          <Checkbox
            label={TEXT.afterCall}
            checked={isAfter || order === 'REFRESH_UI'}
            disabled={order === 'REFRESH_UI'}
            onChange={() => setAfter(!isAfter)}
          />
        </>
      ) : null}
      <Problem>{problem}</Problem>
      <div className={styles.actions}>
        <Button size="xs" variant="default" onClick={onCancel}>
          {TEXT.cancel}
        </Button>
        <Button size="xs" type="submit" loading={isBusy} disabled={reason.trim() === ''}>
          {TEXT.send}
        </Button>
      </div>
    </form>
  )
}
