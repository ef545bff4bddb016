import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import { myContacts } from '#shared/contract/chat.ts'
import { newMeeting } from '#shared/contract/new-meeting.ts'
import { getUserAvatars } from '#shared/contract/people.ts'
import { MODULE_GROUPS } from '#shared/domain/module-groups.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { ChatProvider, loadChatSession } from '../../features/chat/index.ts'
import type { UploadOptions } from '../../services/http/api-client.ts'
import type { DialogName } from '../../services/notices/dialogs.ts'
import { createUiLabels } from '../../services/page/ui-labels.ts'
import { UiLabelsProvider } from '../../services/page/ui-labels-context.tsx'
import { createSignedInServices, SignedInProvider } from '../../services/signed-in.tsx'
import { fakeLive } from '../../testing/fake-live.tsx'
import { refused } from '../../testing/fake-services.ts'
import { renderWith } from '../../testing/render.tsx'
import { testToken } from '../../testing/session-token.ts'
import { avatarPlaceholder } from '../../ui/avatar-placeholder.ts'
import { useOpenMissed } from '../navigation/use-open-missed.ts'
import { DialogHost } from './DialogHost.tsx'
import { LOCKED_DESCRIPTIONS } from './locked-text.ts'

const { createChatStore } = await loadChatSession()

const open = (...permissions: PermissionName[]) => openAt('/', ...permissions)

function openAt(path: string, ...permissions: PermissionName[]) {
  const at = fakeLive()
  at.services.session.signIn(testToken(permissions))
  const own = createSignedInServices(at.services)
  renderWith(
    at.services,
    at.around(
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter initialEntries={[path]}>
          <SignedInProvider value={own}>
            <UiLabelsProvider value={createUiLabels(at.services)}>
              <ChatProvider store={createChatStore(at.services)}>
                <DialogHost />
                <Bell />
              </ChatProvider>
            </UiLabelsProvider>
          </SignedInProvider>
        </MemoryRouter>
      </QueryClientProvider>,
    ),
  )
  return { ...at, own, dialogs: at.services.dialogs }
}

test('S095 the profile picture needs CAN_UPDATE_PROFILE_PICTURE', async () => {
  const without = open()
  act(() => without.dialogs.open('picture'))
  await act(async () => void (await import('../../features/profile/index.ts')))
  expect(screen.queryByRole('dialog')).toBeNull()
  const at = open('CAN_UPDATE_PROFILE_PICTURE')
  act(() => at.dialogs.open('picture'))
  expect(await screen.findByRole('dialog')).toBeDefined()
})

const NAMED: readonly (readonly [DialogName, string])[] = [
  ['coaching', 'Coaching'],
  ['send-message', 'Send message'],
  ['activity-planner', 'Activity planner'],
  ['settings', 'Settings'],
  ['job-order', 'Job order'],
  ['project', 'Project'],
  ['polls', 'Polls'],
  ['faq', 'FAQ'],
  ['paste-image', 'Paste image'],
  ['qc-logs', 'QC logs'],
  ['phone-call', 'Phone call'],
  ['documents', 'Documents'],
  ['onboarding-tasks', 'Onboarding tasks'],
]

test.each(NAMED)('S100 %s opens from the shell, and closes', async (name, title) => {
  const at = open('CAN_USE_FAQ')
  act(() => at.dialogs.open(name as 'coaching'))
  const dialog = await screen.findByRole('dialog', { name: title })
  fireEvent.click(within(dialog).getAllByRole('button', { name: 'Close' })[0] as HTMLElement)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('S100 of dialogs over each other the one that was opened last lies on top, and Escape closes it alone', async () => {
  const at = open()
  const layer = async (title: string) => {
    const root = (await screen.findByRole('dialog', { name: title })).closest<HTMLElement>(
      '.mantine-Modal-root',
    )
    return Number(root?.style.getPropertyValue('--mb-z-index'))
  }
  const closeByKey = async (title: string) => {
    fireEvent.keyDown(screen.getByRole('dialog', { name: title }), { key: 'Escape' })
    await waitFor(() => expect(screen.queryByRole('dialog', { name: title })).toBeNull())
  }
  act(() => at.dialogs.open('polls'))
  await screen.findByRole('dialog', { name: 'Polls' })
  act(() => at.dialogs.close('polls'))
  act(() => at.dialogs.open('qc-logs'))
  await screen.findByRole('dialog', { name: 'QC logs' })
  // It has been in the page for longer.
  act(() => at.dialogs.open('polls'))
  expect(await layer('Polls')).toBeGreaterThan(await layer('QC logs'))
  await closeByKey('Polls')
  expect(screen.getByRole('dialog', { name: 'QC logs' })).toBeDefined()
  await closeByKey('QC logs')
})

test('S097 the connect panel has the chat', async () => {
  const at = open('GENERAL_CAN_USE_TEAM_CHAT')
  act(() => at.dialogs.open('connect'))
  const panel = await screen.findByRole('dialog', { name: 'Team chat' })
  expect(within(panel).getByText('Select a chat to get started')).toBeDefined()
})

function Bell() {
  return <button type="button" onClick={useOpenMissed()} />
}

test.each([true, false])(
  'C072 the bell opens recent activity for who has the chat (%s), the notifications for others',
  async (hasChat) => {
    const at = open(...(hasChat ? (['GENERAL_CAN_USE_TEAM_CHAT'] as const) : []))
    fireEvent.click(screen.getByRole('button'))
    expect(at.own.centre.store.getState().opened).toBe(!hasChat)
    expect(at.dialogs.store.getState().map(({ name }) => name)).toEqual(hasChat ? ['recent-activities'] : [])
    if (hasChat) expect(await screen.findByRole('dialog', { name: 'Recent activity' })).toBeDefined()
  },
)

test('S097 beside the chat’s own page the connect panel holds no second chat', async () => {
  const at = openAt('/connect-plus/chat', 'GENERAL_CAN_USE_TEAM_CHAT')
  act(() => at.dialogs.open('connect'))
  const panel = await screen.findByRole('dialog', { name: 'Team chat' })
  expect(within(panel).getByText('The chat is open on this page.')).toBeDefined()
  expect(within(panel).queryByText('Select a chat to get started')).toBeNull()
})

test.each(MODULE_GROUPS)('S099 S101 the locked-module notice has a description of %s', async (group) => {
  const at = open()
  act(() => at.dialogs.open('locked', { name: 'Live panel', group }))
  const dialog = await screen.findByRole('dialog', { name: 'Live panel is currently locked' })
  expect(dialog.textContent).toContain('Please contact your system administrator for access.')
  expect(dialog.textContent).toContain(LOCKED_DESCRIPTIONS[group])
  expect(MODULE_GROUPS.filter((other) => LOCKED_DESCRIPTIONS[other] === LOCKED_DESCRIPTIONS[group])).toEqual([
    group,
  ])
})

test('S099 the avatar overlay shows somebody’s picture, or their initials', async () => {
  const at = open()
  const asked = vi.fn((_request: unknown, _options: UploadOptions) => [
    { userID: 2, avatar: 'data:image/png;base64,AA==' },
  ])
  at.answer(getUserAvatars, asked)
  act(() => at.dialogs.open('user-avatar', { userID: 2, name: 'Bob Baker' }))
  const dialog = await screen.findByRole('dialog', { name: 'Bob Baker' })
  await act(async () => {})
  expect(dialog.querySelector('img')?.getAttribute('src')).toBe('data:image/png;base64,AA==')
  // The initials stand in for a picture that can't be had, so nothing is told of that.
  expect(asked.mock.calls.map(([request, { quiet }]) => [request, quiet])).toEqual([
    [{ pendingImages: [2] }, true],
  ])
  at.answer(getUserAvatars, () => {
    throw refused(500, 'No.')
  })
  act(() => at.dialogs.open('user-avatar', { userID: 3, name: 'Cat Cole' }))
  const other = await screen.findByRole('dialog', { name: 'Cat Cole' })
  expect(other.querySelector('img')?.getAttribute('src')).toBe(avatarPlaceholder('Cat Cole'))
})

test('S100 a colleague is found and called; who is online stands first', async () => {
  const at = open('CAN_MAKE_CALL')
  const person = (userID: number, userName: string, isOnline: boolean) => ({
    id: userID,
    userID,
    userName,
    isOnline,
    readTime: null,
  })
  at.answer(myContacts, () => [
    person(2, 'Bob Baker', false),
    person(3, 'Cat Cole', true),
    person(7, 'Amelia Ward', true),
  ])
  at.answer(newMeeting, () => ({ meetingID: 4 }))
  act(() => at.dialogs.open('phone-call'))
  const calls = await screen.findAllByRole('button', { name: /^Call / })
  expect(calls.map((button) => button.getAttribute('aria-label'))).toEqual([
    'Call Cat Cole',
    'Call Bob Baker',
  ])
  fireEvent.change(screen.getByRole('textbox', { name: 'Find a person' }), { target: { value: 'bob' } })
  expect(screen.queryByRole('button', { name: 'Call Cat Cole' })).toBeNull()
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Call Bob Baker' })))
  expect(at.hub.invoked).toEqual([{ method: 'makeCall', args: [2, 4, 'General call', false] }])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('S100 a dialog that throws says so in its own place, and can be closed', async () => {
  const at = open()
  at.answer(getUserAvatars, () => [])
  const silenced = vi.spyOn(console, 'error').mockImplementation(() => {})
  // A name that no dialog can show.
  act(() => at.dialogs.open('user-avatar', { userID: 2, name: { broken: true } as unknown as string }))
  const dialog = await screen.findByRole('dialog', { name: 'Error detected' })
  expect(within(dialog).getByRole('button', { name: 'Return home' })).toBeDefined()
  fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  silenced.mockRestore()
})
