import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { downloadDocument } from '#shared/contract/documents.ts'
import { myLevel } from '#shared/contract/gamification.ts'
import { joinMeeting, meetingDetails } from '#shared/contract/meetings.ts'
import { askConsent } from '#shared/contract/oauth.ts'
import { readScratchPad } from '#shared/contract/scratch-pad.ts'
import { uiLabels } from '#shared/contract/ui-labels.ts'
import { levelOf } from '#shared/domain/gamification.ts'
import { PERMISSIONS, type PermissionName } from '#shared/domain/permissions.ts'
import { DEFAULT_LABELS } from '#shared/domain/ui-labels.ts'
import { ThemeChoiceProvider } from '../shell/theme-context.tsx'
import { createThemeChoice } from '../shell/theme-setting.ts'
import { fakeHub } from '../testing/fake-hub.ts'
import { fakeServices } from '../testing/fake-services.ts'
import { renderWith } from '../testing/render.tsx'
import { testToken } from '../testing/session-token.ts'
import { AppRoutes } from './AppRoutes.tsx'

function Place() {
  const { pathname, state } = useLocation()
  return (
    <output data-testid="place" data-state={JSON.stringify(state)}>
      {pathname}
    </output>
  )
}
const place = () => screen.getByTestId('place').textContent

interface Situation {
  permissions?: readonly PermissionName[] | null
  /** Claims of the token, in the place of what the permissions give. */
  claims?: Record<string, unknown>
  labels?: Record<string, unknown> | Promise<never>
  storage?: { meeting?: string; document?: string }
  /** What stands on the scratch pad. */
  pad?: string
}

function open(
  path: string,
  { permissions = [], claims = {}, labels = DEFAULT_LABELS, storage = {}, pad = '' }: Situation = {},
) {
  const server = fakeServices({ hub: () => fakeHub() as never })
  const { services } = server
  if (permissions) services.session.signIn(testToken(permissions, claims))
  server.answer(uiLabels, () => labels)
  server.answer(readScratchPad, () => ({ text: pad, revision: 1 }))
  if (storage.meeting) services.storage.set('moderatorMeetingID', storage.meeting)
  if (storage.document) services.storage.set('externalDocumentID', storage.document)
  const themeChoice = createThemeChoice({ storage: services.storage, systemIsDark: false, hour: () => 12 })
  const rendered: unknown = act(() => {
    renderWith(
      services,
      <MemoryRouter initialEntries={[path]}>
        <ThemeChoiceProvider value={themeChoice}>
          <AppRoutes />
          <Place />
        </ThemeChoiceProvider>
      </MemoryRouter>,
    )
  })
  // What waits for code leaves work behind, which React does only where `act` is waited for.
  void Promise.resolve(rendered)
  return server
}

const arrived = (path: string) => waitFor(() => expect(place()).toBe(path))
const heading = (name: string) => screen.findByRole('heading', { name, level: 2 })

// Fetched by the routes when they are wanted; the first time takes longer than a test waits.
beforeAll(() =>
  Promise.all([
    import('./SignedIn.tsx'),
    import('../features/module-page/index.ts'),
    import('../features/my-experience/index.ts'),
    import('../features/sign-in/index.ts'),
    import('../features/dashboard/index.ts'),
  ]),
)
afterEach(() => void vi.restoreAllMocks())

test('S010 S027 W015 who is not signed in is led to /, from every route that is not public', async () => {
  for (const path of [
    '/my-calendar',
    '/my-experience',
    '/my-vault',
    '/oauth/task',
    '/oauth/task?client_id=clock',
    '/tracker/home',
    '/my-team-chat',
    '/x',
  ]) {
    open(path, { permissions: null })
    await waitFor(() => expect(screen.getAllByTestId('place').at(-1)?.textContent).toBe('/'))
    // Only an app's request is gone on with after the sign-in.
    const kept = screen.getAllByTestId('place').at(-1)?.dataset.state ?? ''
    expect(kept.includes('client_id'), path).toBe(path.includes('client_id'))
  }
})

test('S007 / shows the sign-in screen to who isn’t signed in, and leads who is to the dashboard', async () => {
  open('/', { permissions: null })
  expect(await screen.findByRole('heading', { name: 'Sign in', level: 1 })).toBeDefined()
  expect(place()).toBe('/')
  cleanup()
  open('/')
  await arrived('/dashboard')
  expect(screen.queryByRole('heading', { name: 'Sign in' })).toBeNull()
})

test('S008 S035 /dashboard is a page of the main application, and leads who isn’t signed in to /', async () => {
  open('/dashboard')
  expect(await screen.findByRole('navigation', { name: 'Main' })).toBeDefined()
  expect(place()).toBe('/dashboard')
  expect(screen.queryByRole('heading', { name: 'Sign in' })).toBeNull()
  cleanup()
  open('/dashboard', { permissions: null })
  await arrived('/')
  expect(await screen.findByRole('heading', { name: 'Sign in', level: 1 })).toBeDefined()
})

test('S007 S008 a link that is opened before sign-in is followed after it; what was open at sign-out is not', async () => {
  const { services } = open('/connect-plus/chat?message=MANUAL:9:1204', { permissions: null })
  await arrived('/')
  const permissions = ['GENERAL_CAN_USE_TEAM_CHAT'] as const
  act(() => services.session.signIn(testToken(permissions)))
  await arrived('/connect-plus/chat')

  act(() => services.session.signOut())
  await arrived('/')
  act(() => services.session.signIn(testToken(permissions)))
  await arrived('/dashboard')
})

test('S010 S012 S013 the fixed routes show their screens', async () => {
  open('/my-calendar')
  await heading('My calendar')
  expect(screen.queryByRole('dialog')).toBeNull()
  open('/my-experience').answer(myLevel, ({ userID }) => levelOf(userID, 300))
  await heading('My experience')
  expect(await screen.findByRole('heading', { name: 'Level 2 · Listener' })).toBeDefined()
  expect(screen.getByRole('heading', { name: 'Quests' })).toBeDefined()
  open('/oauth/task?error=denied')
  await heading('External task accounts')
  expect(screen.getByText('The external service refused the connection.')).toBeDefined()
})

test.each([
  ['?client_id=app', 'Access for an app'],
  ['?client_id=app&state=code', 'Access for an app'],
  ['?code=c1&state=s', 'External task accounts'],
  ['?error=denied', 'External task accounts'],
  ['?client_id=app&code=c1', 'External task accounts'],
  ['?client_id=app&error=denied', 'External task accounts'],
  ['', 'External task accounts'],
])('S013 /oauth/task%s shows ‘%s’', async (query, title) => {
  const at = open(`/oauth/task${query}`)
  await heading(title)
  const isConsent = title === 'Access for an app'
  await waitFor(() =>
    expect(at.made.filter(({ path }) => path === askConsent.path)).toHaveLength(isConsent ? 1 : 0),
  )
  expect(screen.queryByText('The external service refused the connection.') !== null).toBe(
    query.includes('error'),
  )
})

test('a permission number that nobody knows gives nothing and takes nothing: the shell is as it is without it', async () => {
  const { ITRACKER_CAN_SEE_MODULE: tracker, ITRACKER_CAN_SEE_MY_QC_SCORE: quality } = PERMISSIONS
  open('/tracker/my-quality', {
    claims: { allowedPermissions: `99999,${tracker},-1,,nonsense,1e3,${quality}` },
  })
  await heading('My quality')
  const menu = within(screen.getByRole('navigation', { name: 'Main' }))
  expect(menu.getByRole('button', { name: /^Tracker/ })).toBeDefined()
  expect(menu.queryByRole('button', { name: /^Admin/ })).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('S011 W016 opened from another window, /my-calendar shows that the request has been confirmed', async () => {
  vi.stubGlobal('opener', {})
  open('/my-calendar')
  const modal = await screen.findByRole('dialog', { name: 'Your request has been confirmed' })
  expect(modal.textContent).toContain('You can now close this screen')
  // Whoever may not see a calendar is told so behind it, too.
  expect(screen.getByText('This installation has no calendar.')).toBeDefined()
  fireEvent.keyDown(modal, { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  vi.unstubAllGlobals()
})

test('S006 a longer or shorter path than a listed one leads home', async () => {
  for (const path of ['/dashboard/more', '/my-calendar/x', '/oauth', '/tracker', '/tracker/home/x']) {
    open(path, {
      permissions: [
        'ITRACKER_CAN_SEE_MODULE',
        'ITRACKER_CAN_SEE_ACTIVITY_DASHBOARD',
        'CAN_USE_WHATSAPP',
        'GENERAL_CAN_USE_TEAM_CHAT',
      ],
    })
    await waitFor(() => expect(screen.getAllByTestId('place').at(-1)?.textContent).toBe('/dashboard'))
  }
})

test('S026 S027 a module page opens at the route of its labels for who may visit it', async () => {
  const labels = {
    ...DEFAULT_LABELS,
    'navigation.training': 'My Work',
    'navigation.training.training-log': 'Courses',
  }
  open('/my-work/courses', { labels, permissions: ['ITRAINING_CAN_SEE_MODULE', 'ITRAINING_CAN_SEE_LOG'] })
  await heading('Courses')
  expect(screen.getByText('This installation has no content for this page.')).toBeDefined()
  expect(screen.getAllByText('My Work').length).toBeGreaterThan(1)
  expect(place()).toBe('/my-work/courses')
  open('/hr/pay-stats', {
    permissions: ['HR_CAN_SEE_MODULE', 'HR_CAN_SEE_PAYROLL', 'HR_CAN_SEE_PAY_STATS'],
  })
  expect(await screen.findByText('HR / Payroll')).toBeDefined()
})

test('S027 the guard sends away who lacks one of the required permissions', async () => {
  open('/tracker/my-earnings', { permissions: ['ITRACKER_CAN_SEE_MODULE'] })
  await arrived('/dashboard')
})

test('S027 S070 the guard sends away who holds a revoking permission', async () => {
  open('/supervisor/reports', {
    permissions: ['ISUPERVISOR_CAN_SEE_MODULE', 'ISUPERVISOR_CAN_SEE_REPORTS', 'ISUPERVISOR_IS_RESTRICTED'],
  })
  await arrived('/dashboard')
})

test('S026 the address by the standard wording leads to where the page is here', async () => {
  const labels = { ...DEFAULT_LABELS, 'navigation.training': 'My Work' }
  open('/training/training-log', {
    labels,
    permissions: ['ITRAINING_CAN_SEE_MODULE', 'ITRAINING_CAN_SEE_LOG'],
  })
  await arrived('/my-work/training-log')
})

test('S026 while the labels are on their way, an address that may be a page’s is waited with', async () => {
  let tell: (labels: Record<string, unknown>) => void = () => {}
  const labels = new Promise<never>((resolve) => {
    tell = resolve as never
  })
  open('/my-work/my-quality', {
    labels,
    permissions: ['ITRACKER_CAN_SEE_MODULE', 'ITRACKER_CAN_SEE_MY_QC_SCORE'],
  })
  await screen.findByRole('status', { name: 'Loading' })
  expect(place()).toBe('/my-work/my-quality')
  tell({ ...DEFAULT_LABELS, 'navigation.tracker': 'My work' })
  await heading('My quality')
})

const MEETING = {
  meetingID: 17,
  host: 'Priya Shah',
  subject: 'Quotas',
  agenda: '',
  start: '2026-11-21T12:00:00.000Z',
  end: '2026-11-21T13:00:00.000Z',
  participants: [{ userID: 7, userName: 'Amelia Ward', isHere: true }],
}

test('S029 S034 the meeting’s window reads its meeting from the storage, once, and closing it closes the window', async () => {
  const close = vi.spyOn(window, 'close').mockImplementation(() => {})
  const server = open('/moderator-meeting-room?room=5', { storage: { meeting: '17' } })
  server.answer(joinMeeting, () => ({ done: true }))
  server.answer(meetingDetails, () => MEETING)
  await heading('Quotas')
  expect(server.made).toContainEqual({ path: meetingDetails.path, request: { meetingID: 17 } })
  expect(server.services.storage.get('moderatorMeetingID')).toBeNull()
  expect(screen.queryByRole('navigation')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Leave meeting' }))
  expect(close).toHaveBeenCalledOnce()
  expect(screen.getByText(/^You have left the meeting\./)).toBeDefined()
})

test('S029 without a stored meeting the address names it; without either the window says so', async () => {
  const server = open('/moderator-meeting-room?room=5')
  await waitFor(() =>
    expect(server.made).toContainEqual({ path: meetingDetails.path, request: { meetingID: 5 } }),
  )
  open('/moderator-meeting-room')
  expect(await screen.findByText('No meeting was handed to this window.')).toBeDefined()
})

test('S030 /my-team-chat is the chat without navigation, for who may use it', async () => {
  open('/my-team-chat', { permissions: ['GENERAL_CAN_USE_TEAM_CHAT'] })
  expect(await screen.findByText('Select a chat to get started')).toBeDefined()
  expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull()
})

test('S030 who may not use the chat is led home', async () => {
  open('/my-team-chat')
  await arrived('/dashboard')
})

test('S031 S032 scratch pad and documents have windows without navigation', async () => {
  open('/scratch-pad', { permissions: ['CAN_USE_SCRATCH_PAD'], pad: 'Call Ann' })
  expect(await screen.findByRole('heading', { name: 'Scratch pad' })).toBeDefined()
  await screen.findByDisplayValue('Call Ann')
  open('/my-documents', { permissions: ['CAN_USE_DOCUMENTS'] })
  expect(await screen.findByRole('heading', { name: 'Documents' })).toBeDefined()
  expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull()
})

test.each(['/my-team-chat', '/scratch-pad', '/my-documents', '/view-document-external'])(
  'S030 S031 S032 S033 the window %s is for who may use what it shows',
  async (path) => {
    open(path, { permissions: [] })
    await arrived('/dashboard')
  },
)

test('S033 S034 the document’s window shows the one in the storage, and closing it closes the window', async () => {
  const close = vi.spyOn(window, 'close').mockImplementation(() => {})
  const server = open('/view-document-external', {
    permissions: ['CAN_USE_DOCUMENTS'],
    storage: { document: '9' },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Close window' }))
  expect(close).toHaveBeenCalledOnce()
  await waitFor(() => expect(server.made).toContainEqual({ path: downloadDocument.path, request: { id: 9 } }))
  expect(server.services.storage.get('externalDocumentID')).toBeNull()
})

test('S080 on a phone the top bar has a burger, which brings the menu; beside a side bar it has none', async () => {
  const burger = () => screen.queryByRole('button', { name: 'Open menu' })
  const logo = () => screen.getAllByRole('button', { name: /^Fieldwork: reload/ }).length
  open('/my-calendar')
  await heading('My calendar')
  expect(burger()).toBeNull()
  expect(logo()).toBe(1)
  cleanup()
  vi.spyOn(window, 'matchMedia').mockImplementation(
    () => ({ matches: true, addEventListener() {}, removeEventListener() {} }) as never,
  )
  open('/my-calendar')
  await heading('My calendar')
  expect(logo()).toBe(1)
  expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull()
  fireEvent.click(burger() as HTMLElement)
  expect(await screen.findByRole('navigation', { name: 'Main' })).toBeDefined()
})

test('S077 recruits without a side bar have their pages in a row', async () => {
  open('/dashboard', { permissions: ['IRECRUITMENT_CAN_TAKE_COMPATIBILITY_TEST'] })
  const row = await screen.findByRole('navigation', { name: 'Main' })
  expect([...row.querySelectorAll('a')].map(({ textContent }) => textContent)).toEqual([
    'Home',
    'Compatibility test',
  ])
  expect(screen.queryByRole('button', { name: 'Collapse the side bar' })).toBeNull()
  fireEvent.click(screen.getByRole('link', { name: 'Compatibility test' }))
  await arrived('/recruitment/compatibility-test')
})
