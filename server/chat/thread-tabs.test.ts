import { beforeEach, expect, test } from 'vitest'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { ANN, as, BEN, type Chat, EVE, openChat, PROJECT, ROOM_ID } from './chat-fixture.ts'

let chat: Chat
beforeEach(async () => {
  chat = await openChat()
})
const allowed = (userID: number, ...names: PermissionName[]) =>
  as(userID, null, ['GENERAL_CAN_USE_TEAM_CHAT', ...names])

test('load-thread-files gives the attached files, the newest first, page by page', async () => {
  const rows = (['CENTRAL_FILE_HUB', 'FILE', 'TEXT', 'CENTRAL_FILE_HUB', 'CENTRAL_FILE_HUB'] as const).map(
    (type, place) => ({
      id: place + 1,
      threadID: ROOM_ID,
      userID: BEN,
      text: `${place + 1}.csv`,
      type,
      entryTime: place,
      overallStatus: 'SENT',
      deletedAt: place === 3 ? 1 : null,
    }),
  )
  await chat.db.insertInto('messages').values(rows).execute()
  const load = (userID: number, beforeMessageID?: number) =>
    chat.areas.chatMessages.loadThreadFiles(
      { id: 7, type: 'CHATROOM', ...(beforeMessageID ? { beforeMessageID } : {}) },
      as(userID),
    )
  expect((await load(ANN)).map(({ id }) => id)).toEqual([5, 1])
  expect((await load(ANN, 5)).map(({ id }) => id)).toEqual([1])
  await expect(load(EVE)).rejects.toMatchObject({ status: 403 })
})

test('join-topic lets who is in the parent into a topic, and calls nobody', async () => {
  const topic = await chat.areas.chatTopics.addChatTopic(
    { ...PROJECT, threadID: ROOM_ID, type: 'CHATROOM', name: 'Quota' },
    as(ANN),
  )
  const join = () => chat.areas.chatTopics.joinTopic({ id: topic.id }, allowed(EVE, 'CHAT_CAN_USE_TOPICS'))
  await expect(join()).rejects.toMatchObject({ status: 403 })
  const row = { threadID: ROOM_ID, userID: EVE, isAdmin: 0, isArchived: 0, lastReadMessageID: 0 }
  await chat.db.insertInto('threadMembers').values(row).execute()
  expect(await join()).toMatchObject({ id: topic.id, isMember: true })
  expect(await join()).toMatchObject({ isMember: true })
  expect(chat.published.filter(({ what }) => what === 'meeting')).toEqual([])
})
