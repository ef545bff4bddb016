import { beforeEach, describe, expect, test } from 'vitest'
import { sendMessageToChatroom, sendMessageToThread } from '#shared/contract/chat.ts'
import { requireMemberThread } from './access.ts'
import {
  ANN,
  addMessages,
  addRoom,
  as,
  BEN,
  CATH,
  CHATROOM,
  type Chat,
  EVE,
  openChat,
  PROJECT,
  ROOM_ID,
  recordingPublisher,
} from './chat-fixture.ts'
import { sendMessage } from './sending.ts'

const MESSAGE_TEXT_MAX = 20_000

let chat: Chat
beforeEach(async () => {
  chat = await openChat()
})

async function send(message: string, userID = ANN, key: string | null = null, replyTo: number | null = null) {
  const sent = await chat.calls.sendMessageToChatroom(
    { message, chatroom: CHATROOM, replyTo },
    as(userID, key),
  )
  if (!sent.message) throw new Error('no message was answered')
  return sent.message
}
const mentionedIn = async (id: number) => {
  const rows = await chat.db
    .selectFrom('mentions')
    .where('messageID', '=', id)
    .select('userID')
    .orderBy('userID')
    .execute()
  return rows.map((row) => row.userID)
}
const published = (what: string) => chat.published.filter((one) => one.what === what)

describe('C213 sending to a chatroom', () => {
  test('C103 stores the message as it was written and answers it', async () => {
    const message = await send('  Two lines\nof text  ')
    expect(message).toMatchObject({
      userID: ANN,
      userName: 'Ann Bell',
      message: '  Two lines\nof text  ',
      type: 'TEXT',
      unread: false,
      edited: false,
      replyToMessage: null,
    })
    const page = await chat.calls.loadGroupChatMessages(PROJECT, as(BEN))
    expect(page.messages.map((one) => one.id)).toEqual([message.id])
    expect(page.messages[0]?.unread).toBe(true)
  })

  test('C103 mentionedTime is the time of the message for who is mentioned in it, and null for the others', async () => {
    await send('@[Ben](2) look')
    const seenBy = async (userID: number) =>
      (await chat.calls.loadGroupChatMessages(PROJECT, as(userID))).messages[0]
    const mentioned = await seenBy(BEN)
    expect(mentioned?.mentionedTime).toBe(mentioned?.entryTime)
    expect((await seenBy(CATH))?.mentionedTime).toBeNull()
  })

  test('moves the read position of the sender, and of nobody else', async () => {
    await addMessages(chat.db, ROOM_ID, BEN, 3)
    const { id } = await send('Hello')
    const rows = await chat.db.selectFrom('threadMembers').selectAll().orderBy('userID').execute()
    expect(rows.map((row) => row.lastReadMessageID)).toEqual([id, 0, 0])
  })

  test('C149 the calls take a text, and none that is empty', () => {
    for (const [text, isTaken] of [
      [' Hi ', true],
      ['', false],
      [' \n\t ', false],
    ] as const) {
      expect(sendMessageToThread.request.safeParse({ threadID: 1, message: text }).success).toBe(isTaken)
      expect(sendMessageToChatroom.request.safeParse({ chatroom: CHATROOM, message: text }).success).toBe(
        isTaken,
      )
    }
  })

  test.each(['', '   ', '\n\t '])('C149 refuses an empty text (%j)', async (text) => {
    await expect(send(text)).rejects.toMatchObject({ status: 400, value: 'A message must not be empty' })
    expect(await chat.db.selectFrom('messages').selectAll().execute()).toEqual([])
  })

  test('takes the longest text and refuses a longer one', async () => {
    expect((await send('x'.repeat(MESSAGE_TEXT_MAX))).message).toHaveLength(MESSAGE_TEXT_MAX)
    await expect(send('x'.repeat(MESSAGE_TEXT_MAX + 1))).rejects.toMatchObject({ status: 400 })
  })

  test('a room that does not exist and one of others are refused alike', async () => {
    await expect(send('Hi', EVE)).rejects.toMatchObject({ status: 403, value: 'access denied' })
    const unknown = chat.calls.sendMessageToChatroom({ message: 'Hi', chatroom: 'PROJECT: 8' }, as(EVE))
    await expect(unknown).rejects.toMatchObject({ status: 403, value: 'access denied' })
  })

  test('who was taken out of it a moment ago has sent nothing', async () => {
    const thread = await requireMemberThread(chat.db, ANN, { chatroom: CHATROOM })
    await chat.db.deleteFrom('threadMembers').where('userID', '=', ANN).execute()
    const draft = { text: 'Still here?', replyTo: null, clientID: null }
    const { caller } = as(ANN)
    const { hub } = recordingPublisher([])
    const sent = sendMessage(chat.db, Date.now, hub, caller, thread, draft)
    await expect(sent).rejects.toMatchObject({ status: 403 })
    expect(await chat.db.selectFrom('messages').select('id').execute()).toEqual([])
  })

  test('the same Idempotency-Key again answers the same message and tells nobody again', async () => {
    const first = await send('Hello', ANN, 'key-1')
    const told = chat.published.length
    const second = await send('Hello', ANN, 'key-1')
    expect(second).toEqual(first)
    expect(first.clientID).toBe('key-1')
    expect(chat.published).toHaveLength(told)
    expect(await chat.db.selectFrom('messages').selectAll().execute()).toHaveLength(1)
  })

  test('the same key twice at once stores one message', async () => {
    const sent = await Promise.all([send('Hello', ANN, 'key-1'), send('Hello', ANN, 'key-1')])
    expect(new Set(sent.map((message) => message.id)).size).toBe(1)
    expect(published('message')).toHaveLength(1)
  })

  test('a key is one person’s own, and refused for another text', async () => {
    await send('Hello', ANN, 'key-1')
    expect((await send('Hello', BEN, 'key-1')).userID).toBe(BEN)
    await expect(send('Something else', ANN, 'key-1')).rejects.toMatchObject({ status: 409 })
  })

  test('two people at once get two messages in one order for all', async () => {
    const sent = await Promise.all(
      Array.from({ length: 20 }, (_, place) => send(`Message ${place}`, place % 2 ? ANN : BEN)),
    )
    const ids = sent.map((message) => message.id)
    expect(new Set(ids).size).toBe(20)
    const { messages } = await chat.calls.loadGroupChatMessages(PROJECT, as(CATH))
    expect(messages.map((message) => message.id)).toEqual(ids.sort((a, b) => a - b))
    const thread = await chat.db
      .selectFrom('threads')
      .selectAll()
      .where('id', '=', ROOM_ID)
      .executeTakeFirst()
    expect(thread?.lastMessageID).toBe(Math.max(...ids))
  })
})

describe('C003 a reply', () => {
  test('quotes a message of the same conversation', async () => {
    const first = await send('Question')
    const reply = await send('Answer', BEN, null, first.id)
    expect(reply.replyToMessage).toEqual({
      id: first.id,
      userID: ANN,
      userName: 'Ann Bell',
      message: 'Question',
      type: 'TEXT',
    })
  })

  test('to a message of another conversation is refused and not stored', async () => {
    await addRoom(chat.db, { id: 2, source: 'MEETING', sourceID: 5, members: [ANN] })
    const [foreign = 0] = await addMessages(chat.db, 2, ANN, 1)
    await expect(send('Answer', ANN, null, foreign)).rejects.toMatchObject({ status: 400 })
    await expect(send('Answer', ANN, null, 999)).rejects.toMatchObject({ status: 400 })
    expect(published('message')).toEqual([])
  })
})

describe('C008 mentions', () => {
  test('of a member are kept; of oneself, of others and of unknown people are not', async () => {
    const { id } = await send('@[Ben](2) @[Ann](1) @[Eve](5) @[Nobody](77) @[SAM](-2)')
    expect(await mentionedIn(id)).toEqual([BEN])
  })

  test('Everyone is spelled out to the members but the sender', async () => {
    const { id } = await send('@[Everyone](0) please read', BEN)
    expect(await mentionedIn(id)).toEqual([ANN, CATH])
  })

  test('Admins is spelled out to the admins', async () => {
    const { id } = await send('@[Admins](0) please look', BEN)
    expect(await mentionedIn(id)).toEqual([ANN])
  })

  test('there is no Everyone between two people, and none by another name', async () => {
    await addRoom(chat.db, { id: 2, source: 'MESSAGE', sourceID: 2, members: [ANN, BEN] })
    const direct = await chat.calls.sendMessageToThread({ message: '@[Everyone](0)', threadID: 2 }, as(ANN))
    expect(await mentionedIn(direct.message?.id ?? 0)).toEqual([])
    expect(await mentionedIn((await send('@[All](0)')).id)).toEqual([])
  })

  test('the mentioned person sees when, others do not', async () => {
    const sent = await send('@[Ben](2) hello')
    const seenBy = async (userID: number) =>
      (await chat.calls.loadGroupChatMessages(PROJECT, as(userID))).messages[0]?.mentionedTime
    expect(await seenBy(BEN)).toBe(sent.entryTime)
    expect(await seenBy(CATH)).toBeNull()
  })
})

describe('what is told after a send', () => {
  test('the conversation gets the message as nobody in particular sees it', async () => {
    const sent = await send('@[Ben](2) hello')
    expect(published('message')).toEqual([
      { what: 'message', threadID: ROOM_ID, message: { ...sent, unread: true, mentionedTime: null } },
    ])
  })

  test('the conversation’s members are to be told what they haven’t read, after the message itself', async () => {
    await send('Hello')
    expect(chat.published.map(({ what }) => what)).toEqual(['message', 'counts'])
    expect(published('counts')).toEqual([{ what: 'counts', threadID: ROOM_ID, senderID: ANN }])
  })

  test('the mentioned get an activity', async () => {
    const sent = await send('@[Ben](2) hello')
    expect(published('activity')).toEqual([
      {
        what: 'activity',
        userID: BEN,
        item: {
          kind: 'MENTION',
          message: 'Ann Bell: @Ben hello',
          messageID: sent.id,
          entryTime: sent.entryTime,
          ...PROJECT,
        },
      },
    ])
  })

  test('C214 a thread is addressed by its id; a chatroom isn’t one', async () => {
    await addRoom(chat.db, { id: 2, source: 'MANUAL', sourceID: 2, members: [ANN, BEN, CATH] })
    const sent = await chat.calls.sendMessageToThread({ message: 'Hi', threadID: 2 }, as(ANN))
    expect(published('message')).toMatchObject([{ threadID: 2, message: { id: sent.message?.id } }])
    const wrong = chat.calls.sendMessageToThread({ message: 'Hi', threadID: ROOM_ID }, as(ANN))
    await expect(wrong).rejects.toMatchObject({ status: 403 })
  })
})
