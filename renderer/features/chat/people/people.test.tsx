import { act, configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { members as membersCall, startConversation } from '#shared/contract/chat.ts'
import { addGroupMembers, removeGroupMember, renameGroup } from '#shared/contract/chat-threads.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { fakeLive } from '../../../testing/fake-live.tsx'
import { renderWith } from '../../../testing/render.tsx'
import { ChatProvider } from '../ChatProvider.tsx'
import { ConversationHeader } from '../messages/ConversationHeader.tsx'
import { createChatStore } from '../store/chat-store.ts'
import '../testing/dialogs-at-hand.ts'
import { createFakeServices, createMemoryStore } from '../testing/fake-services.ts'
import { aMember, aThread } from '../testing/fixtures.ts'
import { installLayout } from '../testing/layout.ts'
import { ThreadList } from '../threads/ThreadList.tsx'
import { ContactsSection } from './ContactsSection.tsx'
import { GroupEditor } from './GroupEditor.tsx'
import { MemberPanel } from './MemberPanel.tsx'

configure({ defaultHidden: true })
const ends: (() => void)[] = []
beforeEach(() => void ends.push(installLayout()))
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

const group = aThread({ id: 9, displayLabel: 'Supervisors', source: 'MANUAL', isGroup: true, isAdmin: true })
const made = aThread({ id: 40, displayLabel: 'Night shift', source: 'MANUAL', isGroup: true, isAdmin: true })
const PEOPLE = [
  aMember(1, 'Tom Whitfield'),
  aMember(2, 'Amelia Hart'),
  aMember(3, 'Ben Okafor', { isOnline: false }),
  aMember(4, 'Cath Lowe'),
]

interface Situation {
  readonly permissions?: readonly PermissionName[]
  readonly kept?: ReturnType<typeof createMemoryStore>
  readonly threads?: readonly ReturnType<typeof aThread>[]
  readonly people?: readonly ReturnType<typeof aMember>[]
}

async function show(
  content: ReactNode,
  { permissions = [], kept, threads = [group], people = PEOPLE }: Situation = {},
) {
  const live = fakeLive()
  const inGroup = new Set([1, 2])
  const at = createFakeServices({
    me: { id: 1, name: 'Tom Whitfield' },
    threads: [aThread({ id: 7, displayLabel: 'Amelia Hart', partnerID: 2 }), ...threads],
    members: [...people],
    permissions: ['GENERAL_CAN_USE_TEAM_CHAT', ...permissions],
    ...(kept ? { kept } : {}),
    answers: {
      [membersCall.path]: () => PEOPLE.filter(({ userID }) => inGroup.has(userID)),
      [startConversation.path]: ({ users, name }) => {
        if (name === undefined) return { threadID: 7 }
        at.server.threads.push({ ...made, displayLabel: String(name) })
        return { threadID: (users as number[]).length > 0 ? 40 : 0 }
      },
      [renameGroup.path]: () => ({ done: true }),
      [addGroupMembers.path]: ({ users }) => {
        for (const id of users as number[]) inGroup.add(id)
        return { done: true }
      },
      [removeGroupMember.path]: ({ userID }) => {
        inGroup.delete(Number(userID))
        if (userID === 1) at.server.threads = at.server.threads.filter(({ id }) => id !== 9)
        return { done: true }
      },
    },
  })
  const chat = createChatStore(at.services)
  chat.start()
  ends.push(chat.stop)
  const view = renderWith(at.services, live.around(<ChatProvider store={chat}>{content}</ChatProvider>))
  await waitFor(() => expect(chat.store.getState().threadsLoad.state).toBe('ready'))
  return { ...at, ...view, live, chat }
}

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))

test("C040 the create-group button opens 'New group chat', which checks, makes the group and opens it", async () => {
  const kept = createMemoryStore()
  const at = await show(<ThreadList />, { kept })
  press('New group chat')
  const dialog = within(await screen.findByRole('dialog', { name: 'New group chat' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Create group' }))
  expect(dialog.getByText('Give the group a name.')).toBeDefined()
  expect(dialog.getByText('Choose at least two people.')).toBeDefined()
  const name = dialog.getByLabelText('Group name')
  fireEvent.change(name, { target: { value: 'x'.repeat(81) } })
  expect(dialog.getByText('A name has at most 80 characters.')).toBeDefined()
  fireEvent.change(name, { target: { value: ' Night shift ' } })
  fireEvent.click(await dialog.findByRole('button', { name: /^Amelia Hart/ }))
  fireEvent.click(dialog.getByRole('button', { name: /^Ben Okafor/ }))
  fireEvent.click(dialog.getByRole('button', { name: /^Cath Lowe/ }))
  fireEvent.click(dialog.getByRole('button', { name: 'Remove Ben Okafor' }))
  // One's own name is not among them.
  expect(dialog.queryByRole('button', { name: /^Tom Whitfield/ })).toBeNull()
  // A reload keeps what is filled in.
  expect(at.services.storage.get('newGroupDraft')).toEqual({
    1: {
      name: ' Night shift ',
      people: [expect.objectContaining({ userID: 2 }), expect.objectContaining({ userID: 4 })],
    },
  })
  fireEvent.click(dialog.getByRole('button', { name: 'Create group' }))
  await waitFor(() => expect(at.chat.store.getState().selected).toBe('MANUAL:40'))
  expect(at.server.bodiesOf(startConversation)).toEqual([{ users: [2, 4], name: 'Night shift' }])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(at.services.storage.get('newGroupDraft')).toEqual({})
})

test('namesakes are told apart by role and area wherever somebody is chosen, and when they are chosen', async () => {
  const chris = (userID: number, role: string, areaName: string) =>
    aMember(userID, 'Chris Doyle', { role, areaName })
  const at = await show(<ThreadList />, {
    people: [...PEOPLE, chris(5, 'Interviewer', 'Leeds'), chris(6, 'Supervisor', '')],
  })
  const open = async (name: string) => {
    press(name)
    return within(await screen.findByRole('dialog', { name }))
  }
  const rows = async (dialog: Awaited<ReturnType<typeof open>>) =>
    (await dialog.findAllByRole('button', { name: /^Chris Doyle/ })).map(({ textContent }) => textContent)
  const group = await open('New group chat')
  expect(await rows(group)).toEqual([
    expect.stringContaining('Interviewer · Leeds'),
    expect.stringMatching(/Supervisor(?! ·)/),
  ])
  fireEvent.click(group.getByRole('button', { name: /^Chris Doyle.*Leeds/ }))
  fireEvent.click(group.getByRole('button', { name: /^Amelia Hart/ }))
  const chosen = within(group.getByRole('list', { name: '2 people chosen' }))
  expect(chosen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Chris Doyle (Interviewer · Leeds)',
    'Amelia Hart',
  ])
  expect(chosen.getByRole('button', { name: 'Remove Chris Doyle (Interviewer · Leeds)' })).toBeDefined()
  fireEvent.click(group.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const direct = await open('New chat')
  expect(await rows(direct)).toHaveLength(2)
  fireEvent.click(direct.getByRole('button', { name: /^Chris Doyle.*Supervisor/ }))
  await waitFor(() => expect(at.server.bodiesOf(startConversation)).toEqual([{ users: [6] }]))
})

test("C071 contacts have 'Search my contacts' and an offline toggle; they are written to and called", async () => {
  const at = await show(<ContactsSection />, { permissions: ['CAN_MAKE_CALL'] })
  const row = (name: string) => screen.queryByRole('button', { name: new RegExp(`^${name}`) })
  expect(await screen.findByRole('button', { name: /^Ben Okafor ?Offline/ })).toBeDefined()
  expect(row('Tom Whitfield')).toBeNull()
  fireEvent.click(screen.getByRole('switch', { name: 'Show offline users' }))
  expect(row('Ben Okafor')).toBeNull()
  fireEvent.change(screen.getByRole('textbox', { name: 'Search my contacts' }), { target: { value: 'ame' } })
  await waitFor(() => expect(row('Cath Lowe')).toBeNull())
  press('Call Amelia Hart')
  await waitFor(() => expect(at.live.made.map(({ path }) => path)).toContain('/api/hr/meeting/new'))
  act(() => at.chat.openSection('Contacts'))
  press(/^Amelia Hart/)
  await waitFor(() =>
    expect(at.chat.store.getState()).toMatchObject({ selected: 'MESSAGE:7', section: 'Chats' }),
  )
  expect(at.server.bodiesOf(startConversation)).toEqual([{ users: [2] }])
})

test('C011 nobody is called without the permission', async () => {
  await show(<ContactsSection />)
  expect(await screen.findByRole('button', { name: 'Message Amelia Hart' })).toBeDefined()
  expect(screen.queryByRole('button', { name: /^Call/ })).toBeNull()
})

test('a group is renamed, joined by others and left', async () => {
  const at = await show(<GroupEditor threadKey="MANUAL:9" />)
  act(() => at.chat.select('MANUAL:9'))
  const address = { source: 'MANUAL', sourceID: 9 }
  const list = () => within(screen.getByRole('list', { name: 'Members' }))
  await waitFor(() => expect(list().getAllByRole('listitem')).toHaveLength(2))
  fireEvent.change(screen.getByLabelText('Group name'), { target: { value: 'Team leads' } })
  press('Rename')
  await waitFor(() => expect(at.server.bodiesOf(renameGroup)).toEqual([{ ...address, name: 'Team leads' }]))
  expect(at.chat.store.getState().threads.find(({ id }) => id === 9)?.displayLabel).toBe('Team leads')
  press('Add people')
  fireEvent.click(await screen.findByRole('button', { name: /^Cath Lowe/ }))
  press('Add')
  await waitFor(() => expect(list().getAllByRole('listitem')).toHaveLength(3))
  expect(at.server.bodiesOf(addGroupMembers)).toEqual([{ ...address, users: [4] }])
  press('Remove Amelia Hart')
  await waitFor(() => expect(list().queryByText('Amelia Hart')).toBeNull())
  press('Leave group')
  press('Leave group')
  await waitFor(() => expect(at.chat.store.getState().selected).toBeNull())
  expect(at.chat.store.getState().threads.some(({ id }) => id === 9)).toBe(false)
})

test('who is no admin of a group sees its people and may leave', async () => {
  const at = await show(<GroupEditor threadKey="MANUAL:9" />, { threads: [{ ...group, isAdmin: false }] })
  act(() => at.chat.select('MANUAL:9'))
  expect(await screen.findByRole('list', { name: 'Members' })).toBeDefined()
  expect(screen.queryByLabelText('Group name')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Add people' })).toBeNull()
  expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull()
  expect(screen.getByRole('button', { name: 'Leave group' })).toBeDefined()
})

test('S109 what the hub says of SAM and of oneself changes nobody’s presence', async () => {
  const at = await show(<MemberPanel threadKey="MANUAL:9" />)
  const online = () => at.chat.store.getState().online
  const say = (isOnline: boolean) =>
    act(() =>
      at.hub.emit('recievedContactList', [
        aMember(-2, 'SAM', { isOnline }),
        aMember(1, 'Tom Whitfield', { isOnline }),
        aMember(2, 'Amelia Hart', { isOnline: true }),
      ]),
    )
  say(true)
  expect(online()).toEqual(new Set([-2, 1, 2]))
  say(false)
  expect(online()).toEqual(new Set([-2, 1, 2]))
})

test('who comes and goes moves in an open list of members, in its count and behind its switch', async () => {
  const at = await show(
    <>
      <ConversationHeader thread={group} />
      <MemberPanel threadKey="MANUAL:9" />
    </>,
  )
  act(() => at.chat.select('MANUAL:9'))
  const names = () => screen.queryAllByText(/^(Tom Whitfield|Amelia Hart)$/).map((name) => name.textContent)
  await waitFor(() => expect(names()).toEqual(['Amelia Hart', 'Tom Whitfield']))
  expect(screen.getByText('2 members, 2 online')).toBeDefined()
  const say = (isOnline: boolean) =>
    act(() => at.hub.emit('recievedContactList', [aMember(2, 'Amelia Hart', { isOnline })]))
  say(false)
  expect(screen.getByText('2 members, 1 online')).toBeDefined()
  expect(names()).toEqual(['Tom Whitfield', 'Amelia Hart'])
  fireEvent.click(screen.getByRole('switch', { name: 'Show offline users' }))
  expect(names()).toEqual(['Tom Whitfield'])
  say(true)
  expect(names()).toEqual(['Amelia Hart', 'Tom Whitfield'])
})
