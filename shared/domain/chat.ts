import type { ChatSource } from '../contract/chat-address.ts'
import type { ChatMessage, ChatThread, ReactionType } from '../contract/chat-entities.ts'

/** The chatbot, always online (spec 1 §3, 2 §3). */
export const SYSTEM_USER_ID = -2
export const SYSTEM_USER_LABEL = 'SAM'

/** Limits of the chat (spec 2 §9). */
export const TYPING_MS = 3000
export const INCOMING_BATCH_MS = 1000
export const REFRESH_AFTER_SELECTION_MS = 1000
export const ANCHOR_HIGHLIGHT_MS = 3000
export const TOP_TRIGGER_PX = 100
/** Scrolling counts as at an end within this distance, once it has rested for this long (spec 2 §9). */
export const SCROLL_ACCURACY_PX = 90
export const SCROLL_DEBOUNCE_MS = 300
export const REPLY_PREVIEW_LENGTH = 120
export const READER_AVATARS = 9
export const WIDE_LAYOUT_PX = 1200
export const THREAD_PANEL_MIN_PX = 400
/** With always-popout on, the chat's window opens this long after the shell's chat is there. */
export const POP_OUT_DELAY_MS = 2000

/** Shown in place of a deleted message's text (spec 2 §4). */
export const DELETED_MESSAGE_TEXT = 'This message has been deleted'

/** Spec 2 §8. */
export const MARK_UNREAD_REFUSED = 'Unable to mark as unread, as you are the latest sender'

/** Fewest characters of a search for messages (spec 2 §9). */
export const MESSAGE_SEARCH_MIN_LENGTH = 2

/** The search for assets after a # begins above this many characters (spec 2 §5). */
export const ASSET_SEARCH_OVER = 4
/** How long that search waits after the last letter, in milliseconds (spec 2 §9). */
export const ASSET_SEARCH_DEBOUNCE_MS = 300

export const REACTIONS: readonly {
  type: ReactionType
  emoji: string
  label: string
  count: ReactionCountKey
  names: ReactionNamesKey
}[] = [
  { type: 'LIKE', emoji: '👍', label: 'Like', count: 'likeCount', names: 'likeNames' },
  { type: 'HEART', emoji: '❤️', label: 'Heart', count: 'heartCount', names: 'heartNames' },
  { type: 'LAUGH', emoji: '😂', label: 'Laugh', count: 'laughCount', names: 'laughNames' },
  { type: 'SAD', emoji: '😢', label: 'Sad', count: 'sadCount', names: 'sadNames' },
  { type: 'ANGRY', emoji: '😠', label: 'Angry', count: 'angryCount', names: 'angryNames' },
  { type: 'THANKS', emoji: '🙏', label: 'Thanks', count: 'thanksCount', names: 'thanksNames' },
]
type ReactionCountKey = 'likeCount' | 'heartCount' | 'laughCount' | 'sadCount' | 'angryCount' | 'thanksCount'
type ReactionNamesKey = 'likeNames' | 'heartNames' | 'laughNames' | 'sadNames' | 'angryNames' | 'thanksNames'

/** All reactions on a message (spec 2 §3, derived). */
export function totalReactions(message: ChatMessage): number {
  return REACTIONS.reduce((sum, { count }) => sum + message[count], 0)
}

/** Accordion groups of the thread list, in their order (spec 2 §2). */
export const THREAD_GROUPS = [
  'Pinned',
  'Unread',
  'Meetings',
  'Groups',
  'Chats',
  'Projects',
  'Tasks',
  'Job Orders',
  'Tickets',
  'Claims',
] as const
export type ThreadGroup = (typeof THREAD_GROUPS)[number]

/** Where the header of a conversation has a Join button (spec 2 §2). */
export const JOIN_SOURCES: readonly ChatSource[] = [
  'PROJECT',
  'PROJECT_MEMBER',
  'TASK_CHAT',
  'JOB_ORDER',
  'TOPIC',
  'MEETING',
  'TICKET_CHAT',
  'WURKROOM_CLAIM',
]

/** A task's id within its chatroom's name: 'TASK: 41' (spec 2 §5). */
const TASK_LABEL = /TASK: ([1-9]\d{0,14})(?!\d)/

/** Spec 2 §8. */
export const TASK_ID_MISSING = 'Unable to extract Task ID'

/** The task's id in a task chat's label; null where there is none. */
export function taskIDOf(label: string): number | null {
  const found = TASK_LABEL.exec(label)
  return found ? Number(found[1]) : null
}

const GROUP_OF_SOURCE: Record<Exclude<ChatSource, 'TOPIC'>, ThreadGroup> = {
  PROJECT: 'Projects',
  PROJECT_MEMBER: 'Projects',
  TASK_CHAT: 'Tasks',
  SUBTASK: 'Tasks',
  TICKET_CHAT: 'Tickets',
  WURKROOM_CLAIM: 'Claims',
  JOB_ORDER: 'Job Orders',
  MEETING: 'Meetings',
  MANUAL: 'Groups',
  MESSAGE: 'Chats',
}

/**
 * The accordion group of a thread: pinned first, then unread, then by source (decisions, Chat). A topic is in
 * its parent's group, or with the groups where it has no parent.
 */
export function threadGroup(thread: ChatThread, parent?: ChatThread): ThreadGroup {
  if (thread.lastPinnedTime !== null) return 'Pinned'
  if (thread.unread > 0) return 'Unread'
  if (thread.source === 'TOPIC')
    return parent && parent.source !== 'TOPIC' ? GROUP_OF_SOURCE[parent.source] : 'Groups'
  return GROUP_OF_SOURCE[thread.source]
}

/** Names contain no bracket, so that the search is linear. */
export const MENTION = /@\[([^[\]]+)\]\((-?\d+)\)/g

/** Markup of a mention: `@[name](id)` (spec 2 §3). */
export const mentionMarkup = (name: string, id: number): string => `@[${name}](${id})`

/** Ids that a text mentions, in order, each once. 0 is 'Admins' or 'Everyone'. */
export function mentionedIDs(text: string): number[] {
  return [...new Set([...text.matchAll(MENTION)].map((match) => Number(match[2])))]
}

/** A piece of a message's text: plain, or the mention of a person. */
export type TextPart = { kind: 'text'; text: string } | { kind: 'mention'; name: string; id: number }

/** Splits a message at its mentions. */
export function textParts(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const match of text.matchAll(MENTION)) {
    if (match.index > end) parts.push({ kind: 'text', text: text.slice(end, match.index) })
    parts.push({ kind: 'mention', name: match[1] ?? '', id: Number(match[2]) })
    end = match.index + match[0].length
  }
  if (end < text.length) parts.push({ kind: 'text', text: text.slice(end) })
  return parts
}
