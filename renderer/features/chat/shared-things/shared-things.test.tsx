import { act, configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ChatDocument, Poll } from '#shared/contract/chat-entities.ts'
import {
  closePoll,
  loadChatDocument,
  loadChatDocuments,
  loadPoll,
  loadPolls,
  newChatDocument,
  newPoll,
  saveChatDocument,
  votePoll,
} from '#shared/contract/chat-shared-things.ts'
import { ApiError } from '../../../services/http/api-client.ts'
import type { FakeServicesOptions } from '../testing/fake-services.ts'
import { aMessage } from '../testing/fixtures.ts'
import { GROUP, GROUP_KEY, ME, showInChat } from '../testing/show-in-chat.tsx'
import { windowIs } from '../testing/window-width.ts'
import { CreateMenu } from './CreateMenu.tsx'

configure({ defaultHidden: true })

let stop = () => {}
beforeEach(() => windowIs(1000))
afterEach(() => {
  stop()
  vi.restoreAllMocks()
})

async function open(over: Partial<FakeServicesOptions> = {}) {
  const shown = showInChat(<CreateMenu threadKey={GROUP_KEY} />, over)
  stop = shown.chat.stop
  await act(() => shown.chat.loadThreads())
  return shown
}
async function choose(item: string) {
  fireEvent.click(screen.getByRole('button', { name: 'Add to this chat' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: item }))
  return await screen.findByRole('dialog')
}
const type = (name: string | RegExp, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } })

test('C084 C082 the menu lists what is there already, and offers nothing that the server doesn’t know', async () => {
  const missing = () => {
    throw new ApiError('refused', 'Not found', 404)
  }
  const { chat } = await open({
    answers: { [loadPolls.path]: () => [aPoll()], [loadChatDocuments.path]: missing },
  })
  fireEvent.click(screen.getByRole('button', { name: 'Add to this chat' }))
  const poll = await screen.findByRole('menuitem', { name: 'Tea or coffee?' })
  expect(screen.getByRole('menuitem', { name: 'New poll' })).toBeDefined()
  expect(screen.queryByRole('menuitem', { name: 'New document' })).toBeNull()
  fireEvent.click(poll)
  expect(chat.store.getState().dialog).toEqual({ kind: 'poll', thread: GROUP_KEY, id: 5 })
})

const option = (id: number, text: string, votes = 0, isMine = false) => ({
  id,
  text,
  votes,
  isMine,
  names: isMine ? [ME.name] : [],
})
const aPoll = (over: Partial<Poll> = {}): Poll => ({
  id: 5,
  ...GROUP,
  messageID: 50,
  question: 'Tea or coffee?',
  isMultiple: false,
  isAnonymous: false,
  createdBy: ME.id,
  createdByName: ME.name,
  closesAt: null,
  isClosed: false,
  voters: 1,
  options: [option(1, 'Tea', 1), option(2, 'Coffee')],
  ...over,
})
const message = aMessage({ id: 50, userID: ME.id, userName: ME.name, message: 'Poll: Tea or coffee?' })

describe('a new poll', () => {
  test('C083 wants a question and two different options, and is asked once however often it is tried', async () => {
    const { chat, server } = await open({ answers: { [newPoll.path]: () => ({ poll: aPoll(), message }) } })
    const dialog = await choose('New poll')
    const ask = () => fireEvent.click(within(dialog).getByRole('button', { name: 'Ask' }))
    await screen.findByRole('textbox', { name: 'Question' })
    ask()
    expect(within(dialog).getByRole('alert').textContent).toContain('Ask something.')
    type('Question', 'Tea or coffee?')
    type('Option 1', 'Tea')
    ask()
    expect(within(dialog).getByRole('alert').textContent).toContain('at least two')
    type('Option 2', ' tea')
    ask()
    expect(within(dialog).getByRole('alert').textContent).toContain('same')
    type('Option 2', 'Coffee')
    fireEvent.change(screen.getByRole('combobox', { name: 'Closes' }), { target: { value: 'hour' } })
    server.fail(newPoll)
    const form = within(dialog).getByRole('button', { name: 'Ask' }).closest('form') as HTMLFormElement
    // The page stays: the form isn't sent by the browser.
    expect(fireEvent.submit(form)).toBe(false)
    expect(within(dialog).getByRole('button', { name: 'Ask' }).dataset.loading).toBe('true')
    await waitFor(() => expect(server.bodiesOf(newPoll)).toHaveLength(1))
    server.heal(newPoll)
    await waitFor(() =>
      expect(within(dialog).getByRole('button', { name: 'Ask' }).dataset.loading).toBeUndefined(),
    )
    ask()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    // What was made is there at once.
    expect(chat.store.getState().polls[5]).toMatchObject({ thing: { question: 'Tea or coffee?' } })
    const asked = server.calls.filter(({ path }) => path === newPoll.path)
    expect(asked[1]?.body).toEqual({
      ...GROUP,
      question: 'Tea or coffee?',
      options: ['Tea', 'Coffee'],
      isMultiple: false,
      isAnonymous: false,
      closesAt: '2026-11-21T10:00:00.000Z',
    })
    expect(asked[0]?.key).toBe(asked[1]?.key)
  })

  test('C083 what is written is there again after the dialog was closed, and gone once it was asked', async () => {
    const { timers, services } = await open({
      answers: { [newPoll.path]: () => ({ poll: aPoll(), message }) },
    })
    await choose('New poll')
    await screen.findByRole('textbox', { name: 'Question' })
    type('Question', 'Tea?')
    fireEvent.click(screen.getByRole('button', { name: 'Add option' }))
    type('Option 3', 'Water')
    act(() => timers.pass(250))
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    await choose('New poll')
    expect((screen.getByRole('textbox', { name: 'Question' }) as HTMLInputElement).value).toBe('Tea?')
    type('Option 1', 'Yes')
    fireEvent.click(screen.getByRole('button', { name: 'Ask' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(services.storage.get('sharedThingDrafts')).toEqual({})
    await choose('New poll')
    expect((screen.getByRole('textbox', { name: 'Question' }) as HTMLInputElement).value).toBe('')
  })
})

describe('an active poll', () => {
  const show = async (poll: Poll, answers: FakeServicesOptions['answers'] = {}) => {
    const shown = await open({ answers: { [loadPoll.path]: () => poll, ...answers } })
    act(() => shown.chat.openDialog({ kind: 'poll', thread: GROUP_KEY, id: 5 }))
    await screen.findByText('Tea or coffee?')
    return shown
  }

  test('C084 a vote shows at once, and is taken back where the server refuses it', async () => {
    const held = Promise.withResolvers<unknown>()
    const { server } = await show(aPoll(), { [votePoll.path]: () => held.promise })
    expect(screen.getByRole('radio', { name: 'Tea, 1 vote' })).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Take my vote back' })).toBeNull()
    fireEvent.click(screen.getByRole('radio', { name: 'Coffee, 0 votes' }))
    const mine = screen.getByRole('radio', { name: 'Coffee, 1 vote' })
    expect(screen.getByRole('button', { name: 'Take my vote back' })).toBeDefined()
    expect(mine.getAttribute('aria-checked') ?? String((mine as HTMLInputElement).checked)).toBe('true')
    expect(screen.getByText('2 people have voted')).toBeDefined()
    expect(server.bodiesOf(votePoll)).toEqual([{ pollID: 5, optionIDs: [2] }])
    await act(async () => held.reject(new ApiError('refused', 'This poll is closed', 400)))
    expect(await screen.findByRole('radio', { name: 'Coffee, 0 votes' })).toBeDefined()
  })

  test('C084 several answers, taking them back, and the votes of others as they come', async () => {
    let now = aPoll({ isMultiple: true })
    const vote = ({ optionIDs }: Record<string, unknown>) => {
      const ids = optionIDs as number[]
      now = { ...now, options: now.options.map((one) => ({ ...one, isMine: ids.includes(one.id) })) }
      return now
    }
    const { server, hub } = await show(now, { [loadPoll.path]: () => now, [votePoll.path]: vote })
    fireEvent.click(screen.getByRole('checkbox', { name: /^Tea/ }))
    fireEvent.click(screen.getByRole('checkbox', { name: /^Coffee/ }))
    fireEvent.click(await screen.findByRole('button', { name: 'Take my vote back' }))
    await waitFor(() =>
      expect(server.bodiesOf(votePoll)).toEqual([
        { pollID: 5, optionIDs: [1] },
        { pollID: 5, optionIDs: [1, 2] },
        { pollID: 5, optionIDs: [] },
      ]),
    )
    now = aPoll({ isMultiple: true, options: [option(1, 'Tea', 7), option(2, 'Coffee')] })
    act(() => hub.emit('pollChanged', { ...GROUP, pollID: 5 }))
    expect(await screen.findByRole('checkbox', { name: 'Tea, 7 votes' })).toBeDefined()
  })

  test('C084 a poll that closes by itself is closed before one’s eyes', async () => {
    let poll = aPoll({ closesAt: '2026-11-21T09:01:00.000Z' })
    const { timers } = await show(poll, { [loadPoll.path]: () => poll })
    poll = { ...poll, isClosed: true }
    act(() => timers.pass(61_000))
    expect(await screen.findByText(/This poll is closed/)).toBeDefined()
  })

  test('C084 one that is closed has no votes to take back; one that can’t be loaded says so', async () => {
    const voted = [option(1, 'Tea', 1, true), option(2, 'Coffee')]
    const { chat, server } = await show(aPoll({ isClosed: true, options: voted }))
    expect(screen.queryByRole('button', { name: 'Take my vote back' })).toBeNull()
    server.fail(loadPoll)
    act(() => chat.openDialog({ kind: 'poll', thread: GROUP_KEY, id: 6 }))
    expect((await screen.findByRole('alert')).textContent).toContain("The poll couldn't be loaded.")
  })

  test('C084 who asked closes it after a question; nobody votes any more', async () => {
    const { services } = await show(aPoll(), { [closePoll.path]: () => aPoll({ isClosed: true }) })
    fireEvent.click(screen.getByRole('button', { name: 'Close poll' }))
    await waitFor(() => expect(services.prompts.store.getState()).toHaveLength(1))
    await act(async () => services.prompts.answer(services.prompts.store.getState()[0]?.id ?? 0, true))
    expect(await screen.findByText(/This poll is closed/)).toBeDefined()
    expect(screen.getByRole('radio', { name: /^Tea/ }).hasAttribute('disabled')).toBe(true)
    expect(screen.queryByRole('button', { name: 'Close poll' })).toBeNull()
  })
})

const aDocument = (over: Partial<ChatDocument> = {}): ChatDocument => ({
  id: 3,
  ...GROUP,
  messageID: 51,
  title: 'Rota',
  text: 'Mon: Ann',
  version: 1,
  updatedBy: 2,
  updatedByName: 'Amelia Hart',
  updatedAt: '2026-11-20T09:00:00.000Z',
  ...over,
})

describe('documents', () => {
  const title = () => screen.getByRole('textbox', { name: 'Title' }) as HTMLInputElement
  const text = () => screen.getByRole('textbox', { name: 'Text' }) as HTMLTextAreaElement
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

  test('C082 a new document wants a title, and loses nothing where it can’t be made', async () => {
    const load = vi.fn(() => aDocument())
    const { chat, server } = await open({
      answers: {
        [newChatDocument.path]: () => ({ document: aDocument(), message }),
        [loadChatDocument.path]: load,
      },
    })
    await choose('New document')
    await screen.findByRole('textbox', { name: 'Title' })
    type('Text', 'Mon: Ann')
    press('Create document')
    expect(screen.getByRole('alert').textContent).toContain('title')
    type('Title', 'Rota')
    server.fail(newChatDocument)
    press('Create document')
    expect(screen.getByRole('button', { name: 'Create document' }).dataset.loading).toBe('true')
    await waitFor(() => expect(server.bodiesOf(newChatDocument)).toHaveLength(1))
    expect(text().value).toBe('Mon: Ann')
    server.heal(newChatDocument)
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Create document' }).dataset.loading).toBeUndefined(),
    )
    press('Create document')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    // What was made is there at once, without being asked for.
    expect(load).not.toHaveBeenCalled()
    expect(chat.store.getState().documents[3]).toMatchObject({ thing: { title: 'Rota', text: 'Mon: Ann' } })
    expect(server.bodiesOf(newChatDocument).at(-1)).toMatchObject({ title: 'Rota', text: 'Mon: Ann' })
  })

  test('C081 an edit is saved on the version that was read, and survives the dialog until then', async () => {
    const save = vi.fn((body: Record<string, unknown>) => aDocument({ ...body, version: 2 }))
    const { chat, timers } = await open({
      answers: { [loadChatDocument.path]: () => aDocument(), [saveChatDocument.path]: save },
    })
    const dialog = { kind: 'document', thread: GROUP_KEY, id: 3 } as const
    act(() => chat.openDialog(dialog))
    await screen.findByRole('textbox', { name: 'Title' })
    expect(title().value).toBe('Rota')
    type('Text', 'Mon: Ben')
    act(() => timers.pass(250))
    act(() => chat.closeDialog())
    act(() => chat.openDialog(dialog))
    expect(await screen.findByText('What you had written is back.')).toBeDefined()
    expect(text().value).toBe('Mon: Ben')
    press('Save')
    expect(await screen.findByText('Saved')).toBeDefined()
    expect(save.mock.calls[0]?.[0]).toEqual({ documentID: 3, title: 'Rota', text: 'Mon: Ben', version: 1 })
  })

  test('C081 only what is changed is saved; a document that can’t be loaded says so', async () => {
    const save = vi.fn((body: Record<string, unknown>) => aDocument({ ...body, version: 2 }))
    const { chat, server } = await open({
      answers: { [loadChatDocument.path]: () => aDocument(), [saveChatDocument.path]: save },
    })
    act(() => chat.openDialog({ kind: 'document', thread: GROUP_KEY, id: 3 }))
    const field = await screen.findByRole('textbox', { name: 'Title' })
    const canSave = () => !(screen.getByRole('button', { name: 'Save' }) as HTMLButtonElement).disabled
    expect(canSave()).toBe(false)
    for (const name of ['Title', 'Text'] as const) {
      const before = (screen.getByRole('textbox', { name }) as HTMLInputElement).value
      type(name, 'Other')
      expect(canSave()).toBe(true)
      type(name, before)
      expect(canSave()).toBe(false)
    }
    fireEvent.submit(field.closest('form') as HTMLFormElement)
    await act(async () => {})
    expect(save).not.toHaveBeenCalled()
    server.fail(loadChatDocument)
    act(() => chat.openDialog({ kind: 'document', thread: GROUP_KEY, id: 4 }))
    expect((await screen.findByRole('alert')).textContent).toContain("The document couldn't be loaded.")
  })

  test('C081 where somebody changed it meanwhile, both texts are there and the person decides', async () => {
    let stored = aDocument()
    const save = (body: Record<string, unknown>) => {
      if (body.version !== stored.version) throw new ApiError('refused', 'Changed', 409)
      stored = aDocument({ text: String(body.text), version: stored.version + 1 })
      return stored
    }
    const { chat, server, hub } = await open({
      answers: { [loadChatDocument.path]: () => stored, [saveChatDocument.path]: save },
    })
    act(() => chat.openDialog({ kind: 'document', thread: GROUP_KEY, id: 3 }))
    await screen.findByRole('textbox', { name: 'Title' })
    type('Text', 'Mine')
    stored = aDocument({ text: 'Theirs', version: 2 })
    press('Save')
    const alert = await screen.findByText(/Amelia Hart changed this document meanwhile/)
    expect(alert).toBeDefined()
    expect(screen.getByText('Theirs')).toBeDefined()
    expect(text().value).toBe('Mine')
    press('Save mine over it')
    expect(await screen.findByText('Saved')).toBeDefined()
    expect(server.bodiesOf(saveChatDocument)).toMatchObject([{ version: 1 }, { version: 2, text: 'Mine' }])

    // The hub tells of it before anything is saved.
    type('Text', 'Mine again')
    stored = aDocument({ text: 'Theirs again', version: 9 })
    act(() => hub.emit('documentChanged', { ...GROUP, documentID: 3 }))
    await screen.findByText('Theirs again')
    press('Take theirs')
    expect(text().value).toBe('Theirs again')
  })
})
