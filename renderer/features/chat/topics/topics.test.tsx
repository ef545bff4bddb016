import { act, configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  addChatTopic,
  joinTopic,
  loadSuggestedDiscussions,
  loadTopicChats,
} from '#shared/contract/chat-topics.ts'
import { ConversationPane } from '../messages/ConversationPane.tsx'
import type { FakeServicesOptions } from '../testing/fake-services.ts'
import { aMessage } from '../testing/fixtures.ts'
import { installLayout } from '../testing/layout.ts'
import { aTopic, GROUP, GROUP_KEY, showInChat } from '../testing/show-in-chat.tsx'
import { windowIs } from '../testing/window-width.ts'

configure({ defaultHidden: true })

const WITHOUT = ['GENERAL_CAN_USE_TEAM_CHAT'] as const
let uninstall = () => {}
let stop = () => {}
beforeEach(() => {
  uninstall = installLayout()
  windowIs(1000)
})
afterEach(() => {
  stop()
  uninstall()
  vi.restoreAllMocks()
})

async function open(answers: FakeServicesOptions['answers'] = {}, over: Partial<FakeServicesOptions> = {}) {
  const shown = showInChat(<ConversationPane threadKey={GROUP_KEY} />, {
    answers: {
      [loadTopicChats.path]: () => [aTopic(), aTopic({ id: 21, sourceID: 5, name: 'Late shift', unread: 0 })],
      [loadSuggestedDiscussions.path]: () => [],
      ...answers,
    },
    ...over,
  })
  stop = shown.chat.stop
  await act(() => shown.chat.loadThreads())
  act(() => shown.chat.select(GROUP_KEY))
  await screen.findByText('Second')
  return shown
}
const openTopics = async () => {
  fireEvent.click(screen.getByRole('tab', { name: 'Topics' }))
  return await screen.findByRole('textbox', { name: 'New discussion' })
}
const panel = () => screen.getAllByRole('tabpanel').at(-1) as HTMLElement
const start = () => screen.getByRole('button', { name: 'Start discussion' })

describe('the Topics tab', () => {
  test('C061 lists the topics with what is newest in them, and grows with them', async () => {
    const { hub } = await open()
    await openTopics()
    expect(await screen.findByRole('button', { name: /^Quota cells.*1 unread/ })).toBeDefined()
    const message = aMessage({ id: 40, message: 'Full now', entryTime: '2026-11-21T08:00:00.000Z' })
    act(() => hub.emit('newMessage', { source: 'TOPIC', sourceID: 4, message }))
    expect(screen.getByRole('button', { name: /^Quota cells.*Full now.*2 unread/ })).toBeDefined()
  })

  test('C158 the search acts at 3 characters, 300 ms after the last', async () => {
    const { timers } = await open()
    await openTopics()
    const box = await screen.findByRole('textbox', { name: 'Search topics' })
    expect((box as HTMLInputElement).value).toBe('')
    const type = (value: string, ms: number) => {
      fireEvent.change(box, { target: { value } })
      act(() => timers.pass(ms))
    }
    type('la', 1000)
    expect(within(panel()).getByText('Quota cells')).toBeDefined()
    type('lat', 299)
    expect(within(panel()).getByText('Quota cells')).toBeDefined()
    act(() => timers.pass(1))
    expect(within(panel()).queryByText('Quota cells')).toBeNull()
    expect(within(panel()).getByText('Late shift')).toBeDefined()
    type('nothing', 300)
    expect(within(panel()).getByText('No topics match.')).toBeDefined()
    // Emptied, it shows all at once.
    type('', 0)
    expect(within(panel()).getByText('Quota cells')).toBeDefined()
    expect(within(panel()).getByText('Late shift')).toBeDefined()
  })

  test('C151 a discussion without text does nothing; with one it is begun and opens', async () => {
    const made = aTopic({ id: 22, name: 'Rota', sourceID: 4 })
    const { server, chat } = await open({ [addChatTopic.path]: () => made })
    const name = await openTopics()
    const create = vi.spyOn(chat, 'createTopic')
    fireEvent.change(name, { target: { value: '   ' } })
    fireEvent.submit(name)
    expect(create).not.toHaveBeenCalled()
    expect(start().hasAttribute('disabled')).toBe(true)
    expect(server.bodiesOf(addChatTopic)).toEqual([])
    fireEvent.change(name, { target: { value: ' Rota ' } })
    fireEvent.click(start())
    await waitFor(() =>
      expect(chat.store.getState().dialog).toEqual({ kind: 'topic-chat', thread: GROUP_KEY, id: 22 }),
    )
    expect(server.bodiesOf(addChatTopic)).toEqual([{ ...GROUP, threadID: 9, type: 'THREAD', name: 'Rota' }])
  })

  test('C151 a discussion needs a parent thread: none without one, none in a topic', async () => {
    const { chat, server } = await open()
    expect(await chat.createTopic('MANUAL:404', 'Rota')).toBeNull()
    expect(await chat.createTopic('TOPIC:4', 'Rota')).toBeNull()
    expect(await chat.createTopic(GROUP_KEY, ' \n ')).toBeNull()
    expect(server.bodiesOf(addChatTopic)).toEqual([])
  })

  test('C151 what is typed stays where the discussion can’t be begun', async () => {
    const { server } = await open()
    server.fail(addChatTopic)
    const name = await openTopics()
    fireEvent.change(name, { target: { value: 'Rota' } })
    fireEvent.click(start())
    await waitFor(() => expect(start().hasAttribute('data-loading')).toBe(false))
    expect((name as HTMLInputElement).value).toBe('Rota')
  })

  test('C166 C085 a suggested discussion and a message get a topic by a dialog, named after the message', async () => {
    const suggestion = { messageID: 2, name: 'Second', replies: 2, entryTime: '2026-11-20T09:00:00.000Z' }
    const { server, chat } = await open({
      [loadSuggestedDiscussions.path]: () => [suggestion],
      [addChatTopic.path]: () => aTopic({ messageID: 2 }),
    })
    await openTopics()
    fireEvent.click(await screen.findByRole('button', { name: 'Discuss: Second' }))
    const dialog = await screen.findByRole('dialog')
    const name = await within(dialog).findByRole('textbox', { name: 'New discussion' })
    expect((name as HTMLInputElement).value).toBe('Second')
    fireEvent.click(within(dialog).getByRole('button', { name: 'Start discussion' }))
    await waitFor(() => expect(chat.store.getState().dialog?.kind).toBe('topic-chat'))
    expect(server.bodiesOf(addChatTopic)).toMatchObject([{ name: 'Second', messageID: 2 }])
  })
})

describe("a topic's conversation", () => {
  test('C085 C166 opens over its parent from the mark on the message, takes what is sent, and gives way again', async () => {
    const { chat, server } = await open()
    const mark = await screen.findByRole('button', { name: 'Open topic Quota cells' })
    expect(mark.textContent).toContain('3 messages')
    fireEvent.click(mark)
    const dialog = await screen.findByRole('dialog')
    expect(await within(dialog).findByText('About the cells')).toBeDefined()
    expect(chat.store.getState()).toMatchObject({ selected: 'TOPIC:4', covered: { key: GROUP_KEY } })
    expect(within(dialog).queryByRole('tab', { name: 'Topics' })).toBeNull()
    expect(within(dialog).getByRole('tab', { name: 'Members' })).toBeDefined()
    act(() => void chat.send('Into the topic'))
    await waitFor(() => expect(server.messages['TOPIC:4']?.at(-1)?.message).toBe('Into the topic'))

    // Another dialog lies over it for a while.
    act(() => chat.openDialog({ kind: 'delete', thread: 'TOPIC:4', messageID: 31 }))
    expect(screen.getAllByRole('dialog')).toContain(dialog)
    act(() => chat.closeDialog())
    expect(chat.store.getState().dialog?.kind).toBe('topic-chat')

    await act(async () =>
      fireEvent.click(within(dialog).getByRole('button', { name: 'Started from a message' })),
    )
    expect(chat.store.getState()).toMatchObject({
      selected: GROUP_KEY,
      covered: null,
      dialog: null,
      spotlight: { thread: GROUP_KEY, messageID: 1 },
    })
  })

  test('C085 who came later than the topic joins it first', async () => {
    const outside = aTopic({ isMember: false })
    const { chat, server } = await open({
      [loadTopicChats.path]: () => [outside],
      [joinTopic.path]: () => aTopic(),
    })
    act(() => chat.openDialog({ kind: 'topic-chat', thread: GROUP_KEY, id: 20 }))
    fireEvent.click(await screen.findByRole('button', { name: 'Join discussion' }))
    expect(await screen.findByText('About the cells')).toBeDefined()
    expect(server.bodiesOf(joinTopic)).toEqual([{ id: 20 }])
  })

  test('C241 NEW_TOPIC_FROM_MESSAGE marks the message and brings the topic into the lists', async () => {
    const topics = [aTopic()]
    const { chat, hub } = await open({ [loadTopicChats.path]: () => [...topics] })
    await openTopics()
    await within(panel()).findByText('Quota cells')
    topics.push(aTopic({ id: 23, sourceID: 6, name: 'Fresh', messageID: 2 }))
    const message = aMessage({ id: 2, message: 'Second', topicID: 23 })
    act(() => hub.emit('NEW_TOPIC_FROM_MESSAGE', { ...GROUP, topicID: 23, name: 'Fresh', message }))
    expect(await within(panel()).findByText('Fresh')).toBeDefined()
    expect(chat.store.getState().conversations[GROUP_KEY]?.messages.at(-1)?.topicID).toBe(23)
  })

  test('C241 what is suggested comes anew with it, where it has been looked at', async () => {
    const { chat, hub, server } = await open({})
    const asked = () => server.bodiesOf(loadSuggestedDiscussions).length
    const message = aMessage({ id: 2, message: 'Second', topicID: 23 })
    const begins = async () => {
      act(() => hub.emit('NEW_TOPIC_FROM_MESSAGE', { ...GROUP, topicID: 23, name: 'Fresh', message }))
      await act(async () => {})
    }
    await begins()
    expect(asked()).toBe(0)
    await act(async () => chat.loadSuggestions(GROUP_KEY))
    expect(asked()).toBe(1)
    await begins()
    expect(asked()).toBe(2)
  })
})

test('C166 without CHAT_CAN_USE_TOPICS there are no marks, no dialogs, and nothing is asked for', async () => {
  const { chat, server } = await open({}, { permissions: WITHOUT })
  expect(screen.queryByRole('button', { name: /Open topic/ })).toBeNull()
  expect(screen.queryByRole('tab', { name: 'Topics' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Add to this chat' }))
  expect(await screen.findByRole('menuitem', { name: 'New poll' })).toBeDefined()
  expect(screen.queryByRole('menuitem', { name: 'New discussion' })).toBeNull()
  act(() => chat.openDialog({ kind: 'topic-chat', thread: GROUP_KEY, id: 20 }))
  act(() => chat.openDialog({ kind: 'add-topic', thread: GROUP_KEY, messageID: 2 }))
  await act(async () => {})
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(await chat.createTopic(GROUP_KEY, 'Rota')).toBeNull()
  expect(server.calls.filter(({ path }) => /topic|discussion/.test(path))).toEqual([])
})
