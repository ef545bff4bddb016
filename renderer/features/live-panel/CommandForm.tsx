import { Button, NativeSelect, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { sendRemoteCommand } from '#shared/contract/session-support.ts'
import { commandOf, REMOTE_COMMAND_LABELS, type RemoteOrder } from '#shared/domain/remote-command-words.ts'
import { maySendCommand, REMOTE_COMMAND_REASON_MAX } from '#shared/domain/remote-commands.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { Problem } from '../../ui/Problem.tsx'
import styles from './LivePanel.module.css'
import { PANEL_TEXT as TEXT } from './text.ts'

interface CommandFormProps {
  readonly id: number
  readonly name: string
  readonly onDone: (said: string) => void
  readonly onCancel: () => void
}

/** Sends a remote command to somebody's windows, each to whom may (spec 4 §4.4.1). */
export function CommandForm({ id, name, onDone, onCancel }: CommandFormProps) {
  const { api } = useServices()
  const permissions = useSession((session) => session.permissions)
  const orders = (Object.keys(REMOTE_COMMAND_LABELS) as RemoteOrder[]).filter((order) =>
    maySendCommand(permissions, commandOf(order)),
  )
  const [order, setOrder] = useState<RemoteOrder>(orders[0] ?? 'REFRESH_UI')
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setProblem(null)
    try {
      const request = { userID: id, remoteCommand: commandOf(order), reason: reason.trim() }
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
