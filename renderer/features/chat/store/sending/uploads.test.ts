import { afterEach, describe, expect, test, vi } from 'vitest'
import { sendAttachmentToChatroom, sendAttachmentToThread } from '#shared/contract/chat-files.ts'
import type { Call } from '#shared/contract/http-call.ts'
import { FILE_TOO_BIG, MAX_ATTACHMENT_BYTES } from '#shared/domain/chat-files.ts'
import { ApiError, UPLOAD_ABORTED, type UploadOptions } from '../../../../services/http/api-client.ts'
import {
  createFakeServices,
  createMemoryStore,
  type FakeServicesOptions,
} from '../../testing/fake-services.ts'
import { aMessage, aThread } from '../../testing/fixtures.ts'
import { type ChatStore, createChatStore } from '../chat-store.ts'

const KEY = 'MESSAGE:7'
const me = { id: 1, name: 'Tom Whitfield' }
const fileOf = (name: string, size = 4) => {
  const file = new File(['data'], name)
  Object.defineProperty(file, 'size', { value: size })
  return reading(file, async () => {})
}
/** The file, read as the test has it. */
const reading = (file: File, read: () => Promise<void>) =>
  Object.assign(file, { slice: () => ({ arrayBuffer: read }) })

interface Sent {
  readonly path: string
  readonly body: Record<string, unknown>
  readonly options: UploadOptions
  readonly answer: (message?: string) => void
  readonly fail: (error?: ApiError) => void
}

const running: ChatStore[] = []
afterEach(() => {
  for (const chat of running.splice(0)) chat.stop()
})

/** A chat whose uploads wait until the test answers them, in the order in which they came. */
async function open(over: Partial<FakeServicesOptions> = {}) {
  const sent: Sent[] = []
  let nextID = 100
  const upload = (call: Call, body: Record<string, unknown>, options: UploadOptions) => {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    options.signal?.addEventListener('abort', () => reject(new ApiError('aborted', UPLOAD_ABORTED)))
    const { name } = body.file as File
    sent.push({
      path: call.path,
      body,
      options,
      answer: (message = name) =>
        resolve({ message: aMessage({ id: nextID++, userID: me.id, message, type: 'CENTRAL_FILE_HUB' }) }),
      fail: (error = new ApiError('unreachable', 'The server cannot be reached.')) => reject(error),
    })
    return promise
  }
  const fake = createFakeServices({
    me,
    threads: [
      aThread({ id: 7 }),
      aThread({ id: 9, type: 'CHATROOM', source: 'PROJECT', sourceID: 9, label: 'PROJECT: 9' }),
    ],
    messages: { [KEY]: [aMessage({ id: 1 })] },
    upload: upload as never,
    ...over,
  })
  const chat = createChatStore(fake.services)
  running.push(chat)
  chat.start()
  await settled()
  chat.select(KEY)
  await settled()
  const state = () => chat.store.getState()
  const notices = () => fake.services.notices.store.getState().map(({ message }) => message)
  const clear = () => {
    for (const { id } of fake.services.notices.store.getState()) fake.services.notices.dismiss(id)
  }
  const fieldsOf = ({ body: { file, ...rest } }: Sent) => ({ ...rest, file: (file as File).name })
  return { ...fake, chat, sent, state, notices, clear, fieldsOf }
}
const settled = () => new Promise((resolve) => setTimeout(resolve, 0))

describe('attaching', () => {
  test('C155 a file over 209715200 bytes is refused before anything is uploaded, the others are taken', async () => {
    const { chat, sent, state, notices } = await open()
    const files = [
      fileOf('huge.mp4', MAX_ATTACHMENT_BYTES + 1),
      fileOf('full.mp4', MAX_ATTACHMENT_BYTES),
      fileOf('empty.txt', 0),
    ]
    chat.attach(KEY, files, 'CENTRAL_FILE_HUB')
    expect(notices()).toEqual([FILE_TOO_BIG, 'This file is empty.'])
    expect(state().attached[KEY]?.map(({ file }) => file.name)).toEqual(['full.mp4'])
    expect(chat.sendFile(KEY, fileOf('huge.weba', MAX_ATTACHMENT_BYTES + 1), 'FILE')).toBe(false)
    expect(sent).toEqual([])
  })
})

describe('sending files', () => {
  test('C215 several go one after the other, in order: the first with text and reply, each of its type', async () => {
    const { chat, sent, state, fieldsOf, hub } = await open()
    chat.attach(KEY, [fileOf('a.pdf'), fileOf('b.pdf')], 'CENTRAL_FILE_HUB')
    chat.attach(KEY, [fileOf('pasted.png')], 'FILE')
    chat.setReply(KEY, aMessage({ id: 1 }))
    chat.saveDraft(KEY, 'Both forms')
    expect(chat.sendFiles(KEY, 'Both forms')).toBe(true)
    await settled()
    expect(state()).toMatchObject({ attached: {}, replies: {} })
    expect(chat.draftOf(KEY)).toBe('')
    expect(sent).toHaveLength(1)
    sent[0]?.options.onProgress?.(0.5)
    expect(state().uploads[0]?.files.map(({ state: at, progress }) => [at, progress])).toEqual([
      ['uploading', 0.5],
      ['waiting', 0],
      ['waiting', 0],
    ])
    for (const turn of [0, 1, 2]) {
      sent[turn]?.answer()
      await settled()
    }
    expect(sent.map(fieldsOf)).toEqual([
      { threadID: 7, file: 'a.pdf', type: 'CENTRAL_FILE_HUB', message: 'Both forms', replyTo: 1 },
      { threadID: 7, file: 'b.pdf', type: 'CENTRAL_FILE_HUB', message: '' },
      { threadID: 7, file: 'pasted.png', type: 'FILE', message: '' },
    ])
    expect(state().uploads).toEqual([])
    const shown = () => state().conversations[KEY]?.messages.map(({ message }) => message)
    // What comes quickly is shown together.
    await vi.waitFor(() => expect(shown()).toEqual(['Message 1', 'a.pdf', 'b.pdf', 'pasted.png']))
    // The hub tells of it too.
    const again = aMessage({ id: 100, userID: me.id, message: 'a.pdf' })
    hub.emit('newThreadMessage', { source: 'MESSAGE', sourceID: 7, message: again } as never)
    expect(shown()).toHaveLength(4)
  })

  test('C215 a chatroom is named by its label, and another conversation may be on screen meanwhile', async () => {
    const { chat, sent, state } = await open()
    chat.attach('PROJECT:9', [fileOf('a.pdf')], 'CENTRAL_FILE_HUB')
    expect(chat.sendFiles('PROJECT:9', '')).toBe(true)
    await settled()
    chat.select(null)
    expect(sent[0]).toMatchObject({ path: sendAttachmentToChatroom.path, body: { chatroom: 'PROJECT: 9' } })
    sent[0]?.answer()
    await settled()
    expect(state().uploads).toEqual([])
  })

  test('C148 C152 without the hub or a conversation nothing goes, and text and files stay', async () => {
    const { chat, sent, state, notices, hub } = await open()
    chat.attach(KEY, [fileOf('a.pdf')], 'CENTRAL_FILE_HUB')
    chat.saveDraft(KEY, 'Form')
    hub.setState('reconnecting')
    expect(chat.sendFiles(KEY, 'Form')).toBe(false)
    chat.attach('MESSAGE:404', [fileOf('b.pdf')], 'CENTRAL_FILE_HUB')
    expect(chat.sendFiles('MESSAGE:404', '')).toBe(false)
    expect(notices()).toEqual(['Not connected to server', 'Select a chat'])
    expect([state().attached[KEY]?.length, chat.draftOf(KEY), sent.length]).toEqual([1, 'Form', 0])
  })
})

describe('a file that is being prepared', () => {
  test("C153 C138 is a send in progress: nothing else is sent in its conversation, 'Busy', until it is read", async () => {
    const { chat, sent, notices, clear } = await open()
    const { promise, resolve } = Promise.withResolvers<void>()
    chat.attach(KEY, [reading(fileOf('a.pdf'), () => promise)], 'CENTRAL_FILE_HUB')
    expect(chat.sendFiles(KEY, 'The form')).toBe(true)
    await settled()
    expect(sent).toEqual([])
    chat.attach(KEY, [fileOf('b.pdf')], 'CENTRAL_FILE_HUB')
    for (const send of [
      () => chat.send('Two'),
      () => chat.sendFiles(KEY, ''),
      () => chat.sendFile(KEY, fileOf('c.pdf'), 'FILE'),
    ]) {
      expect(send()).toBe(false)
      expect(notices()).toEqual(['Busy'])
      clear()
    }
    // Elsewhere people go on.
    chat.select('PROJECT:9')
    expect(chat.send('To the room')).toBe(true)
    chat.select(KEY)
    resolve()
    await settled()
    expect(sent).toHaveLength(1)
    // On its way it is no longer in the way.
    expect(chat.send('Two')).toBe(true)
  })

  test('and can’t be read says so, keeps its text, and is read again when it is tried again', async () => {
    const { chat, sent, state } = await open()
    let isThere = false
    const read = async () => {
      if (!isThere) throw new DOMException('gone', 'NotFoundError')
    }
    chat.attach(KEY, [reading(fileOf('moved.pdf'), read)], 'CENTRAL_FILE_HUB')
    chat.sendFiles(KEY, 'The form')
    await settled()
    const [upload] = state().uploads
    expect(upload).toMatchObject({ text: 'The form', files: [{ state: 'failed' }] })
    expect(upload?.files[0]?.problem).toBe(
      'This file can’t be read. It may have been moved, changed or deleted.',
    )
    chat.retryUpload(upload?.id ?? '')
    await settled()
    expect([sent.length, state().uploads[0]?.files[0]?.state]).toEqual([0, 'failed'])
    isThere = true
    chat.retryUpload(upload?.id ?? '')
    await settled()
    expect(sent).toHaveLength(1)
  })
})

describe('a failure', () => {
  test('C215 keeps files and text at hand; tried again it has the same key, and what arrived isn’t sent twice', async () => {
    const { chat, sent, state } = await open()
    chat.attach(KEY, [fileOf('a.pdf'), fileOf('b.pdf')], 'CENTRAL_FILE_HUB')
    chat.sendFiles(KEY, 'Both')
    await settled()
    sent[0]?.answer()
    await settled()
    sent[1]?.fail()
    await settled()
    const [left] = state().uploads
    expect(left?.files).toMatchObject([{ state: 'failed', problem: 'The server cannot be reached.' }])
    chat.retryUpload(left?.id ?? '')
    await settled()
    sent[2]?.answer()
    await settled()
    expect(sent).toHaveLength(3)
    expect(sent[2]?.options.idempotencyKey).toBe(sent[1]?.options.idempotencyKey)
    expect(sent[2]?.body.file).toMatchObject({ name: 'b.pdf' })
    expect(state().uploads).toEqual([])
  })

  test('C121 can be edited: text, files and reply are back in the composer, as another message', async () => {
    const { chat, sent, state } = await open()
    chat.attach(KEY, [fileOf('a.pdf')], 'FILE')
    chat.setReply(KEY, aMessage({ id: 1 }))
    chat.sendFiles(KEY, 'First words')
    await settled()
    chat.saveDraft(KEY, 'typed meanwhile')
    const [upload] = state().uploads
    chat.editUpload(upload?.id ?? '')
    expect(state().uploads).toHaveLength(1)
    sent[0]?.fail()
    await settled()
    chat.editUpload(upload?.id ?? '')
    expect(state().uploads).toEqual([])
    expect(chat.draftOf(KEY)).toBe('First words\ntyped meanwhile')
    expect(state().replies[KEY]?.id).toBe(1)
    expect(state().attached[KEY]).toMatchObject([{ type: 'FILE' }])
    chat.sendFiles(KEY, 'Other words')
    await settled()
    expect(sent[1]?.options.idempotencyKey).not.toBe(sent[0]?.options.idempotencyKey)
  })

  test('a file that is given up ends there; the text goes with the next one, and back without any', async () => {
    const { chat, sent, state } = await open()
    chat.attach(KEY, [fileOf('a.pdf'), fileOf('b.pdf')], 'CENTRAL_FILE_HUB')
    chat.sendFiles(KEY, 'The plan')
    await settled()
    const cancelFirst = () => {
      const [upload] = state().uploads
      chat.cancelUpload(upload?.id ?? '', upload?.files[0]?.id ?? '')
    }
    cancelFirst()
    await settled()
    expect(sent[0]?.options.signal?.aborted).toBe(true)
    expect(sent[1]?.body).toMatchObject({ message: 'The plan' })
    cancelFirst()
    await settled()
    expect([state().uploads, chat.draftOf(KEY), sent.length]).toEqual([[], 'The plan', 2])
  })
})

describe('what lasts', () => {
  test('C121 a reload brings back the text that was on its way and names the files that it lost', async () => {
    const kept = createMemoryStore()
    const before = await open({ kept })
    before.chat.attach(KEY, [fileOf('a.pdf')], 'CENTRAL_FILE_HUB')
    before.chat.sendFiles(KEY, 'On its way @[Ben](3)')
    before.chat.attach(KEY, [fileOf('b.pdf')], 'CENTRAL_FILE_HUB')
    before.chat.saveDraft(KEY, 'next')
    before.chat.stop()
    const after = await open({ kept })
    expect(after.chat.draftOf(KEY)).toBe('On its way @[Ben](3)\nnext')
    expect(after.chat.lostFilesOf(KEY)).toEqual(['a.pdf', 'b.pdf'])
    after.chat.forgetLostFiles(KEY)
    after.chat.stop()
    expect((await open({ kept })).chat.lostFilesOf(KEY)).toEqual([])
  })

  test('what has arrived leaves nothing behind', async () => {
    const kept = createMemoryStore()
    const { chat, sent } = await open({ kept })
    chat.attach(KEY, [fileOf('a.pdf')], 'CENTRAL_FILE_HUB')
    chat.sendFiles(KEY, 'Done')
    await settled()
    sent[0]?.answer()
    await settled()
    chat.stop()
    const after = await open({ kept })
    expect([after.chat.draftOf(KEY), after.chat.lostFilesOf(KEY)]).toEqual(['', []])
  })

  test('C121 on a full disk what is typed stays as long as the page, and the person is told once', async () => {
    const kept = createMemoryStore()
    kept.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    const { chat, notices } = await open({ kept })
    chat.saveDraft(KEY, 'Typed on a full disk')
    chat.select(null)
    chat.saveDraft(KEY, 'Typed on a full disk, all of it')
    chat.select(KEY)
    expect(chat.draftOf(KEY)).toBe('Typed on a full disk, all of it')
    expect(notices()).toEqual([
      "This browser can't keep drafts any more. What you type stays only as long as this page.",
    ])
  })

  test('who leaves the page while a file is on its way is warned, then no longer', async () => {
    const { chat, sent, notices } = await open()
    const leave = () => {
      const event = new Event('beforeunload', { cancelable: true })
      window.dispatchEvent(event)
      return event.defaultPrevented
    }
    expect(leave()).toBe(false)
    chat.sendFile(KEY, fileOf('Voice note (0m3s).weba'), 'FILE')
    expect(leave()).toBe(true)
    expect(notices()).toEqual(['A file is still being uploaded.'])
    await settled()
    expect(leave()).toBe(true)
    expect(sent[0]?.path).toBe(sendAttachmentToThread.path)
    sent[0]?.answer()
    await settled()
    expect(leave()).toBe(false)
  })
})
