import * as z from 'zod/mini'
import { recordID, timestamp, userID } from './primitives.ts'

/** What a conversation belongs to (spec 2 §3). */
export const chatSource = z.enum([
  'PROJECT',
  'PROJECT_MEMBER',
  'TASK_CHAT',
  'TICKET_CHAT',
  'WURKROOM_CLAIM',
  'JOB_ORDER',
  'MEETING',
  'TOPIC',
  'MANUAL',
  'SUBTASK',
  'MESSAGE',
])
export type ChatSource = z.output<typeof chatSource>

/** CHATROOM: addressed by source and source id. THREAD: addressed by its own id (source MESSAGE or MANUAL). */
export const threadType = z.enum(['CHATROOM', 'THREAD'])
export type ThreadType = z.output<typeof threadType>

/** Names a conversation: the pair that every chat call carries (spec 2 §7). */
export const chatAddress = z.object({ source: chatSource, sourceID: recordID })
export type ChatAddress = z.output<typeof chatAddress>

export const messageType = z.enum(['TEXT', 'FILE', 'CENTRAL_FILE_HUB'])

/**
 * A row of the thread list (spec 2 §3). `label` is the chatroom's unique name on the wire,
 * `displayLabel` what a person reads. For a thread, `sourceID` is the thread's own id.
 */
export const chatThread = z.object({
  id: recordID,
  type: threadType,
  source: chatSource,
  sourceID: recordID,
  label: z.string(),
  displayLabel: z.string(),
  displayGroupLabel: z.string(),
  /** Raw text of the newest message; empty where there is none. */
  lastMessage: z.string(),
  /** Type of the newest message, an extension: without it the text alone tells. Absent for a deleted one. */
  lastMessageType: z.optional(messageType),
  lastMessageTime: z.nullable(timestamp),
  senderName: z.string(),
  senderID: userID,
  /** How many messages this person hasn't read. */
  unread: z.int(),
  unreadTopics: z.int(),
  /** Set while an unread message mentions this person. */
  isFocus: z.boolean(),
  isGroup: z.boolean(),
  isAdmin: z.boolean(),
  isArchive: z.boolean(),
  lastPinnedTime: z.nullable(timestamp),
  parentID: z.nullable(recordID),
  status: z.string(),
  priority: z.string(),
  /** The other person of a one-to-one thread, else 0 and ''. */
  partnerID: userID,
  partnerName: z.string(),
})
export type ChatThread = z.output<typeof chatThread>

/** Where a message was written, if not here (spec 2 §3). */
export const messageTokenType = z.enum(['WHATSAPP', 'OAUTH', 'EMAIL', 'MOBILE_APP'])

export const reactionType = z.enum(['LIKE', 'HEART', 'LAUGH', 'SAD', 'ANGRY', 'THANKS'])
export type ReactionType = z.output<typeof reactionType>

const count = z.int().check(z.nonnegative())
const names = z.array(z.string())

/** Quote of the message that is being replied to. */
export const replyQuote = z.object({
  id: recordID,
  userID,
  userName: z.string(),
  message: z.string(),
  type: messageType,
})
export type ReplyQuote = z.output<typeof replyQuote>

/**
 * One message (spec 2 §3). `datePeriod` and `totalReactions` are derived by the client.
 * `clientID` is an extension: the id the sender's client gave the message, so that what was shown
 * while sending keeps its row when the server's answer comes.
 */
export const chatMessage = z.object({
  id: recordID,
  userID,
  userName: z.string(),
  message: z.string(),
  type: messageType,
  entryTime: timestamp,
  edited: z.boolean(),
  editTime: z.nullable(timestamp),
  deleted: z.boolean(),
  pinnedTime: z.nullable(timestamp),
  broadcastTime: z.nullable(timestamp),
  broadcastUsername: z.nullable(z.string()),
  broadcastUserID: z.nullable(userID),
  mentionedTime: z.nullable(timestamp),
  topicID: z.nullable(recordID),
  replyToMessage: z.nullable(replyQuote),
  tokenType: z.nullable(messageTokenType),
  /** UNKNOWN and SENT are asked for again; FAILED shows a warning; anything else is final. */
  overallStatus: z.string(),
  allowPreview: z.boolean(),
  unread: z.boolean(),
  likeCount: count,
  heartCount: count,
  laughCount: count,
  sadCount: count,
  angryCount: count,
  thanksCount: count,
  likeNames: names,
  heartNames: names,
  laughNames: names,
  sadNames: names,
  angryNames: names,
  thanksNames: names,
  clientID: z.optional(z.nullable(z.string())),
})
export type ChatMessage = z.output<typeof chatMessage>

/**
 * A page of messages, oldest first. `latestMessageID` and `oldestMessageID` are the ends of the
 * page, or null where it is empty.
 */
export const messagePage = z.object({
  messages: z.array(chatMessage),
  latestMessageID: z.nullable(recordID),
  oldestMessageID: z.nullable(recordID),
})
export type MessagePage = z.output<typeof messagePage>

/** A member of a conversation or a contact; `readTime` is when they last read the conversation. */
export const chatMember = z.object({
  id: userID,
  userID,
  userName: z.string(),
  isOnline: z.boolean(),
  readTime: z.nullable(timestamp),
})
export type ChatMember = z.output<typeof chatMember>

/** An item of the recent-activities panel (spec 2 §2), with what is needed to open it. */
export const activityItem = z.object({
  message: z.string(),
  messageID: recordID,
  entryTime: timestamp,
  kind: z.enum(['MENTION', 'REACTION']),
  source: chatSource,
  sourceID: recordID,
})
export type ActivityItem = z.output<typeof activityItem>
