import type { Database } from '../../db/database.ts'
import { NOON } from '../../http/testing/test-server.ts'

const ROOM = { source: 'PROJECT', sourceID: 7 } as const
const GROUP = { source: 'MANUAL', sourceID: 2 } as const
const TYPED = { id: 7, type: 'CHATROOM' } as const
const TYPED_MESSAGE = { ...TYPED, messageID: 1 } as const
const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)

const file = () => new File([PNG], 'chart.png', { type: 'image/png' })

/** A good request of each of the chat's calls beside those of `chat` itself, with addChatThings. */
export const CHAT_REQUESTS: Record<string, unknown> = {
  'chatAssistant.getAiRewording': { message: 'u coming' },
  'chatAssistant.getSuggestedReplies': { message: 'Are you coming?' },
  'chatAssistant.messageTask': { message: 'Please check the quota by noon' },
  'chatAssistant.searchGifs': { searchTerm: 'heart' },
  'chatFiles.sendAttachmentToChatroom': { chatroom: 'room', message: 'See', file: file() },
  'chatFiles.sendAttachmentToThread': { threadID: 2, replyTo: '', file: file() },
  'chatFiles.fetchFullImage': { id: 3, ...ROOM },
  'chatFiles.previewMessage': { id: 1, ...ROOM },
  'chatFiles.getAttachmentDetails': { id: 3, ...ROOM, prepareStream: true },
  'chatFiles.loadAttachmentFromChatroom': { id: 1 },
  'chatFiles.loadAttachmentFromThread': { id: 4 },
  'chatFiles.deleteAttachmentFromChatroom': { id: 1, chatroomName: 'room' },
  'chatFiles.deleteAttachmentFromThread': { id: 4, msgThreadID: 2 },
  'chatMessages.getMessageStatuses': { type: 'CHATROOM', messageIDs: [1] },
  'chatMessages.getMessageStats': { id: 1, ...ROOM },
  'chatMessages.editMessage': { id: 2, ...GROUP, message: 'Better' },
  'chatMessages.deleteMessage': { id: 2, ...GROUP, message: 'Hello' },
  'chatMessages.pinMessage': TYPED_MESSAGE,
  'chatMessages.unpinMessage': TYPED_MESSAGE,
  'chatMessages.broadcastMessage': TYPED_MESSAGE,
  'chatMessages.removeBroadcastMessage': TYPED_MESSAGE,
  'chatMessages.myPinnedMessages': TYPED,
  'chatMessages.broadcastMessages': TYPED,
  'chatMessages.latestBroadcastMessage': TYPED,
  'chatMessages.loadThreadFiles': TYPED,
  'chatMessages.loadMessagesAround': { id: 1, ...ROOM },
  'chatMessages.analyseMessage': { id: 1, ...ROOM },
  'chatMessages.sendCustomerMessage': {
    sourceID: 5,
    email: 'customer@shop.example',
    subject: 'Your order',
    message: 'It is on its way.',
  },
  'chatMessages.sendQuickMessage': { userID: 2, message: 'Can you call me?' },
  'chatSearch.searchMessages': { messageSearchTerm: 'hello' },
  'chatSearch.searchChatMessages': { id: 7, source: 'PROJECT', messageSearchTerm: 'hello' },
  'chatSearch.searchTagAssets': { searchTerm: 'order' },
  'chatSearch.searchMentionList': { ...ROOM, selectedIDs: [], searchTerm: 'eve' },
  'chatSearch.searchTaskMentionList': { ...ROOM, searchTerm: '' },
  'chatSharedThings.newPoll': {
    ...ROOM,
    question: 'Lunch?',
    options: ['Yes', 'No'],
    isMultiple: false,
    isAnonymous: false,
    closesAt: null,
  },
  'chatSharedThings.loadPolls': ROOM,
  'chatSharedThings.loadPoll': { pollID: 1 },
  'chatSharedThings.votePoll': { pollID: 1, optionIDs: [1] },
  'chatSharedThings.closePoll': { pollID: 1 },
  'chatSharedThings.newChatDocument': { ...ROOM, title: 'Rota', text: '' },
  'chatSharedThings.loadChatDocuments': ROOM,
  'chatSharedThings.loadChatDocument': { documentID: 1 },
  'chatSharedThings.saveChatDocument': { documentID: 1, title: 'Rota', text: 'Mon: Ann', version: 1 },
  'chatStatus.updateChatStatus': { status: 'BUSY' },
  'chatStatus.saveQuietHours': { isEnabled: true, from: '18:00', to: '08:00', days: [1, 2] },
  'chatThreads.pinThread': TYPED,
  'chatThreads.unpinThread': TYPED,
  'chatThreads.archiveThread': ROOM,
  'chatThreads.unarchiveThread': ROOM,
  'chatThreads.archiveThreadMessages': GROUP,
  'chatThreads.markAsUnread': ROOM,
  'chatThreads.joinRoom': { ...ROOM, name: 'Stand-up' },
  'chatThreads.renameGroup': { ...GROUP, name: 'Night shift' },
  'chatThreads.addGroupMembers': { ...GROUP, users: [2] },
  'chatThreads.removeGroupMember': { ...GROUP, userID: 2 },
  'chatTopics.addChatTopic': { ...ROOM, threadID: 1, type: 'CHATROOM', name: 'Quota', messageID: 1 },
  'chatTopics.loadTopicChats': { threadID: 1 },
  'chatTopics.loadSuggestedDiscussions': { threadID: 1 },
  'chatTopics.loadTopicChat': { id: 4 },
  'chatTopics.joinTopic': { id: 4 },
}

/** Thread 1, a project's room, has bob's message 1 with a file; thread 2 is a group of the same two. */
export async function addRooms(db: Database, annID: number, bobID: number): Promise<void> {
  const common = {
    displayLabel: '',
    displayGroupLabel: '',
    isGroup: 1,
    status: '',
    priority: '',
    createdAt: NOON,
  }
  const threads = [
    { ...common, id: 1, type: 'CHATROOM', source: 'PROJECT', sourceID: 7, label: 'room', lastMessageID: 1 },
    { ...common, id: 2, type: 'THREAD', source: 'MANUAL', sourceID: 2, label: 'group', lastMessageID: null },
  ] as const
  await db.insertInto('threads').values(threads).execute()
  const members = threads.flatMap(({ id }) => [annID, bobID].map((userID) => ({ threadID: id, userID })))
  const unread = { isAdmin: 0, isArchived: 0, lastReadMessageID: 0 }
  await db
    .insertInto('threadMembers')
    .values(members.map((member) => ({ ...member, ...unread })))
    .execute()
  const message = { id: 1, threadID: 1, userID: bobID, text: 'hello', entryTime: NOON }
  await db
    .insertInto('messages')
    .values({ ...message, type: 'FILE', overallStatus: 'DELIVERED' })
    .execute()
  const file = { fileName: 'notes.txt', contentType: 'text/plain', content: Buffer.from('notes') }
  await db
    .insertInto('attachments')
    .values({ messageID: 1, ...file })
    .execute()
}

/**
 * What those requests are about, beside thread 1 (a project's room with bob's message 1 and its
 * file) and thread 2 (a group): messages 2 and 4 of ann's in the group, bob's picture 3 in the
 * room, a job order's room 3, a topic 4, a poll and a document.
 */
export async function addChatThings(db: Database, annID: number, bobID: number): Promise<void> {
  const text = { type: 'TEXT', entryTime: 1, overallStatus: 'SENT' } as const
  await db
    .insertInto('messages')
    .values([
      { id: 2, threadID: 2, userID: annID, text: 'Hello', ...text },
      { id: 3, threadID: 1, userID: bobID, text: 'chart.png', ...text, type: 'FILE' },
      { id: 4, threadID: 2, userID: annID, text: 'list.csv', ...text, type: 'CENTRAL_FILE_HUB' },
    ])
    .execute()
  await db
    .insertInto('attachments')
    .values([
      { messageID: 3, fileName: 'chart.png', contentType: 'image/png', content: PNG },
      { messageID: 4, fileName: 'list.csv', contentType: 'text/csv', content: Buffer.from('a,b') },
    ])
    .execute()
  await db
    .updateTable('threadMembers')
    .set({ isAdmin: 1 })
    .where('threadID', '=', 2)
    .where('userID', '=', annID)
    .execute()
  const room = {
    type: 'CHATROOM',
    displayGroupLabel: '',
    isGroup: 1,
    status: '',
    priority: '',
    createdAt: 1,
  } as const
  await db
    .insertInto('threads')
    .values([
      { ...room, id: 3, source: 'JOB_ORDER', sourceID: 5, label: 'JOB: 5', displayLabel: 'Order 5' },
      { ...room, id: 4, source: 'TOPIC', sourceID: 1, label: 'TOPIC: 1', displayLabel: 'Plan', parentID: 1 },
    ])
    .execute()
  const member = { userID: annID, isAdmin: 0, isArchived: 0, lastReadMessageID: 0 }
  await db
    .insertInto('threadMembers')
    .values([3, 4].map((threadID) => ({ ...member, threadID })))
    .execute()
  const poll = { threadID: 1, messageID: 1, question: 'Tea?', isMultiple: 0, isAnonymous: 0 }
  await db
    .insertInto('polls')
    .values({ ...poll, createdBy: annID, createdAt: 1, closesAt: null, closedAt: null })
    .execute()
  await db
    .insertInto('pollOptions')
    .values(['Yes', 'No'].map((option) => ({ pollID: 1, text: option })))
    .execute()
  const document = { threadID: 1, messageID: 1, title: 'Rota', text: '', version: 1 }
  await db
    .insertInto('chatDocuments')
    .values({ ...document, updatedBy: annID, updatedAt: 1 })
    .execute()
}
