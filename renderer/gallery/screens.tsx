import type { ReactNode } from 'react'
import { attendance } from '#shared/contract/attendance.ts'
import { checklistState } from '#shared/contract/checklist.ts'
import { myDocuments } from '#shared/contract/documents.ts'
import type { Call, ResponseOf } from '#shared/contract/http-call.ts'
import { myNotes } from '#shared/contract/notes.ts'
import { searchNotifications } from '#shared/contract/notifications.ts'
import { getOnboardingTasks } from '#shared/contract/onboarding.ts'
import { viewMyRdp } from '#shared/contract/remote-desktop.ts'
import { getTaskConfig } from '#shared/contract/settings.ts'
import { listSkills } from '#shared/contract/skills.ts'
import { listTasks } from '#shared/contract/tasks.ts'
import { searchTickets } from '#shared/contract/tickets.ts'
import { getViews } from '#shared/contract/views.ts'
import { DEPLOYMENT_DEFAULTS } from '#shared/domain/settings.ts'
import { AttendanceScreen } from '../features/attendance/index.ts'
import { Checklist } from '../features/checklist/index.ts'
import { DocumentsScreen } from '../features/documents/index.ts'
import { NotesDialog } from '../features/notes/index.ts'
import { NotificationsDialog } from '../features/notifications/index.ts'
import { OnboardingTasksDialog } from '../features/onboarding-tasks/index.ts'
import { RemoteDesktopsDialog } from '../features/remote-desktop/index.ts'
import { SkillsScreen } from '../features/skills/index.ts'
import { TasksDialog } from '../features/tasks/index.ts'
import { HelpCenterScreen } from '../features/tickets/index.ts'
import type { ApiClient } from '../services/http/api-client.ts'
import { createLive, LiveProvider } from '../services/live.tsx'
import type { Services } from '../services/services.ts'
import { refused } from '../testing/fake-services.ts'
import {
  days,
  documents,
  items,
  notes,
  notifications,
  onboarding,
  remoteDesktops,
  skills,
  tasks,
  tickets,
} from './records.ts'
import { signedIn } from './server.ts'
import type { Server, Specimen } from './specimen.ts'
import { HOSTILE, LONG } from './texts.ts'

/** A page of a list that has so many words for each of its names. */
type Fill = (at: Server, words: readonly string[]) => void

function answer<C extends Call>(at: Server, call: C, response: ResponseOf<C>): void {
  at.answer(call, () => response)
}

/** A call that never ends. */
const NEVER: ApiClient = { call: () => new Promise(() => {}), upload: () => new Promise(() => {}) }
const BUSY: ApiClient = {
  call: () =>
    Promise.reject(
      refused(503, 'The server is currently busy or is doing an update, please try again in a few moments.'),
    ),
  upload: () => Promise.reject(refused(503, 'busy')),
}

const PLAIN: readonly string[] = [
  'Right to work',
  'Household Travel Survey',
  'My headset crackles on every call',
  'Bank details',
  'Call back Ann Lee',
]

/** What goes through the shell's hub, which is never reached here. */
function live(services: Services, shown: ReactNode): ReactNode {
  const value = createLive(services, {
    isPopOut: false,
    setCount: () => {},
    focus: () => {},
    openWindow: () => ({ closed: false }),
    screen: () => ({ width: 1366, height: 768 }),
  })
  return <LiveProvider value={value}>{shown}</LiveProvider>
}

/** A screen full, with long and hostile words, with nothing in it, on its way, and refused. */
function screen(name: string, show: () => ReactNode, fill: Fill): readonly Specimen[] {
  const filled = (words: readonly string[]) => () => {
    const at = signedIn()
    fill(at, words)
    return at
  }
  const state = (of: string, server: () => Server, isBrief = true): Specimen => ({
    name: `screens/${name}/${of}`,
    isPage: true,
    isBrief,
    server,
    around: live,
    show,
  })
  return [
    state('full', filled(PLAIN), false),
    state('long', filled([LONG, HOSTILE, LONG.replaceAll(' ', '-')])),
    state('empty', filled([])),
    state('loading', () => signedIn({ api: NEVER })),
    state('failed', () => signedIn({ api: BUSY })),
  ]
}

const close = () => {}

export const SCREENS: readonly Specimen[] = [
  ...screen(
    'checklist',
    () => (
      <div style={{ maxWidth: 640, padding: 16 }}>
        <Checklist />
      </div>
    ),
    (at, words) => {
      const all = items(words)
      answer(at, checklistState, {
        completedTasks: all.filter(({ actionedTime }) => actionedTime !== null),
        incompleteTasks: all.filter(({ actionedTime }) => actionedTime === null),
      })
    },
  ),
  ...screen(
    'documents',
    () => <DocumentsScreen />,
    (at, words) => answer(at, myDocuments, documents(words)),
  ),
  ...screen(
    'notes',
    () => <NotesDialog opened onClose={close} />,
    (at, words) => answer(at, myNotes, notes(words)),
  ),
  ...screen(
    'notifications',
    () => <NotificationsDialog opened onClose={close} />,
    (at, words) =>
      answer(at, searchNotifications, {
        total: words.length,
        unread: Math.min(2, words.length),
        notifications: notifications(words),
      }),
  ),
  ...screen(
    'onboarding-tasks',
    () => <OnboardingTasksDialog opened onClose={close} />,
    (at, words) => answer(at, getOnboardingTasks, onboarding(words)),
  ),
  ...screen(
    'remote-desktops',
    () => <RemoteDesktopsDialog opened onClose={close} />,
    (at, words) => answer(at, viewMyRdp, remoteDesktops(words)),
  ),
  ...screen(
    'help-center',
    () => <HelpCenterScreen />,
    (at, words) => answer(at, searchTickets, { total: words.length, tickets: tickets(words) }),
  ),
  ...screen(
    'skills',
    () => <SkillsScreen />,
    (at, words) => {
      answer(at, getViews, { views: [] })
      answer(at, listSkills, {
        rows: skills(words),
        total: words.length,
        isMore: false,
        columns: ['name', 'category', 'people', 'expiring', 'needsCertificate', 'isActive'],
        asOf: '2026-11-21T12:00:00.000Z',
      })
    },
  ),
  ...screen(
    'attendance',
    () => <AttendanceScreen />,
    (at, words) => answer(at, attendance, { days: days(words), corrections: [] }),
  ),
  ...screen(
    'tasks',
    () => <TasksDialog opened onClose={close} params={undefined} />,
    (at, words) => {
      answer(at, getTaskConfig, DEPLOYMENT_DEFAULTS.taskConfig)
      answer(at, listTasks, {
        rows: tasks(words),
        total: words.length,
        totals: { requiredHours: words.length, overdue: Math.min(1, words.length) },
        asOf: '2026-11-21T12:00:00.000Z',
      })
    },
  ),
]
