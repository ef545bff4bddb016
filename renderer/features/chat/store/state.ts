import type { ChatAddress } from '#shared/contract/chat-address.ts'
import type {
  ActivityItem,
  ChatMember,
  ChatMessage,
  ChatThread,
  ReplyQuote,
} from '#shared/contract/chat-entities.ts'
import { SYSTEM_USER_ID, type ThreadGroup } from '#shared/domain/chat.ts'
import { DEFAULT_QUIET_HOURS, type QuietHours } from '#shared/domain/chat-quiet.ts'
import type { Presence } from '#shared/domain/presence.ts'
import type { HubState } from '../../../services/hubs/hub-client.ts'
import type { Echo } from './messages/echo.ts'
import type { AttachedFile, FileMessage } from './sending/upload-types.ts'
import { EMPTY_TABS, type TabState } from './tabs/tab-state.ts'

/** Names a conversation inside the client: `SOURCE:sourceID`. */
export type ThreadKey = string

/** The key of a conversation. */
export function keyOf({ source, sourceID }: ChatAddress): ThreadKey {
  return `${source}:${sourceID}`
}

/** A conversation as such, without what each message changes of it. */
export type ThreadFrame = Omit<
  ChatThread,
  'lastMessage' | 'lastMessageType' | 'lastMessageTime' | 'senderName' | 'senderID' | 'unread' | 'isFocus'
>

export function threadFrame(thread: ChatThread): ThreadFrame {
  const { lastMessage, lastMessageType, lastMessageTime, senderName, senderID, unread, isFocus, ...frame } =
    thread
  return frame
}

/** Where a load stands; `error` carries what the person is told. */
export type Load = { state: 'idle' | 'loading' | 'ready' } | { state: 'error'; message: string }

/** Filters of the thread list (spec 2 §2). */
export const LIST_FILTERS = ['All', 'Pinned', 'Unread', 'Mentioned'] as const
export type ListFilter = (typeof LIST_FILTERS)[number]

/** The part of a conversation that is kept: consecutive messages, ascending by id. */
export interface Conversation {
  readonly load: Load
  readonly messages: readonly ChatMessage[]
  /** Whether the server may have messages before the first or after the last one here. */
  readonly hasOlder: boolean
  readonly hasNewer: boolean
  readonly loadingOlder: boolean
  readonly loadingNewer: boolean
  /** The end at which a load by scrolling just brought nothing. */
  readonly endReached: 'older' | 'newer' | null
  /** The first message that was unread when the conversation was opened. */
  readonly firstUnreadID: number | null
  /** A message came in while the person was reading further up. */
  readonly newBelow: boolean
  /** Changes when the messages were replaced as a whole and the view must anchor anew. */
  readonly epoch: number
}

/** What the view of its messages is drawn from. */
export type ShownConversation = Omit<Conversation, 'loadingOlder' | 'loadingNewer' | 'endReached'>

/** The chat's main sections (spec 2 §2). */
export const CHAT_SECTIONS = ['Search', 'Chats', 'My_Meetings', 'Contacts'] as const
export type ChatSection = (typeof CHAT_SECTIONS)[number]

/** The tabs of a conversation (spec 2 §2). */
export const THREAD_TABS = [
  'Messages',
  'Files',
  'Members',
  'Pinned_Messages',
  'Broadcast_Messages',
  'Search_Messages',
  'Topics',
  'Settings',
] as const
export type ThreadTab = (typeof THREAD_TABS)[number]

/** The dialog of the chat that is open: its kind and what it is about. Drawn by `dialogs/ChatDialogs.tsx`. */
export type ChatDialog =
  | { readonly kind: MessageDialogKind; readonly thread: ThreadKey; readonly messageID: number }
  | { readonly kind: ThreadDialogKind; readonly thread: ThreadKey }
  | { readonly kind: 'new-group' }
  | { readonly kind: 'poll' | 'document' | 'topic-chat'; readonly thread: ThreadKey; readonly id: number }
  | { readonly kind: 'file-send'; readonly thread: ThreadKey; readonly files: readonly File[] }
export type MessageDialogKind =
  | 'edit'
  | 'delete'
  | 'delivery-stats'
  | 'analysis'
  | 'image'
  | 'preview'
  | 'quick-task'
  | 'revoke'
  | 'add-topic'
export type ThreadDialogKind = 'new-poll' | 'new-document' | 'customer-message' | 'gif'

/** A message that is being pointed out; `asked` tells two requests for the same one apart. */
export interface Spotlight {
  readonly thread: ThreadKey
  readonly messageID: number
  readonly asked: number
  /** It was brought into view: whoever opens the conversation anew begins as ever. */
  readonly isShown: boolean
}

export interface TypingPerson {
  readonly userID: number
  readonly userName: string
}

/** A member or a contact. Who of them is online is in `ChatState.online`, where it stays true. */
export type ChatPerson = Omit<ChatMember, 'isOnline'>

export interface Me {
  readonly id: number
  readonly name: string
}

export interface ChatState extends TabState {
  readonly me: Me
  readonly hub: HubState
  readonly threads: readonly ChatThread[]
  readonly threadsLoad: Load
  readonly listFilter: ListFilter
  readonly groupThreads: boolean
  readonly showArchived: boolean
  /** The conversation that was just archived, as long as that can be taken back. */
  readonly justArchived: ThreadKey | null
  /** When the snoozes that run end, in milliseconds since 1970, by thread id. */
  readonly snoozes: Readonly<Record<number, number>>
  /** Unsent texts, as they stood when their conversations were last left. */
  readonly draftTexts: Readonly<Record<ThreadKey, string>>
  readonly closedGroups: ReadonlySet<ThreadGroup>
  readonly selected: ThreadKey | null
  /** The selected thread where it was unread when it was opened: it keeps its place in the list meanwhile. */
  readonly heldUnread: ThreadKey | null
  readonly conversations: Readonly<Record<ThreadKey, Conversation>>
  /** Messages of this client that the server hasn't confirmed, oldest first. */
  readonly echoes: readonly Echo[]
  readonly replies: Readonly<Record<ThreadKey, ReplyQuote>>
  /** Files that wait in the composer for their message to be sent. */
  readonly attached: Readonly<Record<ThreadKey, readonly AttachedFile[]>>
  /** Files that the person took out again by closing their dialog: they can be put back until others come. */
  readonly takenOut: Readonly<Record<ThreadKey, readonly AttachedFile[]>>
  /** Messages with files that are on their way, oldest first. */
  readonly uploads: readonly FileMessage[]
  /** Counts up when a draft was replaced by something else than its composer's keys. */
  readonly draftRevisions: Readonly<Record<ThreadKey, number>>
  /** Whether an assistant may reword what is written; false until that is known. */
  readonly hasRewording: boolean
  /** Whether there are GIFs; true until somebody says otherwise. */
  readonly hasGifs: boolean
  readonly members: Readonly<Record<ThreadKey, readonly ChatPerson[]>>
  readonly membersLoad: Readonly<Record<ThreadKey, Load>>
  readonly contacts: readonly ChatPerson[]
  readonly contactsLoad: Load
  /** Ids of those who are online: the person themselves and the system user always (spec 1 §3). */
  readonly online: ReadonlySet<number>
  readonly typing: Readonly<Record<ThreadKey, readonly TypingPerson[]>>
  readonly activities: readonly ActivityItem[]
  readonly activitiesLoad: Load
  /** What people have said they are; who never said so isn't here. */
  readonly statuses: Readonly<Record<number, Presence>>
  /** When the person is not to be disturbed. */
  readonly quietHours: QuietHours
  readonly unreadTotal: number
  readonly section: ChatSection
  readonly tabs: Readonly<Record<ThreadKey, ThreadTab>>
  readonly dialog: ChatDialog | null
  /** The topic's conversation that another dialog was opened over; it comes back afterwards. */
  readonly dialogBelow: ChatDialog | null
  /** What was selected before a conversation in a dialog took its place for a while; null where none does. */
  readonly covered: { readonly key: ThreadKey | null } | null
  readonly spotlight: Spotlight | null
  /** Whether the chat opens in a window of its own (spec 2 §2). */
  readonly alwaysPopOut: boolean
  /** How many screens of the whole chat, and how many single conversations within other screens, show. */
  readonly screens: number
  readonly embeds: number
}

export function initialState(me: Me, groupThreads: boolean): ChatState {
  return {
    me,
    hub: 'disconnected',
    threads: [],
    threadsLoad: { state: 'idle' },
    listFilter: 'All',
    groupThreads,
    showArchived: false,
    justArchived: null,
    snoozes: {},
    draftTexts: {},
    closedGroups: new Set(),
    selected: null,
    heldUnread: null,
    conversations: {},
    echoes: [],
    replies: {},
    attached: {},
    takenOut: {},
    uploads: [],
    draftRevisions: {},
    hasRewording: false,
    hasGifs: true,
    members: {},
    membersLoad: {},
    contacts: [],
    contactsLoad: { state: 'idle' },
    online: new Set([SYSTEM_USER_ID, me.id]),
    typing: {},
    activities: [],
    activitiesLoad: { state: 'idle' },
    statuses: {},
    quietHours: DEFAULT_QUIET_HOURS,
    unreadTotal: 0,
    section: 'Chats',
    tabs: {},
    dialog: null,
    dialogBelow: null,
    covered: null,
    spotlight: null,
    alwaysPopOut: false,
    screens: 0,
    embeds: 0,
    ...EMPTY_TABS,
  }
}

export const EMPTY_CONVERSATION: Conversation = {
  load: { state: 'loading' },
  messages: [],
  hasOlder: true,
  hasNewer: true,
  loadingOlder: false,
  loadingNewer: false,
  endReached: null,
  firstUnreadID: null,
  newBelow: false,
  epoch: 0,
}
