import type { ChatMessage, ChatThread } from '#shared/contract/chat-entities.ts'
import { gifPath, messageParts } from '#shared/domain/chat-parts.ts'
import type { Permissions } from '#shared/domain/permissions.ts'

/** What can be done with a message beside reacting, in the order of the menu; groups are lines apart. */
const ACTIONS = [
  ['reply', 'edit'],
  ['preview', 'download', 'copy-text', 'copy-link'],
  ['pin', 'unpin', 'broadcast', 'remove-broadcast', 'add-topic', 'quick-task'],
  ['stats', 'analysis'],
  ['revoke', 'delete'],
] as const
export type MessageAction = (typeof ACTIONS)[number][number]

interface Situation {
  readonly message: ChatMessage
  readonly thread: Pick<ChatThread, 'source'>
  readonly mine: boolean
  readonly permissions: Permissions
}

/** The actions that the person has on this message, in groups without empty ones (spec 2 §6). */
export function actionGroups(situation: Situation): readonly (readonly MessageAction[])[] {
  if (situation.message.deleted) return []
  return ACTIONS.map((group) => group.filter((action) => RULES[action](situation))).filter(
    (group) => group.length > 0,
  )
}

/** A poll's or document's message is its card, and a GIF's a picture: there is no text to edit. */
const isCard = (text: string) =>
  gifPath(text) !== null ||
  messageParts(text).some(
    (part) => part.kind === 'asset' && (part.type === 'POLL' || part.type === 'DOCUMENT'),
  )

const always = () => true
const isFile = ({ message }: Situation) => message.type !== 'TEXT'

const RULES: Readonly<Record<MessageAction, (situation: Situation) => boolean>> = {
  reply: always,
  // Only the author sees Edit and Delete.
  edit: ({ mine, message }) => mine && message.type === 'TEXT' && !isCard(message.message),
  delete: ({ mine }) => mine,
  preview: ({ message }) => message.type !== 'TEXT' && message.allowPreview,
  download: isFile,
  'copy-text': (situation) => !isFile(situation),
  'copy-link': always,
  pin: ({ message }) => message.pinnedTime === null,
  unpin: ({ message }) => message.pinnedTime !== null,
  broadcast: ({ message, permissions }) =>
    message.broadcastTime === null && permissions.can('CAN_BROADCAST_MESSAGE'),
  'remove-broadcast': ({ message, permissions }) =>
    message.broadcastTime !== null && permissions.can('CAN_BROADCAST_MESSAGE'),
  // A topic has no topics of its own, and a message grows into one at most.
  'add-topic': ({ message, thread, permissions }) =>
    permissions.can('CHAT_CAN_USE_TOPICS') && message.topicID === null && thread.source !== 'TOPIC',
  'quick-task': ({ permissions }) => permissions.can('CALENDAR_CAN_USE_TASK_SCHEDULER'),
  stats: always,
  analysis: always,
  revoke: (situation) => isFile(situation) && situation.permissions.can('CHAT_CAN_REVOKE_ATTACHMENT'),
}
