import { Button, Textarea, TextInput } from '@mantine/core'
import { type ComponentProps, useState } from 'react'
import type * as z from 'zod/mini'
import { postBroadcast } from '#shared/contract/broadcast.ts'
import { acknowledgeFlag, clearFlag } from '#shared/contract/system-flags.ts'
import { londonField, momentOfField } from '#shared/domain/london-time.ts'
import { FLAG_NOTE_MAX, FLAG_TEXT_MAX } from '#shared/domain/system-flags.ts'
import type { ListedRow } from '#shared/records/record.ts'
import type { systemFlagRecord } from '#shared/records/support/system-flag.ts'
import { useServices, useSession } from '../../services/context.tsx'
import type { RecordsKind } from '../records/index.ts'
import { FlagDialog } from './FlagDialog.tsx'
import styles from './Flags.module.css'
import { TEXT } from './text.ts'

export type Flag = z.output<typeof systemFlagRecord.row>
/** As `read` of the page gave it. */
export const flagOf = (record: ListedRow) => record as unknown as Flag

type ActionsProps = ComponentProps<NonNullable<RecordsKind['Actions']>>

const HOUR_MS = 3_600_000

/** What can be done about a flag that stands. */
export function FlagActions({ record, onDone }: ActionsProps) {
  const [open, setOpen] = useState<'acknowledge' | 'clear' | 'tell' | null>(null)
  const mayTell = useSession(({ permissions }) => permissions.can('CAN_BROADCAST_MESSAGE'))
  const flag = flagOf(record)
  if (!flag.isStanding) return null
  const props = { flag, onClose: () => setOpen(null), onDone }
  return (
    <div className={styles.buttons}>
      {flag.acknowledgedBy === null ? (
        <Button size="xs" variant="default" onClick={() => setOpen('acknowledge')}>
          {TEXT.acknowledge}
        </Button>
      ) : null}
      {mayTell ? (
        <Button size="xs" variant="default" onClick={() => setOpen('tell')}>
          {TEXT.tell}
        </Button>
      ) : null}
      <Button size="xs" variant="default" onClick={() => setOpen('clear')}>
        {TEXT.clear}
      </Button>
      {open === 'acknowledge' ? <NoteDialog {...props} isClearing={false} /> : null}
      {open === 'clear' ? <NoteDialog {...props} isClearing /> : null}
      {open === 'tell' ? <TellDialog {...props} /> : null}
    </div>
  )
}

interface DialogProps {
  readonly flag: Flag
  readonly onClose: () => void
  readonly onDone: ActionsProps['onDone']
}

function NoteDialog({ flag, isClearing, onClose, onDone }: DialogProps & { readonly isClearing: boolean }) {
  const { api } = useServices()
  const [note, setNote] = useState('')
  const { id, version, title } = flag
  const clearText = flag.source === 'PERSON' ? TEXT.clearText : TEXT.clearOwn
  return (
    <FlagDialog
      title={(isClearing ? TEXT.clearTitle : TEXT.acknowledgeTitle)(title)}
      text={isClearing ? clearText : TEXT.acknowledgeText}
      action={isClearing ? TEXT.clear : TEXT.acknowledge}
      done={isClearing ? TEXT.cleared : TEXT.acknowledged}
      onClose={onClose}
      run={async () =>
        onDone(
          await api.call(isClearing ? clearFlag : acknowledgeFlag, { id, version, note }, { quiet: true }),
        )
      }
    >
      <Textarea
        data-autofocus
        autosize
        minRows={2}
        label={TEXT.note}
        maxLength={FLAG_NOTE_MAX}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </FlagDialog>
  )
}

/** A flag's message as a broadcast to its area, or to everybody. */
function TellDialog({ flag, onClose }: DialogProps) {
  const { api } = useServices()
  const [message, setMessage] = useState(flag.message)
  const [until, setUntil] = useState(() => londonField(Date.now() + HOUR_MS))
  return (
    <FlagDialog
      title={TEXT.tellTitle(flag.title)}
      text={TEXT.tellText}
      action={TEXT.tellButton}
      done={TEXT.told}
      isReady={message.trim() !== '' && until !== ''}
      onClose={onClose}
      run={async () => {
        const endDate = new Date(momentOfField(until)).toISOString()
        const area = flag.areaID === null ? {} : { areaID: flag.areaID }
        await api.call(postBroadcast, { message, endDate, ...area }, { quiet: true })
      }}
    >
      <Textarea
        data-autofocus
        required
        autosize
        minRows={3}
        label={TEXT.broadcast}
        maxLength={FLAG_TEXT_MAX}
        value={message}
        onChange={(event) => setMessage(event.currentTarget.value)}
      />
      <p>
        {TEXT.area}: {flag.area ?? TEXT.everywhere}
      </p>
      <TextInput
        type="datetime-local"
        required
        label={TEXT.until}
        value={until}
        onChange={(event) => setUntil(event.currentTarget.value)}
      />
    </FlagDialog>
  )
}
