import type { ColumnType, Generated } from 'kysely'
import type { ChatSource, ReactionType, ThreadType } from '#shared/contract/chat-entities.ts'

/** A point in time in the database: milliseconds since 1970, UTC. */
type Time = number

export interface AreaTable {
  id: Generated<number>
  name: string
}

export interface UserTable {
  id: Generated<number>
  userName: string
  displayName: string
  role: string
  /** INTERVIEWER, SUPERVISOR, AGENCY, ADMIN … as the token's userType. */
  userType: string
  areaID: number | null
  managerID: number | null
  /** Self-describing KDF string; see server/auth/passwords.ts. */
  passwordHash: string
  isActive: number
  createdAt: Time
}

export interface UserPermissionTable {
  userID: number
  permission: number
}

export interface SessionTable {
  id: string
  /** The sign-in that it came from; a renewed session keeps it, and hub connections live under it. */
  signInID: string
  userID: number
  tokenType: string
  deviceID: string | null
  createdAt: Time
  expiresAt: Time
  revokedAt: Time | null
}

/** A sign-in under way. `userID` is null for a user name that nobody has: it goes on like any other. */
export interface SignInTable {
  clientKey: string
  userName: string
  userID: number | null
  stage: string
  createdAt: Time
  expiresAt: Time
}

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
}

export interface ThreadMemberTable {
  threadID: number
  userID: number
  isAdmin: number
  isArchived: number
  pinnedAt: Time | null
  /** 0 where nothing was read yet. */
  lastReadMessageID: number
  lastReadAt: Time | null
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
  /** The sender's client's id of it; unique per sender. */
  clientID: string | null
}

/** Who a message mentions; 'Everyone' and 'Admins' are spelled out when it is written. */
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

export interface AttachmentTable {
  messageID: number
  fileName: string
  contentType: string
  content: ColumnType<Uint8Array>
}

/** Answers of calls that carried an Idempotency-Key, so that a retry answers as the first did. */
export interface IdempotencyTable {
  userID: number
  key: string
  path: string
  /** SHA-256 of the request, so that a key used for something else is refused. */
  requestHash: string
  status: number
  answer: string
  createdAt: Time
}

/** Facts about this installation, such as the seed's version and the token-signing secret. */
export interface SettingTable {
  name: string
  value: string
}

export interface Schema {
  areas: AreaTable
  users: UserTable
  userPermissions: UserPermissionTable
  sessions: SessionTable
  signIns: SignInTable
  threads: ThreadTable
  threadMembers: ThreadMemberTable
  messages: MessageTable
  mentions: MentionTable
  reactions: ReactionTable
  attachments: AttachmentTable
  idempotency: IdempotencyTable
  settings: SettingTable
}
