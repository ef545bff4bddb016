import * as z from 'zod/mini'
import { ASSET_TYPES } from '../domain/chat-assets.ts'
import { chatAddress, chatSource } from './chat-address.ts'
import { recordID, timestamp, userID } from './primitives.ts'

/** CHATROOM: addressed by source and source id. THREAD: addressed by its own id (source MESSAGE or MANUAL). */
export const threadType = z.enum(['CHATROOM', 'THREAD'])
export type ThreadType = z.output<typeof threadType>

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
  /**
   * Type of the newest message (an extension); without it the text alone decides what the list shows. Absent
   * for a deleted message.
   */
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
  /**
   * The first others in a group by name, with commas (an extension). Absent unless another group may have the
   * same name.
   */
  people: z.optional(z.string()),
})
export type ChatThread = z.output<typeof chatThread>

/** Where a message was written, if not here (spec 2 §3). */
export const messageTokenType = z.enum(['WHATSAPP', 'OAUTH', 'EMAIL', 'MOBILE_APP'])

export const reactionType = z.enum(['LIKE', 'HEART', 'LAUGH', 'SAD', 'ANGRY', 'THANKS'])
export type ReactionType = z.output<typeof reactionType>

const count = z.int().check(z.nonnegative())
const names = z.array(z.string())

/** Quote of the message that is replied to. */
export const replyQuote = z.object({
  id: recordID,
  userID,
  userName: z.string(),
  message: z.string(),
  type: messageType,
})
export type ReplyQuote = z.output<typeof replyQuote>

/**
 * One message (spec 2 §3). The client derives `datePeriod` and `totalReactions`. `clientID` is an extension:
 * the id that the sender's page gave the message. By it, the row that was shown while sending is kept when
 * the server's answer comes.
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

/**
 * Tells two people of one name apart; '' where somebody has none. Extensions: lists without them show names
 * alone.
 */
const place = { role: z.optional(z.string()), areaName: z.optional(z.string()) }

/** A member of a conversation or a contact; `readTime` is when they last read the conversation. */
export const chatMember = z.object({
  id: userID,
  userID,
  userName: z.string(),
  isOnline: z.boolean(),
  readTime: z.nullable(timestamp),
  /** Set where they left the company and stay by name (spec 5 §3.4; an extension). */
  hasLeft: z.optional(z.boolean()),
  ...place,
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

/** How far a message has come with one person (spec 2 §7, get-message-stats: the shape is ours). */
export const deliveryStat = z.object({
  userID,
  userName: z.string(),
  /** TEAM_CHAT is the chat itself, the one channel that this server serves. */
  channel: z.enum(['TEAM_CHAT', 'WHATSAPP', 'EMAIL', 'MOBILE_APP', 'BROWSER']),
  status: z.enum(['SENT', 'DELIVERED', 'READ', 'FAILED']),
  /** When they read it, where that is known. */
  time: z.nullable(timestamp),
})
export type DeliveryStat = z.output<typeof deliveryStat>

/** What there is to know about a message (spec 2 §2; the shape is ours). */
export const messageAnalysis = z.object({
  words: count,
  characters: count,
  links: count,
  mentions: z.array(z.string()),
  replies: count,
  reactions: count,
  readers: count,
  /** Everybody in the conversation but the author. */
  audience: count,
  /** Minutes until the first answer that quotes it; null without one. */
  firstReplyMinutes: z.nullable(z.number()),
})
export type MessageAnalysis = z.output<typeof messageAnalysis>

/** A topic: a conversation that belongs to another (spec 2 §2). `id` is a message's `topicID`, its address TOPIC and `sourceID`. */
export const topicChat = z.object({
  id: recordID,
  sourceID: recordID,
  parentID: recordID,
  name: z.string(),
  /** The name of the topic's chatroom, as calls use it. */
  label: z.string(),
  /** The message that the topic was started from. */
  messageID: z.nullable(recordID),
  lastMessage: z.string(),
  lastMessageTime: z.nullable(timestamp),
  messages: count,
  unread: count,
  /** Whether the person is in it; others come in by join-room. */
  isMember: z.boolean(),
})
export type TopicChat = z.output<typeof topicChat>

export const suggestedDiscussion = z.object({
  messageID: recordID,
  name: z.string(),
  replies: count,
  entryTime: timestamp,
})
export type SuggestedDiscussion = z.output<typeof suggestedDiscussion>

/** What was found in one conversation, newest first. */
export const searchGroup = z.object({
  threadID: recordID,
  type: threadType,
  ...chatAddress.shape,
  label: z.string(),
  displayLabel: z.string(),
  messages: z.array(chatMessage),
})
export type SearchGroup = z.output<typeof searchGroup>

/** Something that can be tagged with # (spec 2 §3): its id is domain/chat-assets.ts's. */
export const assetTag = z.object({ id: z.string(), label: z.string(), type: z.enum(ASSET_TYPES) })
export type AssetTag = z.output<typeof assetTag>

/** Somebody whom a message may mention; 0 is 'Admins' or 'Everyone'. */
export const mentionEntry = z.object({ id: userID, userID, userName: z.string(), ...place })
export type MentionEntry = z.output<typeof mentionEntry>

/** Spec 2 §3, and the file's size in bytes and kind of content. */
export const attachmentDetails = z.object({
  fileName: z.string(),
  /** For the streaming address; '' where it wasn't asked for, or the file can't be streamed. */
  filePath: z.string(),
  /** A small image as a data address, a document's text; '' where there is nothing to show. */
  preview: z.string(),
  size: count,
  contentType: z.string(),
})
export type AttachmentDetails = z.output<typeof attachmentDetails>

export const gif = z.object({
  id: z.string(),
  title: z.string(),
  /** What is sent as the message. */
  url: z.string(),
  previewUrl: z.string(),
  width: count,
  height: count,
})
export type Gif = z.output<typeof gif>

export const poll = z.object({
  id: recordID,
  ...chatAddress.shape,
  messageID: recordID,
  question: z.string(),
  isMultiple: z.boolean(),
  isAnonymous: z.boolean(),
  createdBy: userID,
  createdByName: z.string(),
  closesAt: z.nullable(timestamp),
  isClosed: z.boolean(),
  /** How many people have voted. */
  voters: count,
  options: z.array(
    z.object({
      id: recordID,
      text: z.string(),
      votes: count,
      isMine: z.boolean(),
      /** Who voted so; empty in an anonymous poll. */
      names,
    }),
  ),
})
export type Poll = z.output<typeof poll>

/** A text that everybody in a conversation may write in. */
export const chatDocument = z.object({
  id: recordID,
  ...chatAddress.shape,
  messageID: recordID,
  title: z.string(),
  text: z.string(),
  version: z.int().check(z.positive()),
  updatedBy: userID,
  updatedByName: z.string(),
  updatedAt: timestamp,
})
export type ChatDocument = z.output<typeof chatDocument>
