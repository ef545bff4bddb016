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
 * The chat hub (spec 2 §7). The documents don't show its path, nor the shape of its events beyond
 * their names; both are decided here.
 */
export const chatHub = hub({
  path: '/api/hubs/chat',
  auth: 'token',
  spec: '2 §7',
  methods: {
    /** Joins the groups of the person's conversations. Refused without GENERAL_CAN_USE_TEAM_CHAT. */
    joinTeamChat: { args: nothing, result: z.void() },
    /** Asks for `recievedContactList`. */
    requestContactList: { args: nothing, result: z.void() },
    /** Tells the other members who is looking at the conversation. */
    focusOnThread: { args: z.tuple([chatSource, recordID]), result: z.void() },
    /** Tells the other members who is typing. */
    onKeyStroke: { args: z.tuple([chatSource, recordID]), result: z.void() },
    /** Calls somebody into a meeting, as the shell's hub does. Needs CAN_MAKE_CALL. */
    makeCall: {
      args: z.tuple([userID, recordID, z.enum([GENERAL_CALL, GROUP_CALL]), z.boolean()]),
      result: z.void(),
    },
  },
  events: {
    /** This person looks at the conversation in another window: it is read there. */
    focusedSomewhere: z.tuple([chatAddress]),
    someoneFocused: z.tuple([
      z.object({ ...chatAddress.shape, userID, userName: z.string(), readTime: timestamp }),
    ]),
    someoneTyping: z.tuple([z.object({ ...chatAddress.shape, userID, userName: z.string() })]),
    /** A message in a chatroom. */
    newMessage: z.tuple([placedMessage]),
    /** A message in a thread. */
    newThreadMessage: z.tuple([placedMessage]),
    /** The thread list changed in a way that no message tells. */
    refreshThreads: nothing,
    refreshContactList: nothing,
    recievedContactList: z.tuple([z.array(chatMember)]),
    /** The message as it now stands, with its reactions. */
    NEW_REACTION: z.tuple([placedMessage]),
    NEW_ACTIVITY: z.tuple([activityItem]),
    /** The message as it now stands: edited, pinned, broadcast, or with its file revoked. */
    messageEdited: z.tuple([placedMessage]),
    messageDeleted: z.tuple([placedMessage]),
    /** More of these messages' readers have them: their statuses are to be asked for again. To their author. */
    refreshMessageStatus: z.tuple([z.object({ messageIDs: z.array(recordID) })]),
    /** A topic of this conversation began; `message` is the one that it grew out of, if any. */
    NEW_TOPIC_FROM_MESSAGE: z.tuple([
      z.object({
        ...chatAddress.shape,
        topicID: recordID,
        name: z.string(),
        message: z.nullable(chatMessage),
      }),
    ]),
    /** A short message to this person, to be shown at once; it is in the thread, too. */
    newQuickMessage: z.tuple([placedMessage]),
    /** This person changed how they are told of messages, maybe in another window. */
    refreshAudioSettings: nothing,
    /** A meeting began in one of the person's conversations. */
    meetingStart: z.tuple([meetingAlert]),
    /** A poll of the conversation changed, an extension. */
    pollChanged: z.tuple([z.object({ ...chatAddress.shape, pollID: recordID })]),
    /** A document of the conversation changed, an extension. */
    documentChanged: z.tuple([z.object({ ...chatAddress.shape, documentID: recordID })]),
  },
})
