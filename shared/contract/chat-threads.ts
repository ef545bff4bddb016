import * as z from 'zod/mini'
import { chatAddress, chatSource } from './chat-address.ts'
import { threadType } from './chat-entities.ts'
import { call } from './http-call.ts'
import { done, recordID, userID } from './primitives.ts'

const TEAM_CHAT = 'GENERAL_CAN_USE_TEAM_CHAT'

/** As in chat-messages.ts: `source` tells apart two chatrooms with the same source id. */
const ofThread = z.object({ id: recordID, type: threadType, source: z.optional(chatSource) })

export const GROUP_NAME_MAX = 80
export const groupName = z.string().check(z.trim(), z.minLength(1), z.maxLength(GROUP_NAME_MAX))

export const pinThread = call({
  permission: TEAM_CHAT,
  path: '/api/my-team-chatroom/pin-thread',
  request: ofThread,
  response: done,
  summary: "Pins a conversation to the top of the person's list.",
  spec: '2 §7',
})

export const unpinThread = call({
  permission: TEAM_CHAT,
  path: '/api/my-team-chatroom/unpin-thread',
  request: ofThread,
  response: done,
  summary: 'Unpins a conversation.',
  spec: '2 §7',
})

export const archiveThread = call({
  permission: TEAM_CHAT,
  path: '/api/my-team-chatroom/archive-thread',
  request: chatAddress,
  response: done,
  summary: 'Archives a conversation for the person.',
  spec: '2 §7',
})

export const unarchiveThread = call({
  permission: TEAM_CHAT,
  path: '/api/my-team-chatroom/unarchive-thread',
  request: chatAddress,
  response: done,
  summary: 'Takes a conversation out of the archive.',
  spec: '2 §4',
  extension: true,
})

export const archiveThreadMessages = call({
  permission: TEAM_CHAT,
  path: '/api/my-team-chatroom/archive-thread-messages',
  request: chatAddress,
  response: done,
  summary: 'Puts all messages of a group up to now away, for everybody. For the admins of the group.',
  spec: '2 §7',
})

export const markAsUnread = call({
  permission: TEAM_CHAT,
  path: '/api/my-team-chatroom/mark-as-unread',
  request: z.object({ ...chatAddress.shape, messageID: z.optional(recordID) }),
  response: z.object({ unread: z.int() }),
  summary:
    'Makes the newest message unread again, or all from the one that is named. Refused where the newest is the person’s own.',
  spec: '2 §4',
  extension: true,
})

export const joinRoom = call({
  permission: TEAM_CHAT,
  path: '/api/my-team-chatroom/join-room',
  request: z.object({ ...chatAddress.shape, name: z.optional(z.string().check(z.maxLength(200))) }),
  response: z.object({ roomID: recordID }),
  summary:
    'The meeting that is under way in a conversation, which is begun where there is none; the person takes part in it. Who is in the conversation a topic belongs to comes into the topic by this.',
  spec: '2 §7',
})

export const renameGroup = call({
  permission: TEAM_CHAT,
  path: '/api/my-team-chatroom/rename-group',
  request: z.object({ ...chatAddress.shape, name: groupName }),
  response: done,
  summary: 'Gives a group another name. For its admins.',
  spec: '2 §2',
  extension: true,
})

export const addGroupMembers = call({
  permission: TEAM_CHAT,
  path: '/api/my-team-chatroom/add-group-members',
  request: z.object({
    ...chatAddress.shape,
    users: z.array(userID).check(z.minLength(1), z.maxLength(200)),
  }),
  response: done,
  summary: 'Takes people into a group. For its admins, and those with CHAT_CAN_MANAGE_CHATROOM_MEMBERS.',
  spec: '2 §2',
  extension: true,
})

export const removeGroupMember = call({
  permission: TEAM_CHAT,
  path: '/api/my-team-chatroom/remove-group-member',
  request: z.object({ ...chatAddress.shape, userID }),
  response: done,
  summary: 'Takes somebody out of a group: for those who may add people. Anybody may leave.',
  spec: '2 §2',
  extension: true,
})
