import type { ChatSource } from '#shared/contract/chat-address.ts'
import type { AssetType } from '#shared/domain/chat-assets.ts'
import type { Permissions } from '#shared/domain/permissions.ts'
import type { Dialogs } from '../../../services/notices/dialogs.ts'
import type { Notices } from '../../../services/notices/notices.ts'
import type { ChatStore } from '../store/chat-store.ts'
import { keyOf, type ThreadKey } from '../store/state.ts'
import { TEXT } from './text.ts'

/** A tagged asset as its chip has it. */
export interface TaggedAsset {
  readonly type: AssetType
  readonly id: number
  readonly display: string
}

interface Parts {
  readonly chat: Pick<ChatStore, 'store' | 'select' | 'openSection' | 'openTab' | 'openDialog'>
  readonly dialogs: Dialogs
  readonly notices: Pick<Notices, 'show'>
  readonly permissions: Permissions
}

/** The conversations that belong to an asset: that is where an order or a topic is worked on. */
const ROOMS: Readonly<Partial<Record<AssetType, readonly ChatSource[]>>> = {
  JOB_ORDER: ['JOB_ORDER'],
  TOPIC: ['TOPIC'],
}

/**
 * Opens what a tag names (spec 3 §3): a task or a ticket in its dialog, a poll or document in its dialog, the
 * others in their room. Meetings are joined by the shell (AssetChip.tsx).
 *
 * @param thread the conversation that the tag is in
 */
export function openAsset(parts: Parts, asset: TaggedAsset, thread: ThreadKey): void {
  const { chat, dialogs } = parts
  const { type, id } = asset
  const room = roomOf(chat, asset)
  if (type === 'TASK') dialogs.open('tasks', { taskID: id })
  else if (type === 'TICKET') dialogs.open('tickets', { ticketID: id })
  else if (type === 'POLL') chat.openDialog({ kind: 'poll', thread, id })
  else if (type === 'DOCUMENT') chat.openDialog({ kind: 'document', thread, id })
  else if (room === undefined) openElsewhere(parts, asset)
  else {
    chat.openSection('Chats')
    chat.openTab(room, 'Messages')
    chat.select(room)
  }
}

function roomOf(chat: Parts['chat'], { type, id }: TaggedAsset): ThreadKey | undefined {
  const known = new Set(chat.store.getState().threads.map(keyOf))
  return (ROOMS[type] ?? []).map((source) => keyOf({ source, sourceID: id })).find((key) => known.has(key))
}

/** Somebody who isn't in the asset's conversation. */
function openElsewhere({ dialogs, notices, permissions }: Parts, { type, display }: TaggedAsset): void {
  const maySeeOrders =
    permissions.can('IJOBORDER_CAN_SEE_JOBORDERS') || permissions.can('IJOBORDER_CAN_EDIT_JOBORDERS')
  if (type === 'JOB_ORDER' && maySeeOrders) dialogs.open('job-order')
  else notices.show('warning', TEXT.assetClosed(display))
}
