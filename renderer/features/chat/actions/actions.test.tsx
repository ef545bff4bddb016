import { act, configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { chatFeatures, messageTask } from '#shared/contract/chat-assistant.ts'
import { chatMessage, messageTokenType, messageType } from '#shared/contract/chat-entities.ts'
import * as calls from '#shared/contract/chat-messages.ts'
import { getTaskConfig } from '#shared/contract/settings.ts'
import { addTask } from '#shared/contract/tasks.ts'
import { assetMarkup } from '#shared/domain/chat-assets.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { manualTimers } from '../../../testing/manual-timers.ts'
import type { FakeServicesOptions } from '../testing/fake-services.ts'
import { aMessage, aThread } from '../testing/fixtures.ts'
import { showChat } from '../testing/show-chat.tsx'

const me = { id: 1, name: 'Tom Whitfield' }
const ALL: readonly PermissionName[] = [
  'GENERAL_CAN_USE_TEAM_CHAT',
  'CAN_BROADCAST_MESSAGE',
  'CHAT_CAN_USE_TOPICS',
  'CALENDAR_CAN_USE_TASK_SCHEDULER',
  'CHAT_CAN_REVOKE_ATTACHMENT',
]
const LEAST: readonly PermissionName[] = ['GENERAL_CAN_USE_TEAM_CHAT']
const own = aMessage({ id: 1, userID: 1, userName: me.name, message: 'Frist @[Amelia Hart](2)' })
const theirs = aMessage({ id: 2, message: 'Can you check the quota?\nBefore noon.' })
const theirFile = aMessage({ id: 3, message: 'rota.pdf\nFor next week', type: 'CENTRAL_FILE_HUB' })

let stop = () => {}
beforeEach(() => void configure({ defaultHidden: true }))
afterEach(() => {
  stop()
  vi.restoreAllMocks()
})

async function show(over: Partial<FakeServicesOptions> = {}, name: string | null = 'Amelia', path?: string) {
  const options = {
    me,
    permissions: ALL,
    threads: [
      aThread({ id: 7, displayLabel: 'Amelia Hart', partnerID: 2, partnerName: 'Amelia Hart' }),
      aThread({ id: 9, displayLabel: 'Supervisors', source: 'MANUAL', isGroup: true }),
      aThread({ id: 41, type: 'CHATROOM', source: 'TASK_CHAT', displayLabel: 'Wave 3' }),
      aThread({ id: 12, type: 'CHATROOM', source: 'TOPIC', displayLabel: 'Screener' }),
    ],
    messages: { 'MESSAGE:7': [own, theirs, theirFile], 'MANUAL:9': [aMessage({ id: 11 })] },
    ...over,
  } as const
  const shown = await showChat(options, name, path)
  stop = shown.stop
  const row = (text: string) => {
    const article = screen.getByText(text, { exact: false }).closest('article')
    if (!article) throw new Error(`no message reads ${text}`)
    return article
  }
  const openMenu = async (text: string) => {
    fireEvent.click(within(row(text)).getByRole('button', { name: 'More actions' }))
    return await screen.findByRole('menu')
  }
  const items = async (text: string) => {
    const menu = await openMenu(text)
    const names = within(menu)
      .getAllByRole('menuitem')
      .map((item) => item.textContent)
    fireEvent.keyDown(menu, { key: 'Escape' })
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    return names
  }
  const choose = async (text: string, action: string) => {
    const menu = await openMenu(text)
    fireEvent.click(within(menu).getByRole('menuitem', { name: action }))
  }
  return { ...shown, row, openMenu, items, choose }
}

describe('the menu of a message', () => {
  test('C177 only the author sees Edit and Delete', async () => {
    const { items } = await show({ permissions: LEAST })
    expect(await items('Frist')).toEqual([
      'Reply',
      'Edit',
      'Copy text',
      'Copy link',
      'Pin',
      'Delivery stats',
      'Analysis',
      'Delete',
    ])
    expect(await items('Can you check')).toEqual([
      'Reply',
      'Copy text',
      'Copy link',
      'Pin',
      'Delivery stats',
      'Analysis',
    ])
    expect(await items('rota.pdf')).toEqual([
      'Reply',
      'Preview',
      'Download',
      'Copy link',
      'Pin',
      'Delivery stats',
      'Analysis',
    ])
  })

  test('C005 a message can be pinned, and one that is pinned unpinned', async () => {
    const pinned = aMessage({ id: 2, message: 'Drill', pinnedTime: '2026-11-20T08:00:00.000Z' })
    const { items } = await show({
      messages: { 'MESSAGE:7': [aMessage({ id: 1, message: 'Rota' }), pinned] },
    })
    const pins = async (text: string) => (await items(text)).filter((name) => /pin$/i.test(name ?? ''))
    expect([await pins('Rota'), await pins('Drill')]).toEqual([['Pin'], ['Unpin']])
  })

  describe.each<[string, PermissionName, string]>([
    ['C166', 'CHAT_CAN_USE_TOPICS', 'Add topic'],
    ['C167', 'CALENDAR_CAN_USE_TASK_SCHEDULER', 'Quick task'],
    ['C168', 'CAN_BROADCAST_MESSAGE', 'Broadcast'],
    ['C169', 'CHAT_CAN_REVOKE_ATTACHMENT', 'Revoke attachment'],
  ])("%s %s gives '%s'", (_id, permission, given) => {
    const gated = ['Broadcast', 'Add topic', 'Quick task', 'Revoke attachment']
    const shownTo = async (permissions: readonly PermissionName[]) => {
      const { items } = await show({ permissions })
      const shown = await items('rota.pdf')
      return gated.filter((name) => shown.includes(name))
    }

    test('C168 C169 to who holds it, and nothing else', async () => {
      expect(await shownTo([...LEAST, permission])).toEqual([given])
    })

    test('to nobody for another one', async () => {
      const others = ALL.filter((one) => one !== permission)
      expect(await shownTo(others)).toEqual(gated.filter((name) => name !== given))
    })
  })

  test('C168 a broadcast is taken back by who may broadcast', async () => {
    const broadcast = aMessage({ id: 2, message: 'Drill', broadcastTime: '2026-11-20T08:00:00.000Z' })
    const messages = { 'MESSAGE:7': [broadcast] }
    const { items } = await show({ messages, permissions: LEAST })
    const names = await items('Drill')
    expect(names).not.toContain('Remove broadcast')
    expect(names).not.toContain('Broadcast')
  })

  test('C168 who may broadcast is offered one of a message, and of a broadcast only its end', async () => {
    const broadcast = aMessage({ id: 2, message: 'Drill', broadcastTime: '2026-11-20T08:00:00.000Z' })
    const { items } = await show({ messages: { 'MESSAGE:7': [broadcast, own] } })
    const offered = async (text: string) =>
      (await items(text)).filter((name) => /broadcast/i.test(name ?? ''))
    expect(await offered('Drill')).toEqual(['Remove broadcast'])
    expect(await offered('Frist')).toEqual(['Broadcast'])
  })

  test('C004 it opens by the right button, reacts and closes; a link keeps the browser’s own', async () => {
    const withLink = aMessage({ id: 2, message: 'See https://example.com now' })
    const { row, user } = await show({ messages: { 'MESSAGE:7': [withLink] } })
    expect(fireEvent.contextMenu(screen.getByRole('link'))).toBe(true)
    expect(fireEvent.contextMenu(screen.getByText('See'), { clientX: 5, clientY: 5 })).toBe(false)
    const menu = await screen.findByRole('menu')
    // What says that it is expanded is something that can be.
    expect(document.querySelector('[aria-expanded]:not(button, [role])')).toBeNull()
    await user.click(within(menu).getByRole('menuitemcheckbox', { name: 'Heart' }))
    expect(await within(row('See')).findByRole('button', { name: 'Heart, 1: Tom Whitfield' })).toBeDefined()
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  })

  test('a finger that rests on a message gets a sheet; one that moves scrolls', async () => {
    const timers = manualTimers()
    const { row, services } = await show()
    vi.spyOn(services.timers, 'after').mockImplementation(timers.after)
    const article = row('Can you check')
    const touch = { pointerType: 'touch', clientX: 10, clientY: 10 }
    fireEvent.pointerDown(article, touch)
    fireEvent.pointerMove(article, { ...touch, clientY: 40 })
    act(() => timers.pass(600))
    expect(screen.queryByRole('dialog')).toBeNull()
    fireEvent.pointerDown(article, touch)
    act(() => timers.pass(600))
    const sheet = await screen.findByRole('dialog', { name: 'Message actions' })
    // Lifting the finger presses nothing that lies under it now.
    expect(fireEvent.touchEnd(article)).toBe(false)
    fireEvent.click(within(sheet).getByRole('button', { name: 'Reply' }))
    expect(await screen.findByText('Replying to Amelia Hart')).toBeDefined()
  })

  test('the arrow keys go along the toolbar, and up and down from message to message', async () => {
    const { row, user } = await show()
    act(() => within(row('Can you check')).getByRole('button', { name: 'Reply' }).focus())
    await user.keyboard('{ArrowUp}')
    expect(row('Frist').contains(document.activeElement)).toBe(true)
    await user.keyboard('{ArrowRight}')
    expect(document.activeElement?.getAttribute('aria-label')).toBe('More actions')
  })

  test('the focus goes back to the button of the menu that is closed', async () => {
    const { row, openMenu } = await show()
    const button = within(row('Frist')).getByRole('button', { name: 'More actions' })
    act(() => button.focus())
    const menu = await openMenu('Frist')
    await waitFor(() => expect(menu.contains(document.activeElement)).toBe(true))
    fireEvent.keyDown(menu, { key: 'Escape' })
    await waitFor(() => expect(document.activeElement).toBe(button))
  })

  test('text is copied as it reads, and a link to the message as an address', async () => {
    const { choose } = await show()
    const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await choose('Frist', 'Copy text')
    await waitFor(() => expect(written).toHaveBeenLastCalledWith('Frist @Amelia Hart'))
    await choose('Can you check', 'Copy link')
    const link = `${window.location.origin}/connect-plus/chat?message=MESSAGE:7:2`
    await waitFor(() => expect(written).toHaveBeenLastCalledWith(link))
  })
})

describe('dialogs', () => {
  test('C088 C150 editing warns, keeps mentions, and saves nothing empty', async () => {
    const { choose, server } = await show({
      answers: {
        [calls.editMessage.path]: ({ message }) => ({ message: { ...own, message, edited: true } }),
      },
    })
    await choose('Frist', 'Edit')
    const dialog = await screen.findByRole('dialog', { name: 'Edit message' })
    expect(dialog.textContent).toContain(
      "Editing this message won't update any notifications already sent, such as emails, WhatsApp, or push notifications.",
    )
    const field = within(dialog).getByRole('textbox', { name: 'Message' })
    expect(field).toHaveProperty('value', 'Frist @Amelia Hart')
    fireEvent.change(field, { target: { value: '  ', selectionStart: 2 } })
    expect(within(dialog).getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true)
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(server.bodiesOf(calls.editMessage)).toEqual([])
    fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Edit message' })).toBeNull())

    await choose('Frist', 'Edit')
    const again = await screen.findByRole('textbox', { name: 'Message' })
    expect(again).toHaveProperty('value', 'Frist @Amelia Hart')
    fireEvent.change(again, { target: { value: 'First @Amelia Hart', selectionStart: 5 } })
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(server.bodiesOf(calls.editMessage)).toMatchObject([{ message: 'First @[Amelia Hart](2)' }]),
    )
    expect(await screen.findByText('(edited)', { exact: false })).toBeDefined()
  })

  test('C089 deleting asks first', async () => {
    const { choose, server } = await show({ answers: { [calls.deleteMessage.path]: () => ({ done: true }) } })
    await choose('Frist', 'Delete')
    const dialog = await screen.findByRole('dialog', { name: 'Delete message' })
    expect(dialog.textContent).toContain(
      "Are you sure you want to delete this message? This won't remove it from any notifications already sent, like emails, WhatsApp, or push notifications.",
    )
    expect(server.bodiesOf(calls.deleteMessage)).toEqual([])
    fireEvent.click(within(dialog).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await screen.findByText('This message has been deleted')).toBeDefined()
    expect(server.bodiesOf(calls.deleteMessage)).toMatchObject([{ id: 1 }])
  })

  test("C090 delivery stats by person, and 'No data for this message' without any", async () => {
    const stat = { userID: 2, userName: 'Amelia Hart', channel: 'WHATSAPP', status: 'FAILED', time: null }
    const stats = vi.fn(() => [stat] as object[])
    const { choose, chat } = await show({ answers: { [calls.getMessageStats.path]: stats } })
    await choose('Frist', 'Delivery stats')
    const list = await screen.findByRole('list', { name: 'Delivery stats' })
    expect(within(list).getByRole('listitem').textContent).toContain('Amelia HartWhatsAppFailed')
    act(() => chat.closeDialog())
    stats.mockReturnValue([])
    await choose('Can you check', 'Delivery stats')
    expect((await screen.findByText('No data for this message')).closest('[role=alert]')).not.toBeNull()
  })

  test.each([
    [[], 0, 'None yet', '0'],
    [['Ben Okafor'], 1, 'after 1 minute', 'Ben Okafor'],
    [['Ben Okafor', 'Cath Lowe'], 3, 'after 3 minutes', 'Ben Okafor, Cath Lowe'],
  ])('C091 the analysis tells what there is to know, mentions of %j included', async (...facts) => {
    const [mentions, minutes, firstReply, said] = facts
    const analysis = { words: 7, characters: 38, links: 6, replies: 2, reactions: 1, readers: 3, audience: 5 }
    const whole = { ...analysis, mentions, firstReplyMinutes: minutes === 0 ? null : minutes }
    const { choose } = await show({ answers: { [calls.analyseMessage.path]: () => whole } })
    await choose('Can you check', 'Analysis')
    const dialog = await screen.findByRole('dialog', { name: 'Analysis' })
    await within(dialog).findByText('3 of 5')
    const terms = within(dialog).getAllByRole('term')
    expect(terms.map((term) => [term.textContent, term.nextElementSibling?.textContent])).toEqual([
      ['Read by', '3 of 5'],
      ['Replies', '2'],
      ['First reply', firstReply],
      ['Reactions', '1'],
      ['Words', '7'],
      ['Characters', '38'],
      ['Links', '6'],
      ['Mentions', said],
    ])
  })

  test('C091 the analysis of a message', async () => {
    const analysis = {
      words: 7,
      characters: 38,
      links: 0,
      mentions: [],
      replies: 2,
      reactions: 1,
      readers: 3,
      audience: 5,
      firstReplyMinutes: 4,
    }
    const answer = ({ id }: Record<string, unknown>) => ({
      ...analysis,
      readers: id === theirs.id ? 3 : 4,
    })
    const { choose, server } = await show({ answers: { [calls.analyseMessage.path]: answer } })
    await choose('Can you check', 'Analysis')
    const dialog = await screen.findByRole('dialog', { name: 'Analysis' })
    expect(await within(dialog).findByText('3 of 5')).toBeDefined()
    expect(within(dialog).getByText('after 4 minutes')).toBeDefined()
    fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    // Another message has another one.
    const release = server.hold(calls.analyseMessage)
    await choose('rota.pdf', 'Analysis')
    await screen.findByRole('dialog', { name: 'Analysis' })
    expect(screen.queryByText('3 of 5')).toBeNull()
    act(release)
    expect(await screen.findByText('4 of 5')).toBeDefined()
  })

  test('one about a message that isn’t loaded fetches it; one that is gone says so', async () => {
    const { chat } = await show({
      messages: { 'MESSAGE:7': [own], 'MANUAL:9': [aMessage({ id: 60, message: 'Old' })] },
    })
    act(() => chat.openDialog({ kind: 'delete', thread: 'MANUAL:9', messageID: 60 }))
    expect(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Close' })).toBeDefined()
    expect(await screen.findByText('Old')).toBeDefined()
    act(() => chat.openDialog({ kind: 'delete', thread: 'MANUAL:9', messageID: 61 }))
    expect(
      await screen.findByText('This message is not here any more, or you are not in its chat.'),
    ).toBeDefined()
  })
})

describe('the quick task', () => {
  const answers = {
    [chatFeatures.path]: () => ({ assistant: true, rewording: true, gifs: 'BUILT_IN' }),
    [messageTask.path]: () => ({
      eventStart: '2026-11-22T09:00:00.000Z',
      subject: 'Check the quota',
      description: 'All cells of wave 3',
      priority: 'EMERGENCY',
      requiredHours: 0.1,
      dueDate: '2026-11-23T12:00:00.000Z',
    }),
  }
  const room = aThread({ id: 8, type: 'CHATROOM', source: 'PROJECT', sourceID: 70, displayLabel: 'Rail' })
  const inProject = { threads: [room], messages: { 'PROJECT:70': [theirs] } }

  test('C087 C113 C257 W076 W077 W078 W079 the modal begins with the defaults and sends the whole draft', async () => {
    const upload = vi.fn(async () => ({ taskID: 5 }))
    const now = () => new Date(2026, 10, 21, 9, 30).getTime()
    const { choose } = await show(
      {
        ...inProject,
        now,
        upload: upload as never,
        answers: { [chatFeatures.path]: () => ({ assistant: false, rewording: false, gifs: 'BUILT_IN' }) },
      },
      'Rail',
    )
    await choose('Can you check', 'Quick task')
    const dialog = within(await screen.findByRole('dialog', { name: 'Quick task' }))
    expect(dialog.queryByRole('button', { name: 'Fill in from the message' })).toBeNull()
    expect(dialog.getByRole('textbox', { name: /^Subject/ })).toHaveProperty(
      'value',
      'Can you check the quota?',
    )
    const efforts = within(dialog.getByRole('combobox', { name: 'Story points' })).getAllByRole('option')
    expect(efforts.map((option) => option.textContent)).toEqual([
      '21 Exhausting',
      '13 Very difficult',
      '8 Difficult',
      '5 Moderate',
      '3 Somewhat easy',
      '2 Easy',
      '1 Very easy',
    ])
    // A quarter of an hour is the least.
    const hours = dialog.getByRole('spinbutton', { name: 'Required hours' })
    for (const [value, disabled] of [
      ['0.24', true],
      ['0.25', false],
      ['', true],
      ['1', false],
    ] as const) {
      fireEvent.change(hours, { target: { value } })
      expect(dialog.getByRole('button', { name: 'Create task' }), value).toHaveProperty('disabled', disabled)
    }
    // Either time alone is too little.
    for (const name of [/^Start/, /^Due/]) {
      const field = dialog.getByLabelText<HTMLInputElement>(name)
      const { value } = field
      fireEvent.change(field, { target: { value: '' } })
      expect(dialog.getByRole('button', { name: 'Create task' })).toHaveProperty('disabled', true)
      fireEvent.change(field, { target: { value } })
    }
    fireEvent.click(dialog.getByRole('button', { name: 'Create task' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(upload).toHaveBeenCalledExactlyOnceWith(
      addTask,
      {
        userID: 1,
        eventStart: new Date(2026, 10, 21, 9, 30).toISOString(),
        eventEnd: new Date(2026, 10, 21, 9, 45).toISOString(),
        subject: 'Can you check the quota?',
        description: 'QUICK TASK - SPEC PENDING',
        storyPoint: '5',
        priority: 'LOW',
        requiredHours: 1,
        projectID: 70,
        sprint: '',
        milestone: '',
        status: '',
        dueDate: new Date(2026, 10, 21, 23, 59).toISOString(),
        chatSource: 'PROJECT',
        chatSourceID: 70,
        chatMessageID: 2,
      },
      expect.objectContaining({ idempotencyKey: expect.any(String) }),
    )
  })

  test('C167 the assistant fills it in; a failure keeps what is there, and nothing incomplete is sent', async () => {
    const { choose } = await show({ ...inProject, answers }, 'Rail')
    await choose('Can you check', 'Quick task')
    fireEvent.click(await screen.findByRole('button', { name: 'Fill in from the message' }))
    const subject = await screen.findByDisplayValue('Check the quota')
    expect(screen.getByRole('combobox', { name: 'Priority' })).toHaveProperty('value', 'EMERGENCY')
    expect(screen.getByRole('spinbutton', { name: 'Required hours' })).toHaveProperty('value', '0.25')
    const create = screen.getByRole('button', { name: 'Create task' })
    expect(create).toHaveProperty('disabled', false)
    fireEvent.click(create)
    expect(await screen.findByText('Nothing is uploaded here.')).toBeDefined()
    fireEvent.change(subject, { target: { value: ' ' } })
    expect(create).toHaveProperty('disabled', true)
  })
})

describe('the quick task’s dates', () => {
  const room = aThread({ id: 8, type: 'CHATROOM', source: 'PROJECT', sourceID: 70, displayLabel: 'Rail' })
  const send = async (prefixes: object[] | null) => {
    const upload = vi.fn(async () => ({ taskID: 5 }))
    const config = { templates: [], prefixes, statuses: [], sprints: [], milestones: [] }
    const { choose } = await show(
      {
        threads: [room],
        messages: { 'PROJECT:70': [theirs] },
        upload: upload as never,
        answers: {
          [chatFeatures.path]: () => ({ assistant: false, rewording: false, gifs: 'BUILT_IN' }),
          ...(prefixes && { [getTaskConfig.path]: () => config }),
        },
      },
      'Rail',
    )
    await choose('Can you check', 'Quick task')
    const dialog = within(await screen.findByRole('dialog', { name: 'Quick task' }))
    fireEvent.change(dialog.getByLabelText('Start'), { target: { value: '2026-11-23T10:01' } })
    const save = async (due: string) => {
      fireEvent.change(dialog.getByLabelText('Due date'), { target: { value: due } })
      fireEvent.click(dialog.getByRole('button', { name: 'Create task' }))
    }
    return { upload, save }
  }

  test('W123 without prefixes a start after the due date is sent', async () => {
    const { upload, save } = await send([])
    await save('2026-11-23T10:00')
    await waitFor(() => expect(upload).toHaveBeenCalledOnce())
  })

  test('W123 where it couldn’t be read whether there are any, the server decides', async () => {
    const { upload, save } = await send(null)
    await save('2026-11-23T10:00')
    await waitFor(() => expect(upload).toHaveBeenCalledOnce())
  })

  test('W123 with prefixes it is refused, and a start at the due date isn’t', async () => {
    const { upload, save } = await send([{ id: 1, text: 'QC', projectID: null }])
    await save('2026-11-23T10:00')
    expect(await screen.findByText('Task start has to be before due date')).toBeDefined()
    expect(upload).not.toHaveBeenCalled()
    await save('2026-11-23T10:01')
    await waitFor(() => expect(upload).toHaveBeenCalledOnce())
  })
})

describe('what is seen of a message', () => {
  test('C133 C103 C104 it is flagged when pinned, broadcast, edited, deleted, with a topic or reactions', async () => {
    const at = '2026-11-20T08:00:00.000Z'
    const messages = [
      aMessage({ id: 1, message: 'Text one', pinnedTime: at, tokenType: 'WHATSAPP' }),
      aMessage({
        id: 2,
        message: 'Text two',
        broadcastTime: at,
        broadcastUserID: 4,
        broadcastUsername: 'Priya Nair',
        tokenType: 'EMAIL',
      }),
      aMessage({ id: 3, message: 'Text three', edited: true, editTime: at, tokenType: 'MOBILE_APP' }),
      aMessage({ id: 4, message: 'secret', deleted: true }),
      aMessage({ id: 5, message: 'Text five', topicID: 12, tokenType: 'OAUTH' }),
      aMessage({ id: 6, message: 'Text six', likeCount: 1, likeNames: ['Amelia Hart'] }),
      aMessage({ id: 7, message: 'Text seven' }),
      // Written here, so that nothing says where: the flag stands alone.
      aMessage({ id: 8, message: 'Text eight', pinnedTime: at }),
      aMessage({
        id: 9,
        message: 'Text nine',
        broadcastTime: at,
        broadcastUserID: 4,
        broadcastUsername: 'Priya Nair',
      }),
    ]
    const { row, chat } = await show({ messages: { 'MESSAGE:7': messages } })
    expect(within(row('Text one')).getByText('Pinned')).toBeDefined()
    expect(within(row('Text two')).getByText('Broadcast by Priya Nair')).toBeDefined()
    expect(within(row('Text eight')).getByText('Pinned')).toBeDefined()
    expect(within(row('Text nine')).getByText('Broadcast by Priya Nair')).toBeDefined()
    expect(row('Text three').textContent).toContain('(edited)')
    expect(within(row('Text three')).getByText('(edited)').title).not.toBe('')
    expect(screen.getByText('This message has been deleted')).toBeDefined()
    expect(screen.queryByText('secret')).toBeNull()
    fireEvent.click(within(row('Text five')).getByRole('button', { name: 'Open topic Topic' }))
    expect(chat.store.getState().dialog).toEqual({ kind: 'topic-chat', thread: 'MESSAGE:7', id: 12 })
    expect(within(row('Text six')).getByRole('button', { name: 'Like, 1: Amelia Hart' })).toBeDefined()
    for (const words of ['Pinned', 'Broadcast', '(edited)', 'Topic', 'via'])
      expect(row('Text seven').textContent).not.toContain(words)
    const written = ['Text one', 'Text two', 'Text three', 'Text five'].map(
      (text) => /via [\w\s]+?(?=Text)/.exec(row(text).textContent ?? '')?.[0],
    )
    expect(written).toEqual(['via WhatsApp', 'via email', 'via the mobile app', 'via a connected app'])
  })

  test('C103 C104 C105 a message has its fields, types, channels and any status', () => {
    const named =
      'id userID userName message type entryTime edited editTime pinnedTime broadcastTime broadcastUsername broadcastUserID mentionedTime topicID replyToMessage tokenType overallStatus allowPreview unread'
    for (const field of named.split(' ')) {
      const { [field as 'id']: _, ...rest } = aMessage({ id: 1 })
      expect(chatMessage.safeParse(rest).success, field).toBe(false)
    }
    expect(messageType.options).toEqual(['TEXT', 'FILE', 'CENTRAL_FILE_HUB'])
    expect(messageTokenType.options).toEqual(['WHATSAPP', 'OAUTH', 'EMAIL', 'MOBILE_APP'])
    for (const overallStatus of ['UNKNOWN', 'SENT', 'failed', 'READ'])
      expect(chatMessage.safeParse(aMessage({ id: 1, overallStatus })).success).toBe(true)
  })

  test('C028 C250 a failed delivery warns with its tooltip, and a click opens the details', async () => {
    const failed = aMessage({ id: 1, message: 'Hello', overallStatus: 'failed' })
    const stats = vi.fn(() => [])
    const { chat, user } = await show({
      messages: { 'MESSAGE:7': [failed] },
      answers: { [calls.getMessageStats.path]: stats },
    })
    const mark = screen.getByRole('button', {
      name: 'Some delivery attempts failed on one or more channels. Click details.',
    })
    await user.hover(mark)
    expect((await screen.findByRole('tooltip')).textContent).toBe(
      'Some delivery attempts failed on one or more channels. Click details.',
    )
    await user.click(mark)
    expect(chat.store.getState().dialog).toMatchObject({ kind: 'delivery-stats', messageID: 1 })
    await waitFor(() => expect(stats).toHaveBeenCalledTimes(1))
    // Once its status is another one, the details are read anew.
    const { conversations } = chat.store.getState()
    const { 'MESSAGE:7': open } = conversations
    if (!open) throw new Error('no conversation')
    const messages = open.messages.map((one) => ({ ...one, overallStatus: 'SENT' as const }))
    act(() =>
      chat.store.setState({ conversations: { ...conversations, 'MESSAGE:7': { ...open, messages } } }),
    )
    await waitFor(() => expect(stats).toHaveBeenCalledTimes(2))
  })

  test('a GIF is drawn, has nothing to edit, and says so where it is gone', async () => {
    const gif = aMessage({ id: 1, userID: 1, userName: me.name, message: '/api/public/gifs/heart.gif' })
    const { row } = await show({ messages: { 'MESSAGE:7': [gif] } })
    const image = screen.getByRole('img', { name: 'GIF' })
    expect(image.getAttribute('src')).toBe('/api/public/gifs/heart.gif')
    fireEvent.contextMenu(image.closest('article') as HTMLElement, { clientX: 5, clientY: 5 })
    const menu = await screen.findByRole('menu')
    expect(within(menu).queryByRole('menuitem', { name: 'Edit' })).toBeNull()
    expect(within(menu).getByRole('menuitem', { name: 'Delete' })).toBeDefined()
    fireEvent.error(image)
    expect(row('This GIF is gone.')).toBeDefined()
  })

  test('C009 C116 W089 W090 asset tags are chips; a click opens what they name', async () => {
    const tags = (['TASK:41', 'TOPIC:12', 'TICKET:1209', 'MEETING:91', 'JOB_ORDER:5'] as const).map((id) =>
      assetMarkup(`About ${id}`, id),
    )
    const { chat, services, joined } = await show({
      permissions: [...LEAST, 'IJOBORDER_CAN_SEE_JOBORDERS'],
      messages: { 'MESSAGE:7': [aMessage({ id: 1, message: tags.join(' ') })] },
    })
    const open = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
    open('Open ticket About TICKET:1209')
    open('Open job order About JOB_ORDER:5')
    expect(services.dialogs.store.getState()).toMatchObject([
      { name: 'tickets', params: { ticketID: 1209 } },
      { name: 'job-order' },
    ])
    open('Open meeting About MEETING:91')
    expect(joined).toHaveBeenCalledExactlyOnceWith({ ID: 91, screenShare: false })
    act(() => {
      chat.openTab('TOPIC:12', 'Files')
      chat.openSection('Contacts')
    })
    open('Open topic About TOPIC:12')
    // It is the conversation that shows, whatever of the chat was open.
    expect(chat.store.getState()).toMatchObject({
      selected: 'TOPIC:12',
      section: 'Chats',
      tabs: { 'TOPIC:12': 'Messages' },
    })
    act(() => chat.select('MESSAGE:7'))
    await screen.findByRole('button', { name: 'Open task About TASK:41' })
    open('Open task About TASK:41')
    expect(services.dialogs.store.getState()).toMatchObject([
      { name: 'tickets' },
      { name: 'job-order' },
      { name: 'tasks', params: { taskID: 41 } },
    ])
  })

  test.each<[readonly PermissionName[], boolean]>([
    [[], false],
    [['IJOBORDER_CAN_SEE_JOBORDERS'], true],
    [['IJOBORDER_CAN_EDIT_JOBORDERS'], true],
  ])('C175 who holds %j opens a tagged job order: %s', async (permissions, opens) => {
    const { services } = await show({
      permissions: [...LEAST, ...permissions],
      messages: { 'MESSAGE:7': [aMessage({ id: 1, message: assetMarkup('Regional boost', 'JOB_ORDER:5') })] },
    })
    fireEvent.click(screen.getByRole('button', { name: 'Open job order Regional boost' }))
    expect(services.dialogs.store.getState().map(({ name }) => name)).toEqual(opens ? ['job-order'] : [])
    expect(services.notices.store.getState().at(-1)?.message).toBe(
      opens ? undefined : "You can't open Regional boost: you are not in its chat.",
    )
  })
})

describe('links to messages', () => {
  test('one in a message opens that message in its context', async () => {
    const link = `${window.location.origin}/connect-plus/chat?message=MANUAL:9:11`
    const { chat } = await show({
      messages: {
        'MESSAGE:7': [aMessage({ id: 1, message: link })],
        'MANUAL:9': [aMessage({ id: 11, message: 'Here' })],
      },
    })
    fireEvent.click(screen.getByRole('link', { name: 'Message in Supervisors' }))
    expect(await screen.findByText('Here')).toBeDefined()
    expect(chat.store.getState().spotlight).toMatchObject({ thread: 'MANUAL:9', messageID: 11 })
  })

  test('one in the address opens it once, and a bad one opens nothing', async () => {
    const { chat } = await show({}, null, '/connect-plus/chat?message=MANUAL:9:11')
    await waitFor(() => expect(chat.store.getState().spotlight).toMatchObject({ messageID: 11, asked: 1 }))
    stop()
    const other = await show({}, null, '/connect-plus/chat?message=MANUAL:9')
    await waitFor(() => expect(other.chat.store.getState().threadsLoad.state).toBe('ready'))
    expect(other.chat.store.getState()).toMatchObject({ selected: null, spotlight: null })
  })

  test('one to a chat that the person isn’t in says so', async () => {
    const { services } = await show({}, null, '/connect-plus/chat?message=MANUAL:99:11')
    await waitFor(() =>
      expect(services.notices.store.getState().map(({ message }) => message)).toEqual([
        'This message is not here any more, or you are not in its chat.',
      ]),
    )
  })
})
