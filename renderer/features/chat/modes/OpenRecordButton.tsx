import { ActionIcon, Tooltip } from '@mantine/core'
import {
  IconBriefcase,
  IconChecklist,
  IconClipboardText,
  IconFileInvoice,
  IconTicket,
} from '@tabler/icons-react'
import { useNavigate } from 'react-router-dom'
import { TASK_ID_MISSING, taskIDOf } from '#shared/domain/chat.ts'
import { TICKET_PARAMETER } from '#shared/domain/ticket-address.ts'
import { useServices, useSession } from '../../../services/context.tsx'
import { usePagePath } from '../../../services/page/ui-labels-context.tsx'
import { useChat } from '../chat-context.tsx'
import type { ThreadFrame } from '../store/state.ts'
import { useChatMode } from './mode-context.tsx'
import { type RecordKind, recordOf, type TicketView, ticketView } from './record-access.ts'
import { TEXT } from './text.ts'

const ICONS: Readonly<Record<RecordKind, typeof IconTicket>> = {
  project: IconBriefcase,
  jobOrder: IconClipboardText,
  ticket: IconTicket,
  task: IconChecklist,
  claim: IconFileInvoice,
}

/** Leads from a room to the record that it is about, for who may see that (spec 2 §6). */
export function OpenRecordButton({ thread }: { thread: ThreadFrame }) {
  const { opensRecord, isOwnWindow } = useChatMode()
  const permissions = useSession((session) => session.permissions)
  const kind = opensRecord ? recordOf(thread, permissions) : null
  const view = ticketView(permissions)
  if (kind === null) return null
  // In a window of the chat's own, a page of the application would take the chat's place.
  if (kind === 'ticket' && view !== null && view !== 'window' && !isOwnWindow)
    return <TicketPageButton ticketID={thread.sourceID} page={view} />
  return <WindowButton thread={thread} kind={kind} />
}

function TicketPageButton({ ticketID, page }: { ticketID: number; page: Exclude<TicketView, 'window'> }) {
  const navigate = useNavigate()
  const path = usePagePath(page)
  return <Opener kind="ticket" onOpen={() => void navigate(`${path}?${TICKET_PARAMETER}=${ticketID}`)} />
}

/** For what opens over the chat. */
function WindowButton({ thread, kind }: { thread: ThreadFrame; kind: RecordKind }) {
  const chat = useChat<'store'>()
  const { dialogs, notices } = useServices()
  const open = () => {
    const { source, sourceID, label, parentID } = thread
    if (kind === 'ticket') return dialogs.open('tickets', { ticketID: sourceID })
    if (kind === 'task') {
      const taskID = taskIDOf(label)
      if (taskID === null) return notices.show('error', TASK_ID_MISSING)
      return dialogs.open('tasks', { taskID })
    }
    // A member's room opens its project, where the person is in that, too.
    const project =
      source === 'PROJECT_MEMBER'
        ? chat.store.getState().threads.find(({ id }) => id === parentID)
        : undefined
    const { source: ofSource, sourceID: ofID } = project ?? thread
    dialogs.open('chat-record', { source: ofSource, sourceID: ofID })
  }
  return <Opener kind={kind} onOpen={open} />
}

function Opener({ kind, onOpen }: { kind: RecordKind; onOpen: () => void }) {
  const Icon = ICONS[kind]
  return (
    <Tooltip label={TEXT.openRecord[kind]} openDelay={400}>
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label={TEXT.openRecord[kind]} onClick={onOpen}>
        <Icon size={19} stroke={1.7} />
      </ActionIcon>
    </Tooltip>
  )
}
