import type { ColumnType, Generated } from 'kysely'
import type { ChatSource } from '#shared/contract/chat-address.ts'
import type { ReactionType, ThreadType } from '#shared/contract/chat-entities.ts'
import type { Time } from './time.ts'

export interface ThreadTable {
  id: Generated<number>
  type: ThreadType
  source: ChatSource
  /** The record it belongs to; a thread's own id for type THREAD. Unique with `source`. */
  sourceID: number
  label: string
  displayLabel: string
  displayGroupLabel: string
  isGroup: number
  parentID: number | null
  status: string
  priority: string
  createdAt: Time
  lastMessageID: number | null
  lastMessageTime: Time | null
  /** An admin has archived messages up to this one: nobody sees them any more. */
  archivedThroughID: Generated<number>
}

export interface ThreadMemberTable {
  threadID: number
  userID: number
  isAdmin: number
  isArchived: number
  pinnedAt: Time | null
  /** 0 where nothing was read. */
  lastReadMessageID: number
  lastReadAt: Time | null
  /** Messages up to this one have reached one of their windows; while they are connected, all have. */
  deliveredThroughID: Generated<number>
  /** Rises with each who joined later; 0 for those of its beginning. */
  joinedPlace: Generated<number>
}

export interface MessageTable {
  id: Generated<number>
  threadID: number
  userID: number
  text: string
  type: 'TEXT' | 'FILE' | 'CENTRAL_FILE_HUB'
  entryTime: Time
  editTime: Time | null
  deletedAt: Time | null
  pinnedTime: Time | null
  broadcastTime: Time | null
  broadcastUserID: number | null
  topicID: number | null
  replyToID: number | null
  tokenType: 'WHATSAPP' | 'OAUTH' | 'EMAIL' | 'MOBILE_APP' | null
  overallStatus: string
  /** The id that the sender's page gave it; unique for each sender. */
  clientID: string | null
}

/** Who a message mentions. 'Everyone' and 'Admins' are stored as those people. */
export interface MentionTable {
  messageID: number
  userID: number
}

export interface ReactionTable {
  messageID: number
  userID: number
  reaction: ReactionType
  at: Time
}

/** Files of messages: on disk (server/files/file-store.ts); small old ones in `content`. */
export interface AttachmentTable {
  messageID: number
  fileName: string
  contentType: string
  content: ColumnType<Uint8Array | null, Uint8Array | null | undefined>
  /** Its name in the folder of files. */
  storedAs: ColumnType<string | null, string | null | undefined>
  /** In bytes; 0 for a file in `content`. */
  size: ColumnType<number, number | undefined>
}

/** What a stored file has to be; those of before this table have none. */
export interface FileHashTable {
  storedAs: string
  /** In hex. */
  sha256: string
}

/** A conversation's meeting: the present one, or the last. */
export interface ThreadRoomTable {
  threadID: number
  meetingID: number
}

export interface PollTable {
  id: Generated<number>
  threadID: number
  /** The message that shows the poll; null while it is being made. */
  messageID: number | null
  question: string
  isMultiple: number
  isAnonymous: number
  createdBy: number
  createdAt: Time
  /** When it ends by itself. */
  closesAt: Time | null
  /** When somebody ended it. */
  closedAt: Time | null
}

export interface PollOptionTable {
  id: Generated<number>
  pollID: number
  text: string
}

export interface PollVoteTable {
  optionID: number
  userID: number
  at: Time
}

/** Texts that everybody in a conversation may write in. */
export interface ChatDocumentTable {
  id: Generated<number>
  threadID: number
  messageID: number | null
  title: string
  text: string
  /** Number of its last change, from 1. */
  version: number
  updatedBy: number
  updatedAt: Time
}
