import * as z from 'zod/mini'
import { meetingAlert } from '../contract/call-entities.ts'
import { chatAddress, chatSource } from '../contract/chat-address.ts'
import { activityItem, chatMember, chatMessage } from '../contract/chat-entities.ts'
import { recordID, timestamp, userID } from '../contract/primitives.ts'
import { GENERAL_CALL, GROUP_CALL } from '../domain/calls.ts'
import { hub } from './hub.ts'

const nothing = z.tuple([])

/** A message and the conversation it belongs to. */
const placedMessage = z.object({ ...chatAddress.shape, message: chatMessage })

/**
 * The chat hub (spec 2 §7). The documents give the events' names only; the path and the events' shapes are
 * ours.
 */
export const chatHub = hub({
  path: '/api/hubs/chat',
  auth: 'token',
  spec: '2 §7',
  methods: {
    /** Subscribes to the person's conversations. Refused without GENERAL_CAN_USE_TEAM_CHAT. */
    joinTeamChat: { args: nothing, result: z.void() },
    /** Asks for `recievedContactList`. */
    requestContactList: { args: nothing, result: z.void() },
    /** Tells the other members that the person looks at the conversation. */
    focusOnThread: { args: z.tuple([chatSource, recordID]), result: z.void() },
    /** Tells the other members that the person is typing. */
    onKeyStroke: { args: z.tuple([chatSource, recordID]), result: z.void() },
    /** Calls somebody into a meeting, as on the shell's hub. Needs CAN_MAKE_CALL. */
    makeCall: {
      args: z.tuple([userID, recordID, z.enum([GENERAL_CALL, GROUP_CALL]), z.boolean()]),
      result: z.void(),
    },
  },
  events: {
    /** The person looks at the conversation in another window, so it is read. */
    focusedSomewhere: z.tuple([chatAddress]),
    someoneFocused: z.tuple([
      z.object({ ...chatAddress.shape, userID, userName: z.string(), readTime: timestamp }),
    ]),
    someoneTyping: z.tuple([z.object({ ...chatAddress.shape, userID, userName: z.string() })]),
    /** A message in a chatroom. */
    newMessage: z.tuple([placedMessage]),
    /** A message in a thread. */
    newThreadMessage: z.tuple([placedMessage]),
    /** The thread list changed in another way than by a message. */
    refreshThreads: nothing,
    refreshContactList: nothing,
    recievedContactList: z.tuple([z.array(chatMember)]),
    /** The message in its new state, with its reactions. */
    NEW_REACTION: z.tuple([placedMessage]),
    NEW_ACTIVITY: z.tuple([activityItem]),
    /** The message in its new state: edited, pinned, broadcast, or with its file revoked. */
    messageEdited: z.tuple([placedMessage]),
    messageDeleted: z.tuple([placedMessage]),
    /** To the author: more readers have these messages, so their statuses are to be asked for again. */
    refreshMessageStatus: z.tuple([z.object({ messageIDs: z.array(recordID) })]),
    /** A topic began in this conversation; `message` is the one that it was started from, if any. */
    NEW_TOPIC_FROM_MESSAGE: z.tuple([
      z.object({
        ...chatAddress.shape,
        topicID: recordID,
        name: z.string(),
        message: z.nullable(chatMessage),
      }),
    ]),
    /** A quick message to this person, to be shown at once; it is also in its thread. */
    newQuickMessage: z.tuple([placedMessage]),
    /** The person changed how they are told of messages, maybe in another window. */
    refreshAudioSettings: nothing,
    /** A meeting began in one of the person's conversations. */
    meetingStart: z.tuple([meetingAlert]),
    /** A poll of the conversation changed, an extension. */
    pollChanged: z.tuple([z.object({ ...chatAddress.shape, pollID: recordID })]),
    /** A document of the conversation changed, an extension. */
    documentChanged: z.tuple([z.object({ ...chatAddress.shape, documentID: recordID })]),
  },
})
