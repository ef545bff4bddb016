import {
  IconBriefcase,
  IconCalendarEvent,
  IconChecklist,
  IconFileInvoice,
  IconHash,
  IconTicket,
  type IconUsers,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { ChatSource } from '#shared/contract/chat-address.ts'
import { PersonAvatar } from '../../../ui/PersonAvatar.tsx'
import { UserAvatar } from '../../../ui/UserAvatar.tsx'
import { useChatState } from '../chat-context.tsx'
import { shownPresence } from '../people/presence.ts'
import type { ThreadFrame } from '../store/state.ts'

const ICONS: Partial<Record<ChatSource, typeof IconUsers>> = {
  PROJECT: IconBriefcase,
  PROJECT_MEMBER: IconBriefcase,
  TASK_CHAT: IconChecklist,
  SUBTASK: IconChecklist,
  TICKET_CHAT: IconTicket,
  WURKROOM_CLAIM: IconFileInvoice,
  JOB_ORDER: IconFileInvoice,
  MEETING: IconCalendarEvent,
  TOPIC: IconHash,
}

interface ThreadAvatarProps {
  readonly thread: ThreadFrame
  readonly size: number
  readonly online: boolean | undefined
}

/** People are round with their picture or initials, groups and rooms square; rooms of a record carry its kind's sign. */
export function ThreadAvatar(props: ThreadAvatarProps) {
  const { thread, size } = props
  if (thread.partnerID !== 0) return <PartnerAvatar {...props} />
  const Icon = ICONS[thread.source]
  const icon: ReactNode = Icon ? <Icon size={Math.round(size * 0.5)} stroke={1.7} /> : undefined
  return <UserAvatar name={thread.displayLabel} size={size} shape="square" icon={icon} />
}

/** With the status that the person has chosen. */
function PartnerAvatar({ thread, size, online }: ThreadAvatarProps) {
  const chosen = useChatState((state) => state.statuses[thread.partnerID])
  const status = online === undefined ? undefined : shownPresence(online, chosen)
  return <PersonAvatar userID={thread.partnerID} name={thread.displayLabel} size={size} status={status} />
}
