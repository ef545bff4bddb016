import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, configure, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as calls from '#shared/contract/chat.ts'
import {
  chatFeatures,
  getAiRewording,
  getSuggestedReplies,
  searchGifs,
} from '#shared/contract/chat-assistant.ts'
import { sendCustomerMessage } from '#shared/contract/chat-messages.ts'
import { searchTagAssets, searchTaskMentionList } from '#shared/contract/chat-search.ts'
import { ASSET_TYPES } from '#shared/domain/chat-assets.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { withoutPersonalText } from '#shared/domain/redaction.ts'
import { ApiError } from '../../../services/http/api-client.ts'
import { renderWith } from '../../../testing/render.tsx'
import { ChatProvider } from '../ChatProvider.tsx'
import { ChatScreen } from '../ChatScreen.tsx'
import { EmbeddedConversation } from '../EmbeddedConversation.tsx'
import { type ChatStore, createChatStore } from '../store/chat-store.ts'
import { keyOf } from '../store/state.ts'
import '../testing/dialogs-at-hand.ts'
import { createFakeServices, type FakeServicesOptions } from '../testing/fake-services.ts'
import { aMember, aMessage, aThread } from '../testing/fixtures.ts'
import { installLayout } from '../testing/layout.ts'

// Nothing here is hidden from sight, and finding that out takes most of a test's time.
configure({ defaultHidden: true })

// Where the file lies is the build's matter.
vi.mock('../emoji/emoji-url.ts', () => ({ EMOJI_URL: '/emoji.json', SHORTCODES_URL: '/names.json' }))

const me = { id: 1, name: 'Tom Whitfield' }
const EVERYTHING: readonly PermissionName[] = [
  'GENERAL_CAN_USE_TEAM_CHAT',
  'CHAT_CAN_ADD_ATTACHMENT',
  'CAN_USE_GIF_PICKER',
  'CHAT_AI_REWORDING',
  'CAN_SEND_MESSAGE_TO_CUSTOMER',
]
const TOOLS = [
  'Add to this chat',
  'Emoji',
  'GIF',
  'Attach files',
  'Record a voice note',
  'Reword with AI',
  'Suggest replies',
  'Message to the customer',
]
const WAVE = { id: 'gif-1', title: 'Waving hand', url: '/api/public/gifs/wave.gif', width: 120, height: 120 }
const GIF = { ...WAVE, previewUrl: WAVE.url }

const MESSAGES = [
  aMessage({ id: 1, message: 'Mine', userID: me.id, userName: me.name }),
  aMessage({ id: 2, message: 'Can you come at nine?' }),
]

const running: ChatStore[] = []
let uninstall = () => {}
beforeEach(() => {
  uninstall = installLayout()
})
afterEach(() => {
  for (const chat of running.splice(0)) chat.stop()
  uninstall()
  vi.restoreAllMocks()
})

const composer = () => screen.getByPlaceholderText('Type a new message here') as HTMLTextAreaElement
const button = (name: string) => screen.getByRole('button', { name })
const dialog = (name: string) => screen.findByRole('dialog', { name })
const aFile = (name: string, type = '') => new File(['content'], name, { type })

/** As somebody types it, all at once, with the caret at the end. */
function write(text: string) {
  fireEvent.change(composer(), { target: { value: text } })
  composer().setSelectionRange(text.length, text.length)
  fireEvent.select(composer())
}
const press = (key: string, more: object = {}) => fireEvent.keyDown(composer(), { key, ...more })
const filesAttached = () =>
  screen.queryAllByRole('button', { name: /^Remove / }).map((one) => one.getAttribute('aria-label'))

const pressEscape = (modal: HTMLElement) => fireEvent.keyDown(modal, { key: 'Escape' })
const pressIn = (name: string) => (modal: HTMLElement) =>
  fireEvent.click(within(modal).getByRole('button', { name }))
/** The ways out of 'Send files' that send nothing. */
const CLOSINGS = [
  ['Escape', pressEscape],
  ['Close', pressIn('Close')],
  ['Cancel', pressIn('Cancel')],
] as const

async function show(over: Partial<FakeServicesOptions> = {}, embedded = false) {
  const uploads: Record<string, unknown>[] = []
  const fake = createFakeServices({
    me,
    permissions: EVERYTHING,
    threads: [aThread({ id: 7, type: 'CHATROOM', source: 'JOB_ORDER', label: 'JOB_ORDER: 7' })],
    messages: { 'JOB_ORDER:7': MESSAGES, 'PROJECT:7': MESSAGES, 'TASK_CHAT:7': MESSAGES },
    members: [aMember(1, me.name), aMember(2, 'Amelia Hart')],
    upload: (async (_call: unknown, body: Record<string, unknown>) => {
      uploads.push(body)
      return {}
    }) as never,
    ...over,
    answers: {
      [chatFeatures.path]: () => ({ assistant: true, rewording: true, gifs: 'BUILT_IN' }),
      [searchGifs.path]: () => [GIF],
      ...over.answers,
    },
  })
  const chat = createChatStore(fake.services)
  running.push(chat)
  chat.start()
  renderWith(
    fake.services,
    <QueryClientProvider client={new QueryClient()}>
      <ChatProvider store={chat}>
        {embedded ? <EmbeddedConversation source="JOB_ORDER" sourceID={7} /> : <ChatScreen />}
      </ChatProvider>
    </QueryClientProvider>,
  )
  await act(async () => {})
  const [thread] = chat.store.getState().threads
  act(() => chat.select(thread ? keyOf(thread) : null))
  await screen.findByPlaceholderText('Type a new message here')
  await screen.findByText('Can you come at nine?')
  const texts = () => fake.server.bodiesOf(calls.sendMessageToChatroom)
  return { ...fake, chat, uploads, texts }
}
const toolNames = () =>
  within(screen.getByRole('toolbar', { name: 'Add to the message' }))
    .getAllByRole('button')
    .map((one) => one.getAttribute('aria-label'))

describe('who may what', () => {
  test('C007 C170 C171 C173 C156 each of the tools for who has its permission', async () => {
    await show()
    await waitFor(() => expect(toolNames()).toEqual(TOOLS))
    expect(button('Send message')).toBeDefined()
  })

  test.each([
    ['C170', 'CAN_USE_GIF_PICKER', ['GIF']],
    ['C171', 'CHAT_AI_REWORDING', ['Reword with AI', 'Suggest replies']],
    ['C156', 'CHAT_CAN_ADD_ATTACHMENT', ['Attach files', 'Record a voice note']],
    ['C086 C173', 'CAN_SEND_MESSAGE_TO_CUSTOMER', ['Message to the customer']],
  ] as const)('%s without %s its buttons are absent', async (_id, missing, absent) => {
    const { chat } = await show({ permissions: EVERYTHING.filter((one) => one !== missing) })
    await waitFor(() => expect(chat.store.getState().hasRewording).toBe(true))
    expect(toolNames()).toEqual(TOOLS.filter((name) => !absent.some((one) => one === name)))
  })

  test('C171 C173 C086 without an assistant on the server, and outside job orders, their buttons are absent', async () => {
    const { server } = await show({
      answers: { [chatFeatures.path]: () => ({ assistant: false, rewording: false, gifs: 'BUILT_IN' }) },
      threads: [aThread({ id: 7, type: 'CHATROOM', source: 'PROJECT', label: 'PROJECT: 7' })],
    })
    await waitFor(() => expect(server.bodiesOf(chatFeatures)).toHaveLength(1))
    await act(async () => {})
    expect(toolNames()).toEqual(['Add to this chat', 'Emoji', 'GIF', 'Attach files', 'Record a voice note'])
  })

  test('C007 C078 what the company switches off goes from an open composer, and comes back', async () => {
    const on = { rewording: false, gifs: 'OFF' }
    const { chat } = await show({ answers: { [chatFeatures.path]: () => ({ assistant: true, ...on }) } })
    await waitFor(() =>
      expect(toolNames()).toEqual(
        TOOLS.filter((name) => !['GIF', 'Reword with AI', 'Suggest replies'].includes(name)),
      ),
    )
    Object.assign(on, { rewording: true, gifs: 'SERVICE' })
    act(() => chat.reloadFeatures())
    await waitFor(() => expect(toolNames()).toEqual(TOOLS))
  })

  test('C156 without CHAT_CAN_ADD_ATTACHMENT nothing is dropped or pasted', async () => {
    await show({ permissions: ['GENERAL_CAN_USE_TEAM_CHAT'] })
    paste([aFile('shot.png', 'image/png')])
    drop([aFile('plan.pdf')])
    expect(filesAttached()).toEqual([])
  })
})

const paste = (files: File[], types = ['Files']) => {
  const event = createEvent.paste(composer(), { clipboardData: { files, types, getData: () => '' } })
  fireEvent(composer(), event)
  return event.defaultPrevented
}
const drop = (files: File[], name: 'dragEnter' | 'dragOver' | 'drop' = 'drop') =>
  fireEvent[name](screen.getByText('Can you come at nine?'), { dataTransfer: { files, types: ['Files'] } })

describe('the send button', () => {
  test('C138 is disabled without text, while a send is in progress, while disconnected; files need a text', async () => {
    const { chat, hub, server } = await show()
    const disabled = () => (button('Send message') as HTMLButtonElement).disabled
    expect(disabled()).toBe(true)
    write('  ')
    expect(disabled()).toBe(true)
    write('Hello')
    expect(disabled()).toBe(false)
    act(() => hub.setState('reconnecting'))
    expect(disabled()).toBe(true)
    act(() => hub.setState('connected'))
    // A text that has no answer yet is no send in progress; a file that is being prepared is.
    const release = server.hold(calls.sendMessageToChatroom)
    press('Enter')
    write('next')
    expect(disabled()).toBe(false)
    act(release)
    const { promise, resolve } = Promise.withResolvers<ArrayBuffer>()
    const slow = Object.assign(aFile('slow.pdf'), { slice: () => ({ arrayBuffer: () => promise }) })
    act(() => void chat.sendFile('JOB_ORDER:7', slow, 'FILE'))
    expect(disabled()).toBe(true)
    await act(async () => resolve(new ArrayBuffer(1)))
    await waitFor(() => expect(disabled()).toBe(false))
    write('')
    act(() => chat.attach('JOB_ORDER:7', [aFile('a.pdf')], 'CENTRAL_FILE_HUB'))
    expect(disabled()).toBe(true)
  })

  test('C138 in embedded modes it is disabled without text and file, and a file goes without a text', async () => {
    const { uploads, chat } = await show({}, true)
    const disabled = () => (button('Send message') as HTMLButtonElement).disabled
    expect(disabled()).toBe(true)
    drop([aFile('a.pdf')])
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(chat.store.getState().dialog).toBeNull()
    expect(disabled()).toBe(false)
    fireEvent.click(button('Send message'))
    await waitFor(() => expect(uploads).toHaveLength(1))
    expect(uploads[0]).toMatchObject({ chatroom: 'JOB_ORDER: 7', message: '', type: 'CENTRAL_FILE_HUB' })
    expect(disabled()).toBe(true)
    write('text alone')
    expect(disabled()).toBe(false)
  })
})

describe('assets', () => {
  const ASSETS = ASSET_TYPES.map((type, place) => ({
    id: `${type}:${place + 1}`,
    label: `Quota ${type.toLowerCase()}`,
    type,
  }))

  test('C157 the search needs more than four characters after the #', async () => {
    const { server } = await show({ answers: { [searchTagAssets.path]: () => ASSETS } })
    vi.useFakeTimers()
    try {
      for (const text of ['see #q', 'see #quot']) {
        write(text)
        act(() => void vi.advanceTimersByTime(1000))
      }
      expect(server.bodiesOf(searchTagAssets)).toEqual([])
      write('see #quota')
      act(() => void vi.advanceTimersByTime(299))
      expect(server.bodiesOf(searchTagAssets)).toEqual([])
      act(() => void vi.advanceTimersByTime(1))
      expect(server.bodiesOf(searchTagAssets)).toEqual([{ searchTerm: 'quota' }])
    } finally {
      vi.useRealTimers()
    }
  })

  test('C009 C116 tasks, job orders, tickets, topics and meetings are offered, shown readably and sent as tags', async () => {
    const { texts, chat } = await show({ answers: { [searchTagAssets.path]: () => ASSETS } })
    write('see #quota')
    const options = await screen.findAllByRole('option')
    expect(options.map(({ textContent }) => textContent)).toEqual([
      'Quota taskTask',
      'Quota job_orderJob order',
      'Quota ticketTicket',
      'Quota topicTopic',
      'Quota meetingMeeting',
      'Quota pollPoll',
      'Quota documentDocument',
    ])
    press('ArrowDown')
    press('ArrowDown')
    press('Enter')
    expect(composer().value).toBe('see #Quota ticket ')
    expect(chat.draftOf('JOB_ORDER:7')).toBe('see #START_ASSET_TAG[Quota ticket][TICKET:3]END_ASSET_TAG# ')
    press('Enter')
    expect(texts()).toMatchObject([{ message: 'see #START_ASSET_TAG[Quota ticket][TICKET:3]END_ASSET_TAG#' }])
  })
})

test.each(['SUBTASK', 'TOPIC'] as const)(
  'C221 in a chat of the source %s the mention list is the task scheduler’s, too',
  async (source) => {
    const { server } = await show({
      threads: [aThread({ id: 7, type: 'CHATROOM', source, label: `${source}: 7`, isGroup: true })],
      messages: { [`${source}:7`]: MESSAGES },
      answers: { [searchTaskMentionList.path]: () => [{ id: 9, userID: 9, userName: 'Eve Ford' }] },
    })
    write('ask @eve')
    await screen.findByRole('option', { name: /Eve Ford/ })
    expect(server.bodiesOf(searchTaskMentionList)).toEqual([
      { selectedIDs: [], searchTerm: 'eve', source, sourceID: 7 },
    ])
  },
)

test('C221 in a chat of another source the task scheduler isn’t asked', async () => {
  const { server } = await show({
    threads: [aThread({ id: 7, type: 'CHATROOM', source: 'PROJECT', label: 'PROJECT: 7', isGroup: true })],
    members: [aMember(9, 'Eve Ford')],
    answers: { [searchTaskMentionList.path]: () => [] },
  })
  write('ask @eve')
  await screen.findByRole('option', { name: /Eve Ford/ })
  expect(server.bodiesOf(searchTaskMentionList)).toEqual([])
})

test('C221 C008 in the chats of tasks the people to mention are those that the task scheduler lists', async () => {
  const entry = (userID: number, userName: string) => ({ id: userID, userID, userName })
  const { server } = await show({
    threads: [aThread({ id: 7, type: 'CHATROOM', source: 'TASK_CHAT', label: 'TASK: 7', isGroup: true })],
    answers: { [searchTaskMentionList.path]: () => [entry(0, 'Everyone'), entry(9, 'Eve Ford')] },
  })
  write('ask @eve')
  await screen.findByRole('option', { name: /Eve Ford/ })
  expect(server.bodiesOf(searchTaskMentionList)).toEqual([
    { selectedIDs: [], searchTerm: 'eve', source: 'TASK_CHAT', sourceID: 7 },
  ])
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Everyone'),
    expect.stringContaining('Eve Ford'),
  ])
})

describe('files', () => {
  test('C007 files that are dragged in are offered a place at once, and while they are moved about', async () => {
    await show()
    for (const name of ['dragEnter', 'dragOver'] as const) {
      drop([aFile('plan.pdf')], name)
      expect(screen.getByText('Drop files to attach them')).toBeDefined()
      fireEvent.dragLeave(screen.getByText('Can you come at nine?'), { dataTransfer: { types: ['Files'] } })
      expect(screen.queryByText('Drop files to attach them')).toBeNull()
    }
  })

  test('C007 C079 C156 chosen files are shown in a dialog and sent with a text, each of its type', async () => {
    const { uploads } = await show()
    drop([aFile('plan.pdf'), aFile('map.png', 'image/png')], 'dragOver')
    expect(screen.getByText('Drop files to attach them')).toBeDefined()
    drop([aFile('plan.pdf'), aFile('map.png', 'image/png')])
    expect(screen.queryByText('Drop files to attach them')).toBeNull()
    const modal = within(await dialog('Send files'))
    expect(within(modal.getByRole('list')).getAllByRole('listitem')).toHaveLength(2)
    const text = modal.getByPlaceholderText('Add a message')
    fireEvent.paste(text, { clipboardData: { files: [aFile('image.png', 'image/png')], types: ['Files'] } })
    fireEvent.click(modal.getByRole('button', { name: 'Remove map.png' }))
    fireEvent.change(text, { target: { value: 'The plan' } })
    fireEvent.keyDown(text, { key: 'Enter' })
    await waitFor(() => expect(uploads).toHaveLength(2))
    expect(uploads.map(({ file, message, type }) => [(file as File).name, message, type])).toEqual([
      ['plan.pdf', 'The plan', 'CENTRAL_FILE_HUB'],
      ['image.png', '', 'FILE'],
    ])
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(composer().value).toBe('')
  })

  test('C007 a pasted image is a FILE; a copied cell, which has a text, is none', async () => {
    const { chat, uploads } = await show()
    expect(paste([aFile('cell.png', 'image/png')], ['text/plain', 'text/html', 'Files'])).toBe(false)
    expect(paste([aFile('image.png', 'image/png')])).toBe(true)
    await dialog('Send files')
    expect(chat.store.getState().attached['JOB_ORDER:7']).toMatchObject([{ type: 'FILE' }])
    fireEvent.click(button('Send'))
    await waitFor(() => expect(uploads).toMatchObject([{ message: '', type: 'FILE' }]))
  })

  test.each(CLOSINGS)(
    'C079 %s takes the files out of the dialog, the text stays, and no message takes one along',
    async (_name, close) => {
      const { uploads, texts } = await show()
      write('so far')
      paste([aFile('one.png', 'image/png'), aFile('two.png', 'image/png')])
      const modal = await dialog('Send files')
      fireEvent.change(within(modal).getByPlaceholderText('Add a message'), {
        target: { value: 'so far and on' },
      })
      close(modal)
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      expect(composer().value).toBe('so far and on')
      expect(filesAttached()).toEqual([])
      expect(screen.getByText('2 files were taken out.')).toBeDefined()
      press('Enter')
      await waitFor(() => expect(texts()).toMatchObject([{ message: 'so far and on' }]))
      expect(uploads).toEqual([])
      expect(screen.queryByText('2 files were taken out.')).toBeNull()
    },
  )

  test('a file whose name is turned by a sign of its own is shown with that sign, and sent as it is', async () => {
    const { uploads } = await show()
    paste([aFile('invoice\u202Egpj.exe')])
    const modal = await dialog('Send files')
    expect(within(modal).getByText('invoice[U+202E]gpj.exe')).toBeDefined()
    expect(filesAttached()).toContain('Remove invoice[U+202E]gpj.exe')
    expect(document.body.textContent?.includes('\u202E')).toBe(false)
    fireEvent.click(button('Send'))
    await waitFor(() =>
      expect(uploads.map(({ file }) => (file as File).name)).toEqual(['invoice\u202Egpj.exe']),
    )
  })

  test('C079 what was taken out is put back, into its dialog, until other files come', async () => {
    const { uploads } = await show()
    paste([aFile('one.png', 'image/png')])
    pressEscape(await dialog('Send files'))
    expect(await screen.findByText('one.png was taken out.')).toBeDefined()
    fireEvent.click(button('Undo'))
    const modal = await dialog('Send files')
    expect(within(modal).getByText('one.png')).toBeDefined()
    pressEscape(modal)
    await screen.findByText('one.png was taken out.')
    paste([aFile('two.png', 'image/png')])
    await dialog('Send files')
    expect(screen.queryByText('one.png was taken out.')).toBeNull()
    fireEvent.click(button('Send'))
    await waitFor(() => expect(uploads.map(({ file }) => (file as File).name)).toEqual(['two.png']))
  })

  test('C079 what failed is tried again all at once where that is more than one message, in its order', async () => {
    let isDown = true
    const sent: string[] = []
    const { server, texts } = await show({
      upload: (async (_call: unknown, { file }: { file: File }) => {
        if (isDown) throw new ApiError('refused', 'The server is currently busy', 503)
        sent.push(file.name)
        return {}
      }) as never,
    })
    server.fail(calls.sendMessageToChatroom)
    write('first')
    press('Enter')
    await screen.findByText('Not sent.')
    expect(screen.queryByRole('button', { name: 'Try all again' })).toBeNull()
    write('second')
    press('Enter')
    expect(await screen.findByText('2 messages were not sent.')).toBeDefined()
    for (const name of ['a.pdf', 'b.pdf']) {
      paste([aFile(name)])
      await dialog('Send files')
      fireEvent.click(button('Send'))
      await screen.findByText(name)
    }
    await screen.findByText('4 messages were not sent.')
    server.heal(calls.sendMessageToChatroom)
    isDown = false
    const before = texts().length
    fireEvent.click(button('Try all again'))
    await waitFor(() => expect(sent).toEqual(['a.pdf', 'b.pdf']))
    expect(texts().slice(before)).toMatchObject([{ message: 'first' }, { message: 'second' }])
    expect(screen.queryByText(/not sent/i)).toBeNull()
  })

  test('C079 without files, or without a connection, the dialog sends nothing', async () => {
    const { hub, uploads } = await show()
    paste([aFile('one.png', 'image/png')])
    const modal = await dialog('Send files')
    const send = () => within(modal).getByRole('button', { name: 'Send' })
    const enter = () =>
      fireEvent.keyDown(within(modal).getByPlaceholderText('Add a message'), { key: 'Enter' })
    expect(send()).toHaveProperty('disabled', false)
    act(() => hub.setState('disconnected'))
    expect(send()).toHaveProperty('disabled', true)
    enter()
    act(() => hub.setState('connected'))
    fireEvent.click(within(modal).getByRole('button', { name: 'Remove one.png' }))
    expect(send()).toHaveProperty('disabled', true)
    enter()
    expect(screen.getByRole('dialog', { name: 'Send files' })).toBe(modal)
    expect(uploads).toEqual([])
  })

  test('C007 an upload shows how far it is, says why it failed, and is tried again or given up', async () => {
    let fail = (_: ApiError) => {}
    const upload = vi.fn(
      (_call: unknown, _body: unknown, options: { onProgress: (done: number) => void }) => {
        options.onProgress(0.42)
        return new Promise((_, reject) => {
          fail = reject
        })
      },
    )
    const { chat } = await show({ upload: upload as never })
    act(() => chat.attach('JOB_ORDER:7', [aFile('plan.pdf')], 'CENTRAL_FILE_HUB'))
    write('The plan')
    press('Enter')
    const tray = within(screen.getByRole('region', { name: 'Uploads' }))
    expect(tray.getByText('The plan')).toBeDefined()
    expect(await tray.findByRole('progressbar', { name: 'Uploading plan.pdf' })).toHaveProperty('value', 42)
    expect(composer().value).toBe('')
    act(() => fail(new ApiError('unreachable', 'The server cannot be reached.')))
    expect((await tray.findByRole('alert')).textContent).toContain('The server cannot be reached.')
    fireEvent.click(tray.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(upload).toHaveBeenCalledTimes(2))
    fireEvent.click(tray.getByRole('button', { name: 'Cancel plan.pdf' }))
    expect(screen.queryByRole('region', { name: 'Uploads' })).toBeNull()
    expect(composer().value).toBe('The plan')
  })
})

describe('GIFs', () => {
  test('C078 C007 the overlay shows the popular ones, searches, and sends the one that is picked; the draft stays', async () => {
    const { server, texts } = await show()
    write('half a tho')
    const release = server.hold(searchGifs)
    fireEvent.click(button('GIF'))
    const modal = within(await dialog('Choose a GIF'))
    expect(await modal.findByRole('status', { name: 'Loading GIFs' })).toBeDefined()
    expect(modal.queryByText('No GIFs found.')).toBeNull()
    act(release)
    expect(await modal.findByRole('button', { name: 'Waving hand' })).toBeDefined()
    const isBusy = () =>
      modal.getByRole('button', { name: 'Waving hand' }).closest('[aria-busy]')?.getAttribute('aria-busy')
    await waitFor(() => expect(isBusy()).toBe('false'))
    // A letter alone searches for nothing; two do.
    for (const value of ['w', 'wa']) fireEvent.change(modal.getByRole('textbox'), { target: { value } })
    await waitFor(() =>
      expect(server.bodiesOf(searchGifs)).toEqual([{ searchTerm: '' }, { searchTerm: 'wa' }]),
    )
    await waitFor(() => expect(isBusy()).toBe('false'))
    fireEvent.click(await modal.findByRole('button', { name: 'Waving hand' }))
    expect(texts()).toMatchObject([{ message: '/api/public/gifs/wave.gif' }])
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(composer().value).toBe('half a tho')
  })

  test('C252 a failed fetch is logged and nothing else', async () => {
    const fails = () => {
      throw new ApiError('refused', 'The GIF service did not answer.', 400)
    }
    const { services } = await show({ answers: { [searchGifs.path]: fails } })
    const call = vi.spyOn(services.api, 'call')
    fireEvent.click(button('GIF'))
    expect(await screen.findByText('No GIFs found.')).toBeDefined()
    expect(services.notices.store.getState()).toEqual([])
    // The client, which tells of other failures, is asked to be silent.
    expect(call).toHaveBeenCalledWith(
      searchGifs,
      { searchTerm: '' },
      expect.objectContaining({ quiet: true }),
    )
    expect(services.diagnostics.entries(withoutPersonalText)).toMatchObject([
      { level: 'warn', message: expect.stringMatching(/GIFs could not be fetched: ApiError: 400/) },
    ])
  })
})

describe('the assistant', () => {
  test('C007 C171 rewording replaces the text, tags and all, and is undone by one press', async () => {
    const { server } = await show({
      members: [aMember(2, 'Amelia Hart')],
      answers: { [getAiRewording.path]: () => ({ data: 'Dear @[Amelia Hart](2), please come.' }) },
    })
    const reword = await screen.findByRole('button', { name: 'Reword with AI' })
    expect((reword as HTMLButtonElement).disabled).toBe(true)
    write('come @amel')
    press('Enter')
    fireEvent.click(reword)
    await screen.findByText('Reworded.')
    expect(server.bodiesOf(getAiRewording)).toEqual([{ message: 'come @[Amelia Hart](2)' }])
    expect(composer().value).toBe('Dear @Amelia Hart, please come.')
    press('z', { ctrlKey: true })
    expect(composer().value).toBe('come @Amelia Hart ')
    expect(screen.queryByText('Reworded.')).toBeNull()
  })

  test('C007 C171 a rewording that fails leaves the text as it was', async () => {
    const fails = () => {
      throw new ApiError('refused', 'Nothing', 404)
    }
    const { services } = await show({ answers: { [getAiRewording.path]: fails } })
    write('come')
    fireEvent.click(await screen.findByRole('button', { name: 'Reword with AI' }))
    await waitFor(() => expect(services.notices.store.getState()).toHaveLength(1))
    expect(composer().value).toBe('come')
  })

  test('C171 suggested replies answer the last message and are put into the composer, not sent', async () => {
    const { server, texts } = await show({
      answers: { [getSuggestedReplies.path]: () => ({ suggestions: ['Yes, gladly.', 'At ten?'] }) },
    })
    const suggest = await screen.findByRole('button', { name: 'Suggest replies' })
    // Who writes already has an answer.
    write('No')
    expect(suggest).toHaveProperty('disabled', true)
    write('')
    fireEvent.click(suggest)
    fireEvent.click(await screen.findByRole('button', { name: 'At ten?' }))
    expect(server.bodiesOf(getSuggestedReplies)).toEqual([{ message: 'Can you come at nine?' }])
    expect([composer().value, texts()]).toEqual(['At ten?', []])
  })

  test('C171 where there is nothing to suggest, that is said', async () => {
    const { services } = await show({ answers: { [getSuggestedReplies.path]: () => ({ suggestions: [] }) } })
    fireEvent.click(await screen.findByRole('button', { name: 'Suggest replies' }))
    await waitFor(() =>
      expect(services.notices.store.getState()).toMatchObject([{ message: 'There is nothing to suggest.' }]),
    )
  })
})

describe('keys', () => {
  test('C003 ArrowUp in an empty composer opens the last own message to edit; Escape clears the reply', async () => {
    const { chat } = await show()
    write('text')
    press('ArrowUp')
    expect(chat.store.getState().dialog).toBeNull()
    write('')
    act(() => chat.setReply('JOB_ORDER:7', aMessage({ id: 2 })))
    press('Escape')
    expect(chat.store.getState().replies).toEqual({})
    act(() => void press('ArrowUp'))
    expect(chat.store.getState().dialog).toEqual({ kind: 'edit', thread: 'JOB_ORDER:7', messageID: 1 })
  })

  const THUMB = {
    emoji: '👍',
    hexcode: '1F44D',
    label: 'thumbs up',
    tags: ['yes', '+1'],
    group: 1,
    version: 0.6,
  }
  const SMILE = { emoji: '😄', hexcode: '1F604', label: 'grinning face', tags: [], group: 0, version: 0.6 }
  const withEmoji = () =>
    vi
      .spyOn(window, 'fetch')
      .mockImplementation(async (url) =>
        Response.json(
          url === '/emoji.json' ? [THUMB, SMILE] : { '1F44D': ['+1', 'thumbsup'], '1F604': 'smile' },
        ),
      )
  /** Types on letter by letter, so far as the field lets it. */
  const typeOn = (text: string) => {
    for (const letter of text) write(composer().value + letter)
  }

  test('C007 an emoji by its name after a colon', async () => {
    withEmoji()
    await show()
    write('fine :thumb')
    expect((await screen.findByRole('option')).textContent).toBe('👍thumbs up')
    press('Tab')
    expect(composer().value).toBe('fine 👍 ')
  })

  test('a name typed in full between colons becomes its emoji; Backspace or Ctrl+Z gives the name back', async () => {
    withEmoji()
    await show()
    write('fine :smile')
    expect((await screen.findByRole('option')).textContent).toBe('😄grinning face')
    typeOn(':')
    expect(composer().value).toBe('fine 😄')
    expect(composer().selectionStart).toBe('fine 😄'.length)
    press('Backspace')
    expect(composer().value).toBe('fine :smile:')
    // It was meant as it stands: what is typed on changes nothing of it, and Backspace is the field's again.
    expect(press('Backspace')).toBe(true)
    typeOn(' :+1:')
    expect(composer().value).toBe('fine :smile: 👍')
    press('z', { ctrlKey: true })
    expect(composer().value).toBe('fine :smile: :+1:')
    typeOn(' and :THUMBSUP:')
    expect(composer().value).toBe('fine :smile: :+1: and 👍')
    typeOn('!')
    expect(press('z', { ctrlKey: true })).toBe(true)
    expect(composer().value).toBe('fine :smile: :+1: and 👍!')
  })

  test('no emoji comes of colons in words, addresses, code, times and names that there are none of', async () => {
    withEmoji()
    await show()
    write(':smile')
    await screen.findByRole('option')
    for (const text of [
      'so:smile:',
      'https://a.example/:smile:',
      'http://a:smile:',
      'at 10:30:',
      ':nothing_like_it:',
      '`:smile:',
      '`code :smile:',
      '```\nx\n:smile:',
    ]) {
      write(text.slice(0, -1))
      typeOn(':')
      expect(composer().value).toBe(text)
    }
    write('`code` and (:smile')
    typeOn(':')
    expect(composer().value).toBe('`code` and (😄')
  })
})

describe('the customer of a job order', () => {
  test('C086 C173 gets a mail; what is missing is said, a failure keeps what was typed, also when closed', async () => {
    const { server, services } = await show({
      answers: { [sendCustomerMessage.path]: () => ({ message: aMessage({ id: 50, message: 'Mailed' }) }) },
    })
    fireEvent.click(button('Message to the customer'))
    let modal = within(await dialog('Message to the customer'))
    fireEvent.click(modal.getByRole('button', { name: 'Send' }))
    expect(modal.getByText('Enter an email address.')).toBeDefined()
    expect(server.bodiesOf(sendCustomerMessage)).toEqual([])
    const fill = (label: RegExp, value: string) =>
      fireEvent.change(modal.getByRole('textbox', { name: label }), { target: { value } })
    fill(/email/, 'ann@client.example')
    fill(/^Subject/, 'Your order')
    fill(/^Message/, 'It is on its way.')
    fireEvent.click(modal.getByRole('button', { name: 'Close' }))
    fireEvent.click(button('Message to the customer'))
    modal = within(await dialog('Message to the customer'))
    server.fail(sendCustomerMessage, new ApiError('refused', 'The mail server is asleep.', 400))
    fireEvent.click(modal.getByRole('button', { name: 'Send' }))
    expect(await modal.findByText('The mail server is asleep.')).toBeDefined()
    server.heal(sendCustomerMessage)
    fireEvent.click(modal.getByRole('button', { name: 'Send' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(server.bodiesOf(sendCustomerMessage).at(-1)).toEqual({
      sourceID: 7,
      email: 'ann@client.example',
      subject: 'Your order',
      message: 'It is on its way.',
    })
    const keys = server.calls.filter(({ path }) => path === sendCustomerMessage.path).map(({ key }) => key)
    expect(new Set(keys).size).toBe(1)
    expect(services.notices.store.getState()).toMatchObject([
      { kind: 'success', message: 'The message to the customer was sent.' },
    ])
  })
})
