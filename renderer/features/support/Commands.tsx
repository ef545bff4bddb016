import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { getRemoteCommand, listRemoteCommands } from '#shared/contract/support.ts'
import { REMOTE_COMMAND_LABELS, type RemoteOrder } from '#shared/domain/remote-command-words.ts'
import { REMOTE_COMMAND_STATES, type RemoteCommandState } from '#shared/domain/remote-commands.ts'
import type { ListedRow } from '#shared/records/record.ts'
import { remoteCommandRecord } from '#shared/records/support/remote-command.ts'
import { useServices } from '../../services/context.tsx'
import { type RecordsKind, RecordsPage } from '../records/index.ts'
import { Facts } from './Facts.tsx'
import { momentText } from './moments.ts'
import { TEXT } from './text.ts'

const AGAIN_MS = 3000

/** Windows answer by themselves: the list is read again. */
function Fresh() {
  const { timers } = useServices()
  const client = useQueryClient()
  useEffect(() => {
    const again = () => {
      for (const kind of ['records', 'record'])
        void client.invalidateQueries({ queryKey: [kind, remoteCommandRecord.name] })
    }
    return timers.every(AGAIN_MS, again)
  }, [timers, client])
  return null
}

function About({ record }: { readonly record: ListedRow }) {
  const { facts } = TEXT
  return (
    <Facts
      of={[
        [facts.person, String(record.person)],
        [facts.command, REMOTE_COMMAND_LABELS[record.order as RemoteOrder]],
        [facts.state, REMOTE_COMMAND_STATES[record.state as RemoteCommandState]],
        [facts.answer, String(record.answer)],
        [facts.reason, String(record.reason)],
        [facts.by, record.sentBy as string | null],
        [facts.sent, momentText(record.sentAt)],
        [facts.delivered, momentText(record.deliveredAt)],
        [facts.ended, momentText(record.doneAt)],
      ]}
    />
  )
}

const COMMANDS: RecordsKind = {
  record: remoteCommandRecord,
  title: TEXT.commands,
  fields: {},
  nameOf: ({ person }) => String(person),
  list: (api, request) => api.call(listRemoteCommands, request, { quiet: true }),
  read: (api, id) => api.call(getRemoteCommand, { id }, { quiet: true }),
  bulk: [],
  Above: Fresh,
  About,
}

/** Remote commands, and whether each arrived (spec 5 §5.11). */
export function Commands() {
  return <RecordsPage kind={COMMANDS} />
}
