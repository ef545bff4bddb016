import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { myLevel } from '#shared/contract/gamification.ts'
import { getUserAvatars, updateProfilePicture } from '#shared/contract/people.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { ApiError, type UploadOptions } from '../../services/http/api-client.ts'
import type { BrowserNotifications } from '../../services/notices/browser-notifications.ts'
import type { Services } from '../../services/services.ts'
import { fakeDesktop, refusal } from '../../testing/fake-desktop.ts'
import { fakeServices, refused } from '../../testing/fake-services.ts'
import { testToken } from '../../testing/session-token.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { DialogHost } from '../dialogs/DialogHost.tsx'
import { ACCOUNT_ITEMS, AccountMenu } from './AccountMenu.tsx'

beforeAll(() => ACCOUNT_ITEMS.load())
afterEach(() => vi.restoreAllMocks())

const PICTURE = new File(['png'], 'me.png', { type: 'image/png' })
const AVATAR = 'data:image/png;base64,AAAA'

function open(
  permissions: PermissionName[] = ['CAN_UPDATE_PROFILE_PICTURE'],
  changes: Partial<Services> = {},
) {
  const server = fakeServices(changes)
  const { services } = server
  services.session.signIn(testToken(permissions))
  let avatar: string | null = null
  server.answer(getUserAvatars, () => (avatar ? [{ userID: 7, avatar }] : []))
  const uploads: { options: UploadOptions; finish: (error?: Error) => void }[] = []
  server.answer(
    updateProfilePicture,
    (_request, options) =>
      new Promise((resolve, reject) => {
        options.signal?.addEventListener('abort', () => reject(new ApiError('aborted', 'Upload aborted.')))
        const finish = (error?: Error) => {
          if (error) return reject(error)
          avatar = AVATAR
          resolve({ done: true })
        }
        uploads.push({ options, finish })
      }),
  )
  const view = renderSignedIn(
    services,
    <>
      <AccountMenu />
      <DialogHost />
    </>,
  )
  const user = userEvent.setup()
  const menu = () => user.click(screen.getByRole('button', { name: /Amelia Ward/ }))
  const told = () => services.notices.store.getState().map(({ message }) => message)
  const shown = () => view.container.querySelector('img')?.getAttribute('src') ?? null
  const items = () =>
    screen
      .getAllByRole('menuitem')
      .map((item) => item.querySelector('.visually-hidden')?.textContent ?? item.textContent)
  return { ...server, ...view, services, user, menu, told, uploads, shown, items }
}

async function toUpload(at: ReturnType<typeof open>) {
  await at.menu()
  await at.user.click(await screen.findByRole('menuitem', { name: 'Update my picture' }))
  await at.user.upload(await screen.findByLabelText('Choose a picture'), PICTURE)
  expect(screen.getByRole('img', { name: 'Your new picture' })).toBeDefined()
  await at.user.click(screen.getByRole('button', { name: 'Upload' }))
  const upload = at.uploads.at(-1)
  if (!upload) throw new Error('nothing was uploaded')
  return upload
}

test('S251 a chosen picture is shown, uploaded with its progress, and then is the one in the menu', async () => {
  const at = open()
  expect(at.shown()).toBeNull()
  const upload = await toUpload(at)
  expect(at.made).toContainEqual({ path: '/api/users/profile-picture', request: { picture: PICTURE } })
  act(() => upload.options.onProgress?.(0.4))
  expect(screen.getByRole('progressbar', { name: 'Upload progress' }).getAttribute('value')).toBe('40')
  expect(at.services.navigationLock.reasons()).toEqual(['a picture is being uploaded'])
  upload.finish()
  await waitFor(() => expect(at.shown()).toBe(AVATAR))
  expect(at.told()).toEqual(['Your picture is updated.'])
  expect(at.services.navigationLock.reasons()).toEqual([])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test("S272 S314 Cancel ends the upload, with the notice 'Upload aborted.' and the lock with it", async () => {
  const at = open()
  await toUpload(at)
  expect(at.services.navigationLock.mayGo('/elsewhere')).toBe(false)
  expect(at.told()).toEqual(['Navigation locked'])
  await at.user.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(at.told()).toContain('Upload aborted.'))
  expect(at.services.navigationLock.mayGo('/elsewhere')).toBe(true)
  expect(screen.getByRole('button', { name: 'Upload' }).hasAttribute('disabled')).toBe(false)
})

test('S251 a refused upload says why and can be tried again; a file that is no picture is not sent', async () => {
  const at = open()
  const upload = await toUpload(at)
  upload.finish(refused(400, 'A picture may have 5 MB at most.'))
  await screen.findByText('A picture may have 5 MB at most.')
  expect(screen.getByRole('alert').textContent).toBe('A picture may have 5 MB at most.')
  await at.user.click(screen.getByRole('button', { name: 'Upload' }))
  expect(at.uploads).toHaveLength(2)
  at.uploads[1]?.finish(refused(500, 'No.'))
  await screen.findByText('No.')
  const anything = userEvent.setup({ applyAccept: false })
  await anything.upload(
    screen.getByLabelText('Choose a picture'),
    new File(['a'], 'a.txt', { type: 'text/plain' }),
  )
  expect(screen.getByRole('alert').textContent).toBe('A picture is a PNG, JPEG or WebP file.')
  expect(screen.getByRole('button', { name: 'Upload' }).hasAttribute('disabled')).toBe(true)
})

test('S251 the account avatar opens the picture change, and is no button for who may not change it', async () => {
  const at = open()
  await at.menu()
  await at.user.click(await screen.findByRole('menuitem', { name: 'My picture' }))
  expect(at.services.dialogs.store.getState()).toMatchObject([{ name: 'picture', opened: true }])
  cleanup()
  const other = open([])
  await other.menu()
  expect(await screen.findByRole('menuitem', { name: 'Log out' })).toBeDefined()
  expect(screen.queryByRole('menuitem', { name: 'My picture' })).toBeNull()
  expect(screen.queryByRole('menuitem', { name: 'Update my picture' })).toBeNull()
})

const ADMIN: PermissionName[] = [
  'ADMIN_CAN_SEE_MODULE',
  'CAN_UPDATE_PROFILE_PICTURE',
  'MY_PROFILE_CAN_SEE_MY_CHECKLIST',
  'MY_PROFILE_CAN_SEE_HARDWARE_TESTING',
]
const PLAIN_ITEMS = [
  'My picture',
  'Update my picture',
  'Personal details',
  'My support tickets',
  'My checklist',
  'Hardware testing',
  // Beside the document's.
  'Settings',
  'Log out',
]

test('S084 S085 the dropdown holds the items in their order, the admin ones for admins alone', async () => {
  const { desktop } = fakeDesktop({ openDevtools: refusal('denied', 'They are closed here.') })
  const at = open(ADMIN, { desktop })
  await at.menu()
  await screen.findByRole('menuitem', { name: 'Log out' })
  expect(at.items()).toEqual([
    ...PLAIN_ITEMS.slice(0, 5),
    'Open Devtools',
    'Hardware testing',
    'Active App',
    'Settings',
    'Log out',
  ])
  await at.user.click(screen.getByRole('menuitem', { name: 'Open Devtools' }))
  await waitFor(() => expect(at.told()).toEqual(['They are closed here.']))
  cleanup()
  const inBrowser = open(ADMIN)
  await inBrowser.menu()
  await screen.findByRole('menuitem', { name: 'Active App' })
  expect(inBrowser.items()).not.toContain('Open Devtools')
  cleanup()
  const other = open(ADMIN.slice(1), { desktop })
  await other.menu()
  await screen.findByRole('menuitem', { name: 'Log out' })
  expect(other.items()).toEqual(PLAIN_ITEMS)
})

test('S128 W028 Settings in the account menu opens the profile’s wider list of tabs, for everybody', async () => {
  const at = open([])
  await at.menu()
  await at.user.click(await screen.findByRole('menuitem', { name: 'Settings' }))
  expect(at.services.dialogs.store.getState()).toMatchObject([{ name: 'settings', opened: true }])
})

test('S084 S111 S273 the avatar stands in a ring that the level fills, asked for by the person', async () => {
  const at = open()
  const level = {
    name: 'Prober',
    level: 3,
    previousLevelXP: 750,
    nextLevelXP: 1500,
    currentXP: 1350,
    userID: 7,
  }
  expect(screen.queryByRole('img')).toBeNull()
  at.answer(myLevel, () => level)
  await act(() => at.own.level.load())
  expect(at.made).toContainEqual({ path: '/api/igamification/my-level', request: { userID: 7 } })
  expect(at.own.level.store.getState()).toEqual({ currentLevel: level, progress: 0.8 })
  expect(screen.getByRole('img', { name: 'Level 3, Prober, 80 % done' })).toBeDefined()
  await at.menu()
  expect(await screen.findByText(/1,350 of 1,500 XP/)).toBeDefined()
})

test('S086 Log out opens the summary of the session', async () => {
  const at = open()
  await at.menu()
  await at.user.click(await screen.findByRole('menuitem', { name: 'Log out' }))
  expect(at.services.dialogs.store.getState()).toEqual([
    { name: 'session-summary', params: { showExit: true }, opened: true },
  ])
  expect(at.place()).toBe('/dashboard')
})

test("S316 the menu's switch turns browser notifications on, and stays off where the browser refuses", async () => {
  const ask = vi.fn(async () => 'denied')
  const answer = { permission: 'default' as string, requestPermission: ask }
  vi.stubGlobal('Notification', answer)
  const at = open()
  await at.menu()
  const item = await screen.findByRole('menuitemcheckbox', { name: 'Browser notifications' })
  expect(item.getAttribute('aria-checked')).toBe('false')
  await at.user.click(item)
  await waitFor(() => expect(at.told()).toEqual(['Notification permission denied by the browser.']))
  expect(item.getAttribute('aria-checked')).toBe('false')
  ask.mockImplementation(async () => {
    answer.permission = 'granted'
    return 'granted'
  })
  await at.user.click(item)
  await waitFor(() => expect(item.getAttribute('aria-checked')).toBe('true'))
  const { notifications }: { notifications: BrowserNotifications } = at.services
  expect(notifications.store.getState()).toBe(true)
  await at.user.click(item)
  await waitFor(() => expect(item.getAttribute('aria-checked')).toBe('false'))
  vi.unstubAllGlobals()
})
