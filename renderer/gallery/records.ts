import type { AttendedDay } from '#shared/contract/attendance.ts'
import type { ChecklistItem } from '#shared/contract/checklist.ts'
import type { DocumentInfo } from '#shared/contract/documents.ts'
import type { ResponseOf } from '#shared/contract/http-call.ts'
import type { StickyNote } from '#shared/contract/notes.ts'
import type { NotificationRow } from '#shared/contract/notifications.ts'
import type { OnboardingTask } from '#shared/contract/onboarding.ts'
import type { RemoteDesktop } from '#shared/contract/remote-desktop.ts'
import type { listSkills } from '#shared/contract/skills.ts'
import type { TaskRow } from '#shared/contract/task-entities.ts'
import type { HelpTicket } from '#shared/contract/ticket-entities.ts'
import { NOTE_COLOURS } from '#shared/domain/notes.ts'

/** Hours ago, as of the gallery's present. */
const ago = (hours: number): string => new Date(Date.UTC(2026, 10, 21, 12) - hours * 3_600_000).toISOString()
const turn = <Value>(values: readonly [Value, ...Value[]], place: number): Value =>
  values[place % values.length] ?? values[0]

export const items = (words: readonly string[]): ChecklistItem[] =>
  words.map((task, place) => ({
    id: place + 1,
    userID: 7,
    task,
    description: place === 1 ? task : '',
    actionedBy: place % 2 === 1 ? 'Priya Nair' : '',
    actionedTime: place % 2 === 1 ? ago(26) : null,
    taskAction: place === 0 ? 'UPLOAD_PDF' : 'NONE',
    fileName: place === 3 ? `${task}.pdf` : '',
  }))

export const documents = (words: readonly string[]): DocumentInfo[] =>
  words.map((name, place) => ({
    id: place + 1,
    name: `${name}.${turn(['pdf', 'png', 'docx', 'txt'], place)}`,
    contentType: turn(['application/pdf', 'image/png', 'application/octet-stream', 'text/plain'], place),
    size: 1_260 * (place * 90 + 1),
    uploadedAt: ago(place * 30),
  }))

export const notes = (words: readonly string[]): StickyNote[] =>
  words.map((text, place) => ({
    id: place + 1,
    text,
    colour: turn(NOTE_COLOURS, place),
    x: ((place * 37) % 100) / 100,
    y: ((place * 23) % 100) / 100,
    updatedAt: ago(place),
  }))

export const notifications = (words: readonly string[]): NotificationRow[] =>
  words.map((subject, place) => ({
    id: place + 1,
    subject,
    isRead: place > 1,
    entryTime: ago(place * 11),
    type: 0,
    source: '',
    sourceID: null,
  }))

export const onboarding = (words: readonly string[]): OnboardingTask[] =>
  words.map((task, place) => ({
    id: place + 1,
    task,
    responsible: turn(['ANYONE', 'EMPLOYER', 'AGENCY', 'USER'], place),
    actionNeeded: place === 0 ? 'UPLOAD_PDF' : 'NONE',
    requiredApproval: place === 1,
    applyTo: '',
    username: 'Tom Hargreaves',
    createdAt: ago(place * 40),
    isBeforeFirstShift: place === 0,
    dueDays: null,
    open: place,
  }))

export const remoteDesktops = (words: readonly string[]): RemoteDesktop[] =>
  words.map((displayName, place) => ({
    id: place + 1,
    displayName,
    address: `leeds-${place + 12}.example:3390`,
    username: 'CORP\\amelia.ward',
  }))

export const tickets = (words: readonly string[]): HelpTicket[] =>
  words.map((message, place) => ({
    id: 1209 - place,
    date: '2026-11-20',
    time: '09:00',
    ticketType: turn(['Headset and sound', 'VPN and network', 'Other'], place),
    message,
    resolved: place === 4,
    assign: place % 2 === 0 ? '' : 'Priya Nair',
    raisedTime: ago(place * 7 + 1),
    updatedTime: ago(place),
    userLoginID: 4,
    interviewerName: place === 2 ? message : 'Jamie Whitfield',
    status: place === 4 ? 'RESOLVED' : 'OPEN',
    priority: turn(['HIGH', 'MEDIUM', 'LOW'], place),
    assignID: place % 2 === 0 ? 0 : 9,
    requireFeedback: false,
    mergedInto: null,
    version: 3,
    lateness: place === 0 ? { clock: 'RESPONSE', since: ago(1) } : null,
  }))

export const skills = (words: readonly string[]): ResponseOf<typeof listSkills>['rows'] =>
  words.map((name, place) => ({
    id: place + 1,
    version: 3,
    name,
    category: place % 2 === 0 ? 'LANGUAGE' : 'METHOD',
    needsCertificate: place === 1,
    expiresAfterMonths: place === 1 ? 12 : null,
    isActive: place !== 3,
    people: place * 3,
    expiring: place === 1 ? 1 : 0,
    projects: place === 1 ? 2 : 0,
    grantedBy: place === 1 ? 'Telephone interviewing' : null,
  }))

export const tasks = (words: readonly string[]): TaskRow[] =>
  words.map((taskName, place) => ({
    id: place + 41,
    taskName,
    subject: taskName,
    prefixID: null,
    userID: 7,
    userName: 'Amelia Ward',
    createdBy: 7,
    createdByName: 'Amelia Ward',
    projectID: 2101,
    projectName: 'Household Travel Survey',
    epicName: '',
    eventStart: ago(4 - place),
    eventEnd: ago(3 - place),
    dueDate: ago(place * 3 - 5),
    completionTime: null,
    requiredHours: 1,
    status: place === 2 ? 'In progress' : 'To do',
    statusKind: place === 2 ? 'DOING' : 'TO_DO',
    priority: turn(['HIGH', 'MEDIUM', 'LOW'], place),
    storyPoint: '5',
    sprint: '',
    milestone: '',
    testingStatus: 'TESTING NOT REQUIRED',
    openBlockers: place === 1 ? 1 : 0,
    subtasks: place === 0 ? 3 : 0,
    openSubtasks: place === 0 ? 1 : 0,
    version: 3,
    mayChange: true,
  }))

const DAY: Omit<AttendedDay, 'id' | 'date'> = {
  ...{ userID: 7, name: 'Jamie Whitfield', state: 'OPEN', note: '', isBySystem: false },
  scheduledStart: '2026-11-20T08:00:00.000Z',
  scheduledEnd: '2026-11-20T16:30:00.000Z',
  actualStart: '2026-11-20T08:00:00.000Z',
  actualEnd: '2026-11-20T16:30:00.000Z',
  ...{ scheduledSeconds: 30_600, workedSeconds: 25_200, breakSeconds: 3600, breakOverSeconds: 1800 },
  ...{ personalSeconds: 0, idleSeconds: 0, systemIssueSeconds: 0, excusedSeconds: 0, outSeconds: 1800 },
  ...{ lateMinutes: 0, leftEarlyMinutes: 0, adherence: 0.94, conformance: 0.88, paidHours: 7.5 },
  counts: {
    ...{ judgedSeconds: 28_800, keptSeconds: 27_072, plannedWorkSeconds: 27_000, workedSeconds: 23_760 },
    ...{ due: 1, inTime: 1, absent: 0 },
  },
  ...{ outcome: 'ON_TIME', exceptions: [], breaks: 2 },
  activities: [
    { activity: 'AVAILABLE', seconds: 25_200 },
    { activity: 'BREAK', seconds: 3600 },
  ],
}

/** A day for each word: what they did has names of its own. */
export const days = (words: readonly string[]): AttendedDay[] =>
  words.map((_, place) => {
    const date = `2026-11-${20 - place}`
    return { ...DAY, id: `7:${date}`, date, actualEnd: place === 0 ? null : DAY.actualEnd }
  })
