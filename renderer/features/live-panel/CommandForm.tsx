import { Checkbox, NativeSelect, Textarea } from '@mantine/core'
import { useState } from 'react'
import { sendRemoteCommand } from '#shared/contract/session-support.ts'
import { TYPED_FROM } from '#shared/domain/records.ts'
import {
  commandOf,
  onCallWords,
  REMOTE_COMMAND_LABELS,
  type RemoteOrder,
} from '#shared/domain/remote-command-words.ts'
import {
  maySendCommand,
  REMOTE_COMMAND_REASON_MAX,
  REMOTE_COMMAND_REASON_MIN,
  WAITS_FOR_CALL,
} from '#shared/domain/remote-commands.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { PanelForm, type Target } from './PanelForm.tsx'
import { PANEL_TEXT as TEXT } from './text.ts'

interface CommandFormProps {
  readonly people: readonly Target[]
  /** The call that the person is on, or one of several. */
  readonly call: { readonly project: string; readonly since: string } | null
  readonly onDone: (said: string) => void
  readonly onCancel: () => void
}

/** Sends a remote command to people's windows, each to whom may (spec 4 §4.4.1). */
export function CommandForm({ people, call, onDone, onCancel }: CommandFormProps) {
  const { api, prompts } = useServices()
  const permissions = useSession((session) => session.permissions)
  const orders = (Object.keys(REMOTE_COMMAND_LABELS) as RemoteOrder[]).filter((order) =>
    maySendCommand(permissions, commandOf(order)),
  )
  const [order, setOrder] = useState<RemoteOrder>(orders[0] ?? 'REFRESH_UI')
  const [reason, setReason] = useState('')
  const [isAfter, setAfter] = useState(true)
  const [only] = people
  const isOne = people.length === 1
  const command = commandOf(order)
  const cuts = call !== null && (WAITS_FOR_CALL.has(command.command) || order === 'REFRESH_UI')
  // Of several nobody's call is cut off: which one it is has to be confirmed by name.
  const mayCut = isOne && order !== 'REFRESH_UI'
  const isCut = cuts && mayCut && !isAfter
  const onCall = call === null ? '' : onCallWords(only?.name ?? '', call.project, call.since)
  const send = ({ id: userID }: Target) =>
    api.call(
      sendRemoteCommand,
      {
        ...{ userID, remoteCommand: command, reason: reason.trim() },
        ...(cuts && { afterCall: !isCut }),
        ...(isCut && { confirmedCall: call.since }),
      },
      { quiet: true },
    )
  return (
    <PanelForm
      label={TEXT.command}
      confirm={isOne ? TEXT.send : TEXT.sendTo(people.length)}
      people={people}
      typedFrom={order === 'LOGOUT' ? 2 : TYPED_FROM}
      fault={() => (reason.trim().length < REMOTE_COMMAND_REASON_MIN ? TEXT.noReason : null)}
      // What cuts a call off is asked about a second time, by that call.
      mayGo={async () => !isCut || (await prompts.ask(TEXT.cut(onCall, order)))}
      send={send}
      onDone={() =>
        onDone(
          isOne
            ? TEXT.sent(REMOTE_COMMAND_LABELS[order], only?.name ?? '')
            : TEXT.sentTo(REMOTE_COMMAND_LABELS[order], people.length),
        )
      }
      onCancel={onCancel}
    >
      <NativeSelect
        data-autofocus
        label={TEXT.command}
        value={order}
        data={orders.map((value) => ({ value, label: REMOTE_COMMAND_LABELS[value] }))}
        onChange={(event) => setOrder(event.currentTarget.value as RemoteOrder)}
      />
      <Textarea
        label={TEXT.reason}
        description={TEXT.reasonHint}
        autosize
        minRows={1}
        maxRows={6}
        value={reason}
        maxLength={REMOTE_COMMAND_REASON_MAX}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {cuts ? (
        <>
          <p role="status">{isOne ? onCall : TEXT.someOnCall}</p>
          <Checkbox
            label={TEXT.afterCall}
            checked={isAfter || !mayCut}
            disabled={!mayCut}
            onChange={() => setAfter(!isAfter)}
          />
        </>
      ) : null}
    </PanelForm>
  )
}
