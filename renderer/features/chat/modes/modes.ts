import type { ChatSource } from '#shared/contract/chat-address.ts'
import { CHAT_SECTIONS, type ChatSection } from '../store/state.ts'

/** The modes that the chat renders in (spec 2 §1); two carry the documents' own keys. */
export const CHAT_MODE_NAMES = [
  'HUB_ONLY',
  'EXTERNAL_WINDOW',
  'CONNECT_PLUS',
  'EMBED_FULL',
  'EMBED_FLOAT',
  'FULL_MOBILE',
  'MEETING_CHAT',
  'PROJECT_ROOM',
  'PROJECT_MEMBER',
  'TASK_CHAT',
  'TICKET_CHAT',
  'CLAIM_ROOM',
  'JOB_ORDER',
  'TOPIC',
] as const
export type ChatModeName = (typeof CHAT_MODE_NAMES)[number]

/**
 * How a mode arranges the chat: `none` shows no conversation at all, `columns` the list beside the
 * conversation, `single` one of them at a time, `conversation` nothing but one conversation.
 */
export type ChatLayout = 'none' | 'columns' | 'single' | 'conversation'

export interface ChatMode {
  readonly name: ChatModeName
  readonly layout: ChatLayout
  /** The sections that can be gone to; none where there is only one conversation. */
  readonly sections: readonly ChatSection[]
  /** Whether another screen has the chat within it: its composer and its searches have rules of their own (spec 2 §2, §4). */
  readonly isEmbedded: boolean
  /** Whether the page is the chat's alone: the rest of the application is in another window. */
  readonly isOwnWindow: boolean
  /** Whether a way to the chat's window is offered ("the popout UI"). */
  readonly offersPopOut: boolean
  /** Whether the header can join a meeting, start one, and call. */
  readonly startsMeetings: boolean
  /** Whether the header leads to the record that a room is about; not from within that record. */
  readonly opensRecord: boolean
  /** Whether the composer has the focus as soon as a conversation shows. */
  readonly takesFocus: boolean
}

type Rest = Omit<ChatMode, 'name'>

/** A mode of the whole chat. */
const WHOLE: Rest = {
  layout: 'columns',
  sections: CHAT_SECTIONS,
  isEmbedded: false,
  isOwnWindow: false,
  offersPopOut: true,
  startsMeetings: true,
  opensRecord: true,
  takesFocus: true,
}

/** A mode of one conversation within the screen that it is about. */
const RECORD: Rest = {
  layout: 'conversation',
  sections: [],
  isEmbedded: true,
  isOwnWindow: false,
  offersPopOut: false,
  startsMeetings: true,
  opensRecord: false,
  takesFocus: false,
}

const TABLE: Readonly<Record<ChatModeName, Rest>> = {
  HUB_ONLY: { ...WHOLE, layout: 'none', sections: [] },
  EXTERNAL_WINDOW: { ...WHOLE, isOwnWindow: true, offersPopOut: false },
  CONNECT_PLUS: WHOLE,
  EMBED_FULL: { ...WHOLE, isEmbedded: true },
  EMBED_FLOAT: { ...WHOLE, isEmbedded: true, layout: 'single' },
  FULL_MOBILE: { ...WHOLE, layout: 'single', offersPopOut: false, takesFocus: false },
  MEETING_CHAT: { ...RECORD, startsMeetings: false },
  PROJECT_ROOM: RECORD,
  PROJECT_MEMBER: RECORD,
  TASK_CHAT: RECORD,
  TICKET_CHAT: RECORD,
  CLAIM_ROOM: RECORD,
  JOB_ORDER: RECORD,
  TOPIC: RECORD,
}

/** What a mode decides. */
export function modeOf(name: ChatModeName): ChatMode {
  return { name, ...TABLE[name] }
}

const MODE_OF_SOURCE: Readonly<Record<ChatSource, ChatModeName>> = {
  PROJECT: 'PROJECT_ROOM',
  PROJECT_MEMBER: 'PROJECT_MEMBER',
  TASK_CHAT: 'TASK_CHAT',
  SUBTASK: 'TASK_CHAT',
  TICKET_CHAT: 'TICKET_CHAT',
  WURKROOM_CLAIM: 'CLAIM_ROOM',
  JOB_ORDER: 'JOB_ORDER',
  TOPIC: 'TOPIC',
  MEETING: 'MEETING_CHAT',
  // A conversation of people is within another screen as the chat of their meeting.
  MANUAL: 'MEETING_CHAT',
  MESSAGE: 'MEETING_CHAT',
}

/** The mode in which another screen shows a conversation: that of the record it is about. */
export const modeOfSource = (source: ChatSource): ChatModeName => MODE_OF_SOURCE[source]
