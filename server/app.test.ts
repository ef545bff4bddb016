import { afterEach, beforeEach, expect, test } from 'vitest'
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
import { addChatThings, CHAT_REQUESTS } from './chat/testing/requests.ts'
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
import { addTickets, TICKET_REQUESTS } from './tickets/testing/requests.ts'

let server: TestServer
let annID: number
let bobID: number

/** Answers whatever it is asked, so that its calls are there. */
const assistant = { ask: async () => '{"subject":"Check the quota"}' }

beforeEach(async () => {
  server = await startTestServer({ assistant })
  annID = await addPerson(server, { userName: 'ann', permissions: ['GENERAL_CAN_USE_TEAM_CHAT'] })
  bobID = await addPerson(server, { userName: 'bob', permissions: ['GENERAL_CAN_USE_TEAM_CHAT'] })
})
afterEach(() => server.server.close())

/** Thread 1, a project's room, has bob's message 1 with a file; thread 2 is a group of the same two. */
async function addRooms(): Promise<void> {
  const { db } = server.server
  const common = {
    displayLabel: '',
    displayGroupLabel: '',
    isGroup: 1,
    status: '',
    priority: '',
    createdAt: NOON,
  }
  const threads = [
    { ...common, id: 1, type: 'CHATROOM', source: 'PROJECT', sourceID: 7, label: 'room', lastMessageID: 1 },
    { ...common, id: 2, type: 'THREAD', source: 'MANUAL', sourceID: 2, label: 'group', lastMessageID: null },
  ] as const
  await db.insertInto('threads').values(threads).execute()
  const members = threads.flatMap(({ id }) => [annID, bobID].map((userID) => ({ threadID: id, userID })))
  const unread = { isAdmin: 0, isArchived: 0, lastReadMessageID: 0 }
  await db
    .insertInto('threadMembers')
    .values(members.map((member) => ({ ...member, ...unread })))
    .execute()
  const message = { id: 1, threadID: 1, userID: bobID, text: 'hello', entryTime: NOON }
  await db
    .insertInto('messages')
    .values({ ...message, type: 'FILE', overallStatus: 'DELIVERED' })
    .execute()
  const file = { fileName: 'notes.txt', contentType: 'text/plain', content: Buffer.from('notes') }
  await db
    .insertInto('attachments')
    .values({ messageID: 1, ...file })
    .execute()
}

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

async function grant(userID: number, names: readonly PermissionName[]): Promise<void> {
  if (names.length === 0) return
  const rows = names.map((name) => ({ userID, permission: PERMISSIONS[name] }))
  await server.server.db.insertInto('userPermissions').values(rows).execute()
}

/** A broadcast and a meeting of ann's. */
async function prepareLive(): Promise<void> {
  const { db } = server.server
  const broadcast = { message: 'Hello', endDate: NOON + 1, areaID: null, postedBy: annID, createdAt: NOON }
  await db.insertInto('broadcasts').values(broadcast).execute()
  const meeting = {
    hostID: annID,
    subject: 'Talk',
    agenda: '',
    start: NOON,
    end: NOON + 1,
    announcedAt: null,
  }
  await db.insertInto('meetings').values(meeting).execute()
  await db.insertInto('meetingPeople').values({ meetingID: 1, userID: annID }).execute()
}

/** Of ann: note and document 1 stand, those with id 2 are deleted. */
async function fillDesk(): Promise<void> {
  const { db } = server.server
  const deleted = [null, NOON]
  const notes = deleted.map((deletedAt) => ({ ...NOTE, userID: annID, updatedAt: NOON, deletedAt }))
  await db.insertInto('stickyNotes').values(notes).execute()
  const file = { name: 'a.txt', contentType: 'text/plain', size: 1, content: Buffer.from('a') }
  const documents = deleted.map((deletedAt) => ({ ...file, userID: annID, uploadedAt: NOON, deletedAt }))
  await db.insertInto('documents').values(documents).execute()
}

/** Ann may do what is needed; her device is paired, and links and a new app of hers wait. */
async function prepareSignIns(needed: readonly PermissionName[]): Promise<void> {
  const { db } = server.server
  await grant(annID, needed)
  await addLinks(server, annID)
  const device = { deviceID: 'device-1', userID: annID, pairedAt: NOON, pairedBy: null }
  await db.insertInto('devices').values(device).execute()
  const pendingSecret = sealCodeSecret(await Vault.open(db), annID, APP_SECRET)
  await db
    .insertInto('twoFactor')
    .values({ userID: annID, secret: null, lastStep: 0, pendingSecret, pendingSince: NOON })
    .execute()
  const sealedPassword = sealRemoteDesktopPassword(await Vault.open(db), annID, 1, 'secret')
  await db
    .insertInto('remoteDesktops')
    .values({ ...REMOTE_DESKTOP, userID: annID, sealedPassword, updatedAt: NOON })
    .execute()
  const tokenHash = hashLinkToken('reset-token')
  await db
    .insertInto('passwordResets')
    .values({ tokenHash, userID: annID, expiresAt: NOON + 1 })
    .execute()
  await new SignIns(db, () => NOON).begin(
    { userName: 'ann', userID: annID, stage: 'CONFIRM_MAGIC_LINK' },
    { linkHash: hashLinkToken('link-token'), isPasswordless: false },
  )
}

async function make(call: Call, payload: unknown, headers: Record<string, string> = {}) {
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

/** These need somebody's windows open: other tests make them (server/auth/, server/calls/, server/alerts/). */
const NEEDS_MORE = ['auth.login', 'calls.acceptCall', 'alerts.dialEmergencyNumber']
const withoutSignIn = allCalls.filter(({ area, name }) => !NEEDS_MORE.includes(`${area}.${name}`))

test.each(withoutSignIn)(
  '$area $name answers a good request of who may do just that as its contract says',
  async ({ area, name, call }) => {
    await addRooms()
    await prepareSignIns(leastFor(call))
    await fillDesk()
    await prepareLive()
    await addTickets(server.server.db, annID, `${area}.${name}`)
    if (`${area}.${name}` in CHAT_REQUESTS) await addChatThings(server.server.db, annID, bobID)
    const bearer = await signIn(server, 'ann')
    const answer = await make(call, REQUESTS[`${area}.${name}`], call.auth === 'bearer' ? bearer : {})
    expect(answer).toMatchObject({ status: 200 })
    if (call.answers === 'json')
      expect(call.response.safeParse(JSON.parse(answer.body))).toMatchObject({ success: true })
  },
)

test('S254 C179 exactly the sign-in calls and the privacy names go without a token, and calls are JSON POSTs', () => {
  const named = (wanted: (call: Call) => boolean) =>
    new Set(allCalls.filter(({ call }) => !call.extension && wanted(call)).map(({ call }) => call.path))
  expect(named((call) => call.auth === 'none')).toEqual(
    new Set([
      '/api/auth/confirm-username',
      '/api/auth/confirm-password',
      '/api/auth/login',
      '/api/auth/privacy-policy-name',
      '/api/auth/privacy-notice-name',
      '/api/auth/companion-token',
    ]),
  )
  expect(named((call) => call.auth === 'optional')).toEqual(
    new Set(['/update.json', '/api/public/wurkshare/widget/redemtion/preview']),
  )
  expect(named((call) => call.method === 'GET')).toEqual(
    new Set([
      '/api/auth/privacy-policy-name',
      '/api/auth/privacy-notice-name',
      '/api/igamification/my-level',
      '/api/passport-validation/activity-state',
      '/api/broadcast/forme',
      '/api/broadcast/defcon-alerts',
      '/api/communication/notification/get-all-user-help-messages',
      '/api/help-centre/ticket-escalation-types',
      '/api/device-health/settings/device-connectivity-thresholds',
      '/api/license',
      '/api/passport-validation/task/current',
      '/api/passport-validation/settings/theme-light',
      '/api/passport-validation/settings/theme-dark',
      '/api/passport-validation/settings/screen-thresholds',
      '/api/passport-validation/settings/project-targets',
      '/api/settings/get-audio-setting',
      '/api/iresearch/task-scheduler/get-task-config',
      '/api/ijoborder/joborder-management/get-config',
      '/api/services/request-external-wurkforce-accounts',
      '/update.json',
      '/api/passport-validation/settings/ui-labels',
      '/api/services/view-vpn',
    ]),
  )
})

test('a message sent twice with one key is one message, also when both come at once', async () => {
  await addRooms()
  const headers = { ...(await signIn(server, 'ann')), 'idempotency-key': 'send-1' }
  const send = () =>
    post(server, '/api/communication/chat/send-message-to-thread', { message: 'once', threadID: 2 }, headers)
  const answers = [...(await Promise.all([send(), send()])), await send()]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
  const rows = await server.server.db.selectFrom('messages').select('id').where('text', '=', 'once').execute()
  expect(rows).toHaveLength(1)
})

test('C192 an attachment is a file blob named by its Content-Disposition header', async () => {
  await addRooms()
  const bearer = await signIn(server, 'ann')
  const request = { id: 1, sourceID: 7, source: 'PROJECT' }
  const { body, headers } = await post(server, '/api/my-team-chatroom/download-attachment', request, bearer)
  expect(body).toBe('notes')
  expect(headers).toMatchObject({
    'content-type': 'text/plain',
    'content-disposition': `attachment; filename="notes.txt"; filename*=UTF-8''notes.txt`,
  })
})

test('tokens are not kept for repetition', async () => {
  const headers = { ...(await signIn(server, 'ann')), 'idempotency-key': 'key' }
  expect((await post(server, '/api/auth/request-hub-token', {}, headers)).status).toBe(200)
  expect(await server.server.db.selectFrom('idempotency').selectAll().execute()).toEqual([])
})

test('update.json names the build', async () => {
  expect((await server.server.app.inject('/update.json')).json()).toEqual({ build: 'build-1' })
})

test('neither passwords, tokens, client keys nor queries reach the log', async () => {
  const { authorization } = await signIn(server, 'ann')
  const bearer = { authorization }
  const hub = await post(server, '/api/auth/request-hub-token', {}, bearer)
  await post(server, `/api/hubs/chat/negotiate?negotiateVersion=1&access_token=${hub.body}`, {}, bearer)
  await post(server, '/api/auth/confirm-password', { userName: 'ann', password: 'hunter2-hunter2' })
  await server.server.app.inject(`/nowhere?token=${hub.body}`)
  server.server.app.log.info({
    password: 'hunter2-hunter2',
    headers: { authorization },
    deep: { a: { token: hub.body } },
  })
  const { text } = server.log
  expect(text).toContain('"path":"/api/auth/confirm-password"')
  for (const secret of [PASSWORD, 'hunter2-hunter2', authorization.slice(7), hub.body])
    expect(text).not.toContain(secret)
})

test.each([
  ['the desktop client', 'app://fieldwork', 'app://fieldwork'],
  ['another scheme', 'app://other', undefined],
  ['a web page', 'https://evil.example', undefined],
  ['a look-alike', 'app://fieldwork.evil.example', undefined],
  ['a page without origin', 'null', undefined],
])('%s (%s) is told whether it may call', async (_, origin, allowed) => {
  const preflight = await server.server.app.inject({
    method: 'OPTIONS',
    url: '/api/auth/login',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers':
        'authorization,content-type,idempotency-key,x-requested-with,x-signalr-user-agent',
    },
  })
  expect(preflight.headers['access-control-allow-origin']).toBe(allowed)
  const answer = await post(server, '/api/auth/confirm-username', { userName: 'ann' }, { origin })
  expect(answer.headers['access-control-allow-origin']).toBe(allowed)
  if (allowed === undefined) return
  expect(preflight.statusCode).toBe(204)
  expect(String(preflight.headers['access-control-allow-headers']).toLowerCase()).toBe(
    'authorization, content-type, idempotency-key, x-requested-with, x-signalr-user-agent',
  )
  expect(answer.headers['access-control-expose-headers']).toBe('Content-Disposition')
})

test('other origins may call when they are given, and then the default may not', async () => {
  const other = await startTestServer({ desktopOrigins: ['https://fieldwork.app.invalid'] })
  const originOf = async (origin: string) =>
    (await other.server.app.inject({ url: '/update.json', headers: { origin } })).headers[
      'access-control-allow-origin'
    ]
  expect(await originOf('https://fieldwork.app.invalid')).toBe('https://fieldwork.app.invalid')
  expect(await originOf('app://fieldwork')).toBeUndefined()
  await other.server.close()
})

test('a hub is negotiated with a hub token, from the desktop client too', async () => {
  const bearer = await signIn(server, 'ann')
  const { body: token } = await post(server, '/api/auth/request-hub-token', {}, bearer)
  const path = '/api/hubs/chat/negotiate?negotiateVersion=1'
  for (const origin of ['app://fieldwork', undefined]) {
    const headers = { authorization: `Bearer ${token}`, ...(origin && { origin }) }
    expect(await post(server, path, undefined, headers)).toMatchObject({ status: 200 })
  }
  expect((await post(server, path, undefined, bearer)).status).toBe(401)
  const evil = { authorization: `Bearer ${token}`, origin: 'https://evil.example' }
  expect((await post(server, path, undefined, evil)).status).toBe(403)
})
