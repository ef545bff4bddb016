import type { ChatThread } from '#shared/contract/chat-entities.ts'
import type { Permissions } from '#shared/domain/permissions.ts'

/** Kinds of record that a conversation leads to. */
export type RecordKind = 'project' | 'jobOrder' | 'ticket' | 'task' | 'claim'

/** The record that a conversation leads this person to; null where it leads nowhere (spec 2 §6). */
export function recordOf(
  { source }: Pick<ChatThread, 'source'>,
  permissions: Permissions,
): RecordKind | null {
  switch (source) {
    case 'PROJECT':
    case 'PROJECT_MEMBER':
      return permissions.canAll(['IRESEARCH_CAN_VIEW_MODULE', 'CAN_USE_PROJECT_MANAGEMENT'])
        ? 'project'
        : null
    case 'JOB_ORDER':
      return permissions.canAny(['IJOBORDER_CAN_SEE_JOBORDERS', 'IJOBORDER_CAN_EDIT_JOBORDERS'])
        ? 'jobOrder'
        : null
    case 'TICKET_CHAT':
      return ticketView(permissions) === null ? null : 'ticket'
    case 'TASK_CHAT':
      return 'task'
    case 'WURKROOM_CLAIM':
      return 'claim'
    case 'SUBTASK':
    case 'TOPIC':
    case 'MEETING':
    case 'MANUAL':
    case 'MESSAGE':
      return null
  }
}

/** A page that a ticket opens over, by its id in the menu, or the ticket's window over whatever shows. */
export type TicketView = 'support.help-center' | 'agency.support-tickets' | 'window'

/** The ticket view of a person: the first that their permissions give (spec 2 §6); null without any. */
export function ticketView(permissions: Permissions): TicketView | null {
  if (permissions.can('SUPPORT_HELP_CENTER')) return 'support.help-center'
  if (permissions.can('IAGENCY_CAN_SEE_MODULE')) return 'agency.support-tickets'
  return permissions.can('ISUPERVISOR_CAN_SEE_MODULE') ? 'window' : null
}
