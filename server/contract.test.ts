import { afterAll, beforeAll, expect, test } from 'vitest'
import { allCalls } from '#shared/contract/all-calls.ts'
import type { Call } from '#shared/contract/call.ts'
import { DEFAULT_DEVICE_SETTINGS, METRICS } from '#shared/domain/device-grading.ts'
import { namesOf } from '#shared/domain/permission-rule.ts'
import { PERMISSIONS, type PermissionName } from '#shared/domain/permissions.ts'
import { DEFAULT_AUDIO_SETTING } from '#shared/domain/settings.ts'
import { hashLinkToken } from './auth/link-tokens.ts'
import { codeAt } from './auth/one-time-codes.ts'
import { SignIns } from './auth/sign-ins.ts'
import { sealCodeSecret } from './auth/two-factor.ts'
import { Vault } from './auth/vault.ts'
import { addChatThings, addRooms, CHAT_REQUESTS } from './chat/testing/requests.ts'
import type { Database } from './db/database.ts'
import { takeSnapshot } from './db/testing/snapshot.ts'
import { postForm } from './http/testing/post-form.ts'
import {
  addPerson,
  NOON,
  PASSWORD,
  post,
  signIn,
  startTestServer,
  type TestServer,
} from './http/testing/test-server.ts'
import { addLinks, sampleSubject } from './public/testing/add-links.ts'
import { sealRemoteDesktopPassword } from './remote-desktop/remote-desktops.ts'
import {
  addTickets,
  reopenSystemIssue,
  TICKET_REQUESTS,
  ticketPermissionsFor,
} from './tickets/testing/requests.ts'

/** The first who are added. */
const ANN = 1
const BOB = 2

/** Of an authenticator app, in base32. */
const APP_SECRET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The first bytes of a PNG file: what the server goes by. */
const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)

const NOTE = { text: 'a', colour: 'BLUE', x: 0, y: 1 } as const
const GRID = { gridTemplateColumns: '1fr 1fr', gridTemplateRows: '1fr', gridArea: '"Holiday ."' }
const READINGS = Object.fromEntries(METRICS.map((metric) => [metric, 5]))
const REMOTE_DESKTOP = { id: 1, displayName: 'Desk', address: 'desk.example', username: 'ann' }

const ROOM = { source: 'PROJECT', sourceID: 7 }

/** A good request of every call that needs one; with the rooms what it needs is there. */
const REQUESTS: Record<string, unknown> = {
  'activity.concludeCurrentActivity': { activity: 'BREAK' },
  'activity.updateActivity': { activity: 'BREAK' },
  'activity.forceActivity': { userID: 2, activity: 'TRAINING' },
  'alerts.sendPopupMessage': { userIDs: [2], message: 'Please call me.' },
  'alerts.sendQuestMessage': { userIDs: [2], icon: '🏆', message: 'Ten interviews!' },
  'alerts.dialEmergencyNumber': { userID: 2 },
  'broadcast.postBroadcast': { message: 'Fire drill at two.', endDate: new Date(NOON + 1).toISOString() },
  'broadcast.endBroadcast': { id: 1 },
  'broadcast.reportAppointmentsAtRisk': { count: 3 },
  'calls.acceptCall': { callerID: 2 },
  'meetings.newMeeting': {
    start: new Date(NOON).toISOString(),
    end: new Date(NOON + 60_000).toISOString(),
    subject: 'Briefing',
    agenda: '',
    ids: [2],
    immediate: false,
  },
  'meetings.meetingDetails': { meetingID: 1 },
  'meetings.joinMeeting': { meetingID: 1 },
  'meetings.leaveMeeting': { meetingID: 1 },
  'meetings.shareMeetingScreen': { meetingID: 1, picture: null },
  'meetings.meetingScreen': { meetingID: 1 },
  'push.registerFcm': { fcm: 'device-token' },
  'auth.confirmUsername': { userName: 'ann' },
  'auth.confirmPassword': { userName: 'ann', password: PASSWORD },
  'chat.members': ROOM,
  'chat.loadGroupChatMessages': ROOM,
  'chat.loadThreadChatMessages': { threadID: 2 },
  'chat.focusOnThread': ROOM,
  'chat.markAllAsRead': { records: [ROOM] },
  'chat.react': { id: 1, ...ROOM, reaction: 'LIKE' },
  'chat.startConversation': { users: [2] },
  'chat.downloadAttachment': { id: 1, ...ROOM },
  'chat.sendMessageToChatroom': { message: 'hi', chatroom: 'room' },
  'chat.sendMessageToThread': { message: 'hi', threadID: 2 },
  'onboarding.newOnboardingTask': {
    task: 'Order a headset',
    responsible: 'EMPLOYER',
    taskAction: 'NONE',
    selectedStaffType: '',
    requiredApproval: false,
  },
  'onboarding.deleteOnboardingTask': { taskID: 1 },
  'permissions.personPermissions': { userID: 2 },
  'permissions.grantPermissions': { userID: 2, permissions: ['CAN_USE_VAULT'] },
  'permissions.revokePermissions': { userID: 2, permissions: ['GENERAL_CAN_USE_TEAM_CHAT'] },
  'publicLinks.issueWurksafe': { subject: sampleSubject('WURKSAFE') },
  'publicLinks.issueSurvey': { subject: sampleSubject('SURVEY') },
  'publicLinks.issueTicket': { subject: sampleSubject('TICKET') },
  'publicLinks.issueContactDetails': { subject: sampleSubject('CONTACT_DETAILS') },
  'publicLinks.issueResearchEmail': { subject: sampleSubject('RESEARCH_EMAIL') },
  'publicLinks.issueJobOrder': { subject: sampleSubject('JOB_ORDER') },
  'publicLinks.issueExpense': { subject: sampleSubject('EXPENSE') },
  'publicLinks.issueMeeting': { subject: sampleSubject('MEETING') },
  'publicLinks.issueWidget': { subject: sampleSubject('WIDGET') },
  'publicLinks.readPublicAnswers': { id: 1 },
  'publicLinks.endPublicLink': { id: 1 },
  'publicPages.openWurksafe': { token: 'wurksafe' },
  'publicPages.sendSafety': { token: 'wurksafe', name: 'Beth', kind: 'CHECK_IN', message: '' },
  'publicPages.openSurvey': { token: 'survey' },
  'publicPages.sendSurvey': {
    token: 'survey',
    answers: [
      { id: 'overall', answer: '9' },
      { id: 'manner', answer: 'Friendly' },
      { id: 'length', answer: 'About right' },
    ],
  },
  'publicPages.openTicket': { token: 'ticket' },
  'publicPages.replyToTicket': { token: 'ticket', message: 'Thank you' },
  'publicPages.openContactDetails': { token: 'contact_details' },
  'publicPages.validateContactDetails': { token: 'contact_details', isRight: true, correction: '' },
  'publicPages.openResearchEmail': { token: 'research_email' },
  'publicPages.validateResearchEmail': { token: 'research_email' },
  'publicPages.openJobOrder': { token: 'job_order' },
  'publicPages.openExpense': { token: 'expense' },
  'publicPages.submitExpenseDocument': {
    token: 'expense',
    document: new File([PNG], 'ticket.png', { type: 'image/png' }),
  },
  'publicPages.openMeeting': { token: 'meeting' },
  'publicPages.answerMeeting': { token: 'meeting', name: 'Dana', isComing: true },
  'widgets.previewWidget': { token: 'widget' },
  'deviceHealth.saveDeviceConnectivityThresholds': DEFAULT_DEVICE_SETTINGS,
  'deviceHealth.saveSpeedTest': { kind: 'TEST', results: [READINGS] },
  'deviceHealth.sendHardwareReport': {
    findings: [{ check: 'Microphone', state: 'good', detail: '' }],
    note: '',
    client: '',
  },
  'remoteDesktop.decryptRdp': REMOTE_DESKTOP,
  'remoteDesktop.removeRdp': REMOTE_DESKTOP,
  'remoteDesktop.updateRdp': { ...REMOTE_DESKTOP, password: '' },
  'remoteDesktop.newRdp': { ...REMOTE_DESKTOP, password: 'secret' },
  'people.getUserAvatars': { pendingImages: [2] },
  'people.updateProfilePicture': { picture: new File([PNG], 'me.png', { type: 'image/png' }) },
  'settings.saveAudioSetting': { setting: DEFAULT_AUDIO_SETTING },
  'settings.saveSetting': { name: 'minimumDesktopClient', value: '1.2.0' },
  'appHistory.visitApp': { app: 'Dashboard' },
  'documents.uploadDocument': { file: new File(['notes'], 'notes.txt', { type: 'text/plain' }) },
  'documents.downloadDocument': { id: 1 },
  'documents.renameDocument': { id: 1, name: 'plan.txt' },
  'documents.deleteDocument': { id: 1 },
  'documents.restoreDocument': { id: 2 },
  'gamification.myLevel': { userID: 1 },
  'notes.addNote': { ...NOTE },
  'notes.saveNote': { id: 1, ...NOTE },
  'notes.deleteNote': { id: 1 },
  'notes.restoreNote': { id: 2 },
  'notificationCentre.clearNotifications': { ids: [1] },
  'scratchPad.saveScratchPad': { text: 'a', revision: 0 },
  'session.logEvent': { actionName: 'OFFLINE', description: 'for 5 s' },
  'session.sendRemoteCommand': { userID: 2, remoteCommand: { command: 'REFRESH_UI' } },
  'session.endSessions': { userID: 2 },
  'session.pairCompanion': { userID: 2, deviceID: 'device-2' },
  'session.unpairCompanion': { userID: 2 },
  'signIn.companionToken': { deviceID: 'device-1' },
  'signIn.forgotPassword': { userName: 'nobody' },
  'signIn.resetPassword': { token: 'reset-token', password: 'a password of its own' },
  'signIn.validateMagicLink': { token: 'link-token' },
  'signIn.confirmTwoFactor': { code: codeAt(APP_SECRET, NOON) },
  'signIn.disableTwoFactor': { password: PASSWORD },
  'uiLabels.updateUiLabels': { labels: { 'navigation.tracker': 'My work', 'navigation.hr': null } },
  'tasks.searchProjects': { searchTerm: '' },
  'tasks.addTask': {
    userID: 1,
    projectID: 7,
    subject: 'Check the quota',
    description: 'Before noon',
    eventStart: new Date(NOON).toISOString(),
    eventEnd: new Date(NOON + 1).toISOString(),
    dueDate: new Date(NOON + 2).toISOString(),
    priority: 'LOW',
    storyPoint: '5',
    requiredHours: 1,
    files: new File(['notes'], 'notes.txt', { type: 'text/plain' }),
  },
  'summary.saveGridSetting': GRID,
  'summary.today': { since: new Date(NOON - 1).toISOString() },
  'wellBeing.submitMood': { moodValue: 4, comments: '', userID: 1 },
  ...TICKET_REQUESTS,
  ...CHAT_REQUESTS,
}

/** The least that somebody needs for the call, beyond the team chat. */
function leastFor({ permission }: Call): readonly PermissionName[] {
  if (permission === null || permission === 'GENERAL_CAN_USE_TEAM_CHAT') return []
  const names = namesOf(permission).filter((name) => name !== 'GENERAL_CAN_USE_TEAM_CHAT')
  return typeof permission !== 'string' && 'anyOf' in permission ? names.slice(0, 1) : names
}

async function grant(db: Database, names: readonly PermissionName[]): Promise<void> {
  if (names.length === 0) return
  const rows = names.map((name) => ({ userID: ANN, permission: PERMISSIONS[name] }))
  await db
    .insertInto('userPermissions')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** A broadcast and a meeting of ann's. */
async function prepareLive(db: Database): Promise<void> {
  const broadcast = { message: 'Hello', endDate: NOON + 1, areaID: null, postedBy: ANN, createdAt: NOON }
  await db.insertInto('broadcasts').values(broadcast).execute()
  const meeting = {
    hostID: ANN,
    subject: 'Talk',
    agenda: '',
    start: NOON,
    end: NOON + 1,
    announcedAt: null,
  }
  await db.insertInto('meetings').values(meeting).execute()
  await db.insertInto('meetingPeople').values({ meetingID: 1, userID: ANN }).execute()
}

/** Of ann: note and document 1 stand, those with id 2 are deleted. */
async function fillDesk(db: Database): Promise<void> {
  const deleted = [null, NOON]
  const notes = deleted.map((deletedAt) => ({ ...NOTE, userID: ANN, updatedAt: NOON, deletedAt }))
  await db.insertInto('stickyNotes').values(notes).execute()
  const file = { name: 'a.txt', contentType: 'text/plain', size: 1, content: Buffer.from('a') }
  const documents = deleted.map((deletedAt) => ({ ...file, userID: ANN, uploadedAt: NOON, deletedAt }))
  await db.insertInto('documents').values(documents).execute()
}

/** Ann's device is paired, and links and a new app of hers wait. */
async function prepareSignIns(server: TestServer): Promise<void> {
  const { db } = server.server
  await addLinks(server, ANN)
  const device = { deviceID: 'device-1', userID: ANN, pairedAt: NOON, pairedBy: null }
  await db.insertInto('devices').values(device).execute()
  const pendingSecret = sealCodeSecret(await Vault.open(db), ANN, APP_SECRET)
  await db
    .insertInto('twoFactor')
    .values({ userID: ANN, secret: null, lastStep: 0, pendingSecret, pendingSince: NOON })
    .execute()
  const sealedPassword = sealRemoteDesktopPassword(await Vault.open(db), ANN, 1, 'secret')
  await db
    .insertInto('remoteDesktops')
    .values({ ...REMOTE_DESKTOP, userID: ANN, sealedPassword, updatedAt: NOON })
    .execute()
  const tokenHash = hashLinkToken('reset-token')
  await db
    .insertInto('passwordResets')
    .values({ tokenHash, userID: ANN, expiresAt: NOON + 1 })
    .execute()
  await new SignIns(db, () => NOON).begin(
    { userName: 'ann', userID: ANN, stage: 'CONFIRM_MAGIC_LINK' },
    { linkHash: hashLinkToken('link-token'), isPasswordless: false },
  )
}

async function make(server: TestServer, call: Call, payload: unknown, headers: Record<string, string> = {}) {
  if (call.sends === 'multipart' && Object.values(payload ?? {}).some((value) => value instanceof File)) {
    const form = new FormData()
    for (const [name, value] of Object.entries(payload as object)) form.append(name, value)
    return postForm(server, call.path, form, headers)
  }
  if (call.method === 'POST') return post(server, call.path, payload, headers)
  const query = Object.entries(payload ?? {}).map(([name, value]): [string, string] => [name, String(value)])
  const answer = await server.server.app.inject({
    url: `${call.path}?${new URLSearchParams(query)}`,
    headers,
  })
  return { status: answer.statusCode, headers: answer.headers, body: answer.body }
}

interface Company {
  readonly server: TestServer
  /** Undoes what a call has changed: for some 250 calls a company of its own each takes long. */
  readonly restore: () => Promise<void>
}

/** Ann and Bob, with everything that the requests name. */
async function openCompany(): Promise<Company> {
  // The assistant answers whatever it is asked, so that its calls are there.
  const server = await startTestServer({ assistant: { ask: async () => '{"subject":"Check the quota"}' } })
  const { db } = server.server
  for (const userName of ['ann', 'bob'])
    await addPerson(server, { userName, permissions: ['GENERAL_CAN_USE_TEAM_CHAT'] })
  await addRooms(db, ANN, BOB)
  await prepareSignIns(server)
  await fillDesk(db)
  await prepareLive(db)
  await addTickets(db, ANN)
  await addChatThings(db, ANN, BOB)
  return { server, restore: await takeSnapshot(db) }
}

let company: Company
beforeAll(async () => {
  company = await openCompany()
})
afterAll(() => company.server.server.close())

/** These need somebody's windows open: other tests make them (server/auth/, server/calls/, server/alerts/). */
const NEEDS_MORE = ['auth.login', 'calls.acceptCall', 'alerts.dialEmergencyNumber']
const withoutSignIn = allCalls.filter(({ area, name }) => !NEEDS_MORE.includes(`${area}.${name}`))

test.each(withoutSignIn)(
  '$area $name answers a good request of who may do just that as its contract says',
  async ({ area, name, call }) => {
    const id = `${area}.${name}`
    const { server, restore } = company
    const { db } = server.server
    await restore()
    await grant(db, [...leastFor(call), ...ticketPermissionsFor(id)])
    if (id === 'help.endSystemIssue') await reopenSystemIssue(db)
    const bearer = await signIn(server, 'ann')
    const answer = await make(server, call, REQUESTS[id], call.auth === 'bearer' ? bearer : {})
    expect(answer).toMatchObject({ status: 200 })
    if (call.answers === 'json')
      expect(call.response.safeParse(JSON.parse(answer.body))).toMatchObject({ success: true })
  },
)
