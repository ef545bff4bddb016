import type { Call } from '#shared/contract/http-call.ts'
import { namesOf } from '#shared/domain/permission-rule.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { addAgency } from '../../agencies/testing/agency-fixture.ts'
import { addApiKey } from '../../api-keys/testing/api-key-fixture.ts'
import { addApplicants } from '../../applicants/testing/applicant-fixture.ts'
import { addArea } from '../../areas/testing/area-fixture.ts'
import { addAttendance } from '../../attendance/testing/attendance-fixture.ts'
import { addAuditEntry } from '../../audit/testing/chain-fixture.ts'
import { hashLinkToken } from '../../auth/link-tokens.ts'
import { Sealer } from '../../auth/sealer.ts'
import { SignIns } from '../../auth/sign-ins.ts'
import { sealCodeSecret } from '../../auth/two-factor.ts'
import { addCalendar } from '../../calendar/testing/calendar-fixture.ts'
import { addChatThings, addRooms } from '../../chat/testing/requests.ts'
import type { Database } from '../../db/database.ts'
import { takeSnapshot } from '../../db/testing/snapshot.ts'
import { addError } from '../../error-log/testing/error-fixture.ts'
import { addFileNotes } from '../../file-notes/testing/file-note-fixture.ts'
import { raiseFlag } from '../../flags/system-flags.ts'
import { addQuestion } from '../../help/testing/help-fixture.ts'
import { addImport } from '../../interviews/testing/interview-fixture.ts'
import { addLeaver, addLeaving, addLocked } from '../../leavers/testing/leaver-fixture.ts'
import { TEMPLATES_OF } from '../../legal/templates.ts'
import { VENDOR } from '../../licence/testing.ts'
import { addMail } from '../../mail/testing/mail-fixture.ts'
import type { ServerOptions } from '../../options.ts'
import { addPending } from '../../pending-recruitment/testing/pending-fixture.ts'
import { addPeopleToKeep } from '../../people/testing/people-fixture.ts'
import { addPerformance } from '../../performance/testing/performance-fixture.ts'
import { addPageExport, addPowerReport } from '../../power-report/testing/power-report-fixture.ts'
import { addPrivacyRequests } from '../../privacy/testing/privacy-fixture.ts'
import { addLinks } from '../../public/testing/add-links.ts'
import { addQuality } from '../../qc/testing/qc-fixture.ts'
import { addRates } from '../../rates/testing/rate-fixture.ts'
import { sealRemoteDesktopPassword } from '../../remote-desktop/remote-desktops.ts'
import { addReport } from '../../reports/testing/report-fixture.ts'
import { addVerification } from '../../research/testing/verification-fixture.ts'
import { addRoles } from '../../roles/testing/role-fixture.ts'
import { addRecords } from '../../skills/testing/skill-fixture.ts'
import { addSupport } from '../../support/testing/support-fixture.ts'
import { addTasks } from '../../tasks/testing/task-fixture.ts'
import { addTickets } from '../../tickets/testing/requests.ts'
import { sealDetails } from '../../tools/tool-credentials.ts'
import { addTraining } from '../../training/testing/training-fixture.ts'
import { addCompanyKey, addVault } from '../../vault/testing/vault-fixture.ts'
import { APP_SECRET, NOTE, REMOTE_DESKTOP } from './good-requests.ts'
import { postForm } from './post-form.ts'
import { addGrantor, addPerson, NOON, post, signIn, startTestServer, type TestServer } from './test-server.ts'

/** Ids of the first people. */
export const ANN = 1
export const BOB = 2
/** Somebody who may grant permissions, or nobody could be let go. The ids before theirs are nobody's. */
const GRANTOR = 90

/** The least permissions for the call, beyond the team chat. */
export function leastFor({ permission }: Call): readonly PermissionName[] {
  if (permission === null || permission === 'GENERAL_CAN_USE_TEAM_CHAT') return []
  const names = namesOf(permission).filter((name) => name !== 'GENERAL_CAN_USE_TEAM_CHAT')
  return typeof permission !== 'string' && 'anyOf' in permission ? names.slice(0, 1) : names
}

export { holdAlone as grant } from './test-server.ts'

/** A broadcast, and a meeting of ann's. */
async function prepareLive(db: Database): Promise<void> {
  const broadcast = { message: 'Hello', endDate: NOON + 1, areaID: null, postedBy: ANN, createdAt: NOON }
  await db.insertInto('broadcasts').values(broadcast).execute()
  // What ann does, since a moment ago.
  await db
    .insertInto('activitySessions')
    .values({
      ...{ userID: ANN, activity: 'MEETING', project: null, category: null },
      ...{ startedAt: NOON, startedBy: ANN, endedAt: null, endedBy: null },
    })
    .execute()
  const template = { name: 'Outage', nameKey: 'outage', message: 'The dialler is down.' }
  await db.insertInto('broadcastTemplates').values(template).execute()
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

/** For ann: a completed checklist item with a file, a contact, and a requested change beside one of bob's. */
async function fillProfile(db: Database): Promise<void> {
  const task = { task: 'Sign the contract', responsible: 'USER', actionNeeded: 'NONE', applyTo: '' } as const
  await db
    .insertInto('onboardingTasks')
    .values({ ...task, requiredApproval: 0, createdBy: BOB, createdAt: NOON })
    .execute()
  const item = { userID: ANN, taskID: 1, completedAt: NOON, actionedBy: ANN, fileName: 'contract.pdf' }
  await db
    .insertInto('checklistItems')
    .values({ ...item, content: Buffer.from('%PDF-1.7') })
    .execute()
  await db
    .insertInto('contactDetails')
    .values({ userID: ANN, type: 'MOBILE', label: '', value: '07700 900123' })
    .execute()
  const change = { field: 'email', before: '', state: 'PENDING', askedAt: NOON, decidedBy: null } as const
  await db
    .insertInto('profileChanges')
    .values([ANN, BOB].map((userID) => ({ ...change, userID, value: `${userID}@home.example` })))
    .execute()
  const sealer = await Sealer.open(db)
  const details = { userName: 'ann', password: 'secret', url: '' }
  await db
    .insertInto('credentialImports')
    .values([
      {
        ...{ fileName: 'people.csv', byName: 'Ann', at: NOON, added: 0, updated: 0 },
        ...{ state: 'DONE', leaseUntil: null },
      },
      // Another server works on it.
      {
        ...{ fileName: 'more.csv', byName: 'Ann', at: NOON, added: 0, updated: 0 },
        ...{ state: 'RUNNING', leaseUntil: NOON * 2 },
      },
    ])
    .execute()
  await db
    .insertInto('toolCredentials')
    .values({
      userID: ANN,
      tool: 'VPN',
      place: 0,
      sealed: sealDetails(sealer, ANN, 'VPN', 0, details),
      isAutoConnect: 0,
      forceReload: 0,
    })
    .execute()
}

/** For ann: note and document 1, and deleted ones with id 2. */
async function fillDesk(db: Database): Promise<void> {
  const deleted = [null, NOON]
  const notes = deleted.map((deletedAt) => ({ ...NOTE, userID: ANN, updatedAt: NOON, deletedAt }))
  await db.insertInto('stickyNotes').values(notes).execute()
  const file = { name: 'a.txt', contentType: 'text/plain', size: 1, content: Buffer.from('a') }
  const documents = deleted.map((deletedAt) => ({ ...file, userID: ANN, uploadedAt: NOON, deletedAt }))
  await db.insertInto('documents').values(documents).execute()
}

/** Ann's device is paired; links and a new authenticator app of hers wait. */
async function prepareSignIns(server: TestServer): Promise<void> {
  const { db } = server.server
  await addLinks(server, ANN)
  const device = { deviceID: 'device-1', userID: ANN, pairedAt: NOON, pairedBy: null }
  await db.insertInto('devices').values(device).execute()
  const pendingSecret = sealCodeSecret(await Sealer.open(db), ANN, APP_SECRET)
  await db
    .insertInto('twoFactor')
    .values({ userID: ANN, secret: null, lastStep: 0, pendingSecret, pendingSince: NOON })
    .execute()
  const sealedPassword = sealRemoteDesktopPassword(await Sealer.open(db), ANN, 1, 'secret')
  await db
    .insertInto('remoteDesktops')
    .values({ ...REMOTE_DESKTOP, userID: ANN, sealedPassword, updatedAt: NOON })
    .execute()
  await db
    .insertInto('mobileCodes')
    .values({ userID: ANN, hash: hashLinkToken('mobile-code'), expiresAt: NOON + 1 })
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

/** An app, and ann's access for it. */
async function addApp(db: Database): Promise<void> {
  const client = { id: 'app', name: 'Rota Sync', redirectURIs: '["https://app.example/back"]', version: 1 }
  const times = { createdAt: NOON, secretAt: NOON, disabledAt: null, endedAt: null }
  await db
    .insertInto('oauthClients')
    .values({ ...client, ...times, scopes: 'profile:read', secretHash: 'of a secret', createdBy: ANN })
    .execute()
  const grant = { userID: ANN, clientID: 'app', scopes: 'profile:read', grantedAt: NOON }
  await db
    .insertInto('oauthGrants')
    .values({ ...grant, lastUsedAt: null, revokedAt: null })
    .execute()
}

export async function make(
  server: TestServer,
  call: Call,
  payload: unknown,
  headers: Record<string, string> = {},
) {
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

export interface Company {
  readonly server: TestServer
  /** Ann's Authorization header, of a sign-in that `restore` leaves. */
  readonly bearer: { readonly authorization: string }
  /** Undoes what a call has changed, which is faster than a new company for each of some 250 calls. */
  readonly restore: () => Promise<void>
}

/** The company with a published agreement and a draft of its policy. */
async function addTenant(db: Database): Promise<void> {
  await db
    .insertInto('tenant')
    .values({
      id: 1,
      version: 1,
      companyName: 'Northgate Research',
      legalName: 'Northgate Research Ltd',
      registeredAddress: '1 Mill Street, Leeds',
      dataProtectionEmail: 'privacy@northgate.example',
      supportContact: 'Service desk',
      country: 'GB',
      timeZone: 'Europe/London',
      logoType: null,
      logo: null,
      publicOrigin: 'http://localhost',
      trustedHosts: '[]',
      trustedProxies: '[]',
      changedAt: NOON,
    })
    .execute()
  const words = { title: 'Terms', sections: '[]', version: 1, changedBy: null, changedAt: NOON }
  await db
    .insertInto('legalTexts')
    .values([
      {
        ...words,
        kind: 'AGREEMENT',
        state: 'PUBLISHED',
        publishedBy: null,
        publishedAt: Date.parse(TEMPLATES_OF),
      },
      { ...words, kind: 'POLICY', state: 'DRAFT', publishedBy: null, publishedAt: null },
    ])
    .execute()
}

/** Ann and Bob, with everything that the good requests name. */
export async function openCompany(options: Partial<ServerOptions> = {}): Promise<Company> {
  // With an assistant, or its calls would be absent.
  const server = await startTestServer({
    assistant: { ask: async () => '{"subject":"Check the quota"}' },
    licenceKey: VENDOR.publicKey,
    ...options,
  })
  const { db } = server.server
  for (const userName of ['ann', 'bob'])
    await addPerson(server, { userName, permissions: ['GENERAL_CAN_USE_TEAM_CHAT'] })
  await addRooms(db, ANN, BOB)
  await prepareSignIns(server)
  await fillDesk(db)
  await fillProfile(db)
  await prepareLive(db)
  await addTickets(db, ANN)
  await addTasks(db, ANN)
  await addVault(db, ANN)
  await addCompanyKey(db, { keeperID: ANN, userID: BOB })
  await addRecords(db, ANN)
  await addAuditEntry(db, ANN)
  await addMail(db)
  await addApiKey(db)
  await addError(db)
  await addPrivacyRequests(db)
  await addReport(db)
  await addPowerReport(db)
  await addPageExport(db)
  await raiseFlag(db, 'MAIL_NOT_SET_UP', NOON)
  await addRoles(db, BOB)
  await addAgency(db)
  await addAgency(db, 'Peak People')
  await addTenant(db)
  await addPeopleToKeep(db)
  await addArea(db, 'Northern')
  await addSupport(db, ANN)
  await addQuestion(db)
  await addRates(db)
  await addAttendance(db)
  await addQuality(db)
  await addPerformance(db)
  await addFileNotes(db)
  await addTraining(db)
  await addImport(db)
  await addPending(db)
  await addApplicants(db)
  await addVerification(db)
  await addApp(db)
  await addCalendar(db, ANN, BOB)
  await addChatThings(db, ANN, BOB)
  await addLeaving(db, BOB)
  await addGrantor(server, GRANTOR)
  await addLocked(db, GRANTOR + 1)
  await addLeaver(db, GRANTOR + 2, 2)
  const bearer = await signIn(server, 'ann')
  // One stays, since what is restored are rows and no files.
  for (const name of ['notes.txt', 'gone.txt']) {
    const file = new FormData()
    file.set('meetingID', '1')
    file.set('file', new File(['notes'], name))
    await postForm(server, '/api/hr/meeting/files/add', file, bearer)
  }
  return { server, bearer, restore: await takeSnapshot(db) }
}
