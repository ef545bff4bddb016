import { createHash } from 'node:crypto'
import { hashLinkToken } from '../../auth/link-tokens.ts'
import type { Database } from '../../db/database.ts'
import { NOON } from '../../http/testing/test-server.ts'
import { TEMPLATES_OF } from '../../legal/templates.ts'

/** A password that the rule takes. */
export const OWN_PASSWORD = 'violet umbrella on tuesday'

/** A good form of a person: area 1 and role 1 are there. */
export const NEW_PERSON = {
  userName: 'nia.north',
  displayName: 'Nia North',
  email: 'nia@mail.example',
  userType: 'INTERVIEWER',
  roleIDs: [1],
  areaID: 1,
} as const

/** Adds an area; gives its id. */
export async function addArea(db: Database, name: string): Promise<number> {
  const { id } = await db
    .insertInto('areas')
    .values({ name, nameKey: name.toLowerCase(), changedAt: NOON })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** An area, and an invitation for person 2. */
export async function addPeopleToKeep(db: Database): Promise<void> {
  await addArea(db, 'Leeds')
  await db
    .insertInto('invitations')
    .values({
      tokenHash: hashLinkToken('invitation-token'),
      userID: 2,
      createdAt: NOON,
      expiresAt: NOON + 1,
    })
    .execute()
  await addImports(db)
}

/** Imports 1 to 4: one whose dry run can be made, one that can begin, one that runs, and one that is over. */
async function addImports(db: Database): Promise<void> {
  const columns = ['userName', 'displayName', 'area', 'roles']
  const options = {
    columns,
    mode: 'UPDATE',
    key: 'userName',
    createMissing: false,
    isPartial: true,
    access: 'NONE',
  }
  const file = { fileName: 'people.csv', createdBy: 1, createdByName: 'Ann', createdAt: NOON, message: '' }
  const headings = JSON.stringify(['User name', 'Name', 'Area', 'Roles'])
  // Of a dry run of no rows.
  const digest = createHash('sha256').update('[]').digest('base64url')
  await db
    .insertInto('peopleImports')
    .values(
      (['UPLOADED', 'CHECKED', 'RUNNING', 'DONE'] as const).map((state) => ({
        ...{ ...file, headings, state, digest, options: JSON.stringify(options), total: 0, done: 0 },
        ...{ isStopAsked: 0, leaseUntil: NOON + 60_000, endedAt: state === 'DONE' ? NOON : null },
      })),
    )
    .execute()
}

const FILE = 'User name,Name,Area\nnia.north,Nia North,Leeds\n'

/** Good requests about person 2, whom every company of the tests has. */
export const PEOPLE_REQUESTS: Record<string, unknown> = {
  'adminUsers.listPeople': {},
  'adminUsers.getPerson': { id: 2 },
  'adminUsers.personChecklist': { id: 2 },
  'adminUsers.personHistory': { id: 2 },
  'peopleImport.listImports': {},
  'peopleImport.importTemplate': {},
  'peopleImport.uploadImport': { file: new File([FILE], 'people.csv') },
  'peopleImport.dryRunImport': { id: 1, columns: ['userName', 'displayName', 'area'] },
  'peopleImport.startImport': { id: 2 },
  'peopleImport.importProgress': { id: 1 },
  'peopleImport.stopImport': { id: 3 },
  'peopleImport.importReport': { id: 1 },
  'peopleImport.undoImport': { id: 4 },
  'peopleKeeping.newPerson': NEW_PERSON,
  'peopleKeeping.updatePerson': { ...NEW_PERSON, id: 2, version: 1, roleIDs: [2] },
  'peopleKeeping.suspendPerson': { id: 2, version: 1, reason: 'Under investigation' },
  'peopleKeeping.liftSuspension': { id: 2, version: 1 },
  'peopleKeeping.invitePerson': { id: 2 },
  'personSkills.listPersonSkills': { userID: 2 },
  'personSkills.savePersonSkill': {
    ...{ userID: 2, version: 1, skillID: 1, level: 'GOOD', since: '2026-05-01', expires: null, evidence: '' },
  },
  'personSkills.removePersonSkill': { userID: 1, version: 1, skillID: 2 },
  'credentials.listCredentials': { userID: 2 },
  'credentials.saveCredential': { userID: 2, tool: 'DIMENSIONS', userName: 'dim', password: 'planted' },
  'credentials.removeCredential': { userID: 1, id: 1000, version: 1 },
  'credentials.credentialRoles': {},
  'credentials.importCredentials': {
    file: new File(['User name,Tool,Tool user name,Password\nbob,Dimensions,dim,planted'], 'people.csv'),
  },
  'credentials.credentialImports': {},
  'credentials.stopCredentialImport': { id: 2 },
  'credentials.undoCredentialImport': { id: 1 },
  'credentials.credentialTemplate': {},
  'peopleKeeping.personOptions': {},
  'peopleKeeping.searchManagers': { searchTerm: '' },
  'invitation.openInvitation': { token: 'invitation-token' },
  'invitation.acceptInvitation': {
    token: 'invitation-token',
    password: OWN_PASSWORD,
    agreement: TEMPLATES_OF,
  },
  'accountAccess.lockAccount': { userID: 2, reason: 'Under investigation' },
  'accountAccess.unlockAccount': { userID: 91 },
  'accountAccess.resetAccountPassword': { userID: 2, way: 'TEMPORARY_PASSWORD', reason: 'Forgotten' },
  'accountAccess.resetAccountTwoFactor': { userID: 1, reason: 'Lost the phone' },
  'accountAccess.accountSessions': { userID: 2 },
  'accountAccess.endAccountSession': { userID: 91, id: 'sign-in-91', reason: 'Left it open' },
  'accountAccess.accountSettings': { userID: 2 },
  'accountAccess.clearDevice': { userID: 1, deviceID: 'device-1', reason: 'Given back' },
  'accountAccess.excludeDevice': { deviceID: 'device-9', reason: 'Stolen' },
  'accountAccess.allowDevice': { deviceID: 'device-8' },
  'leavers.deactivatePreview': { id: 2 },
  'leavers.deactivatePerson': {
    ...{ id: 2, leaveDate: '2026-05-04', reason: 'RESIGNED', note: '', newHolder: 1 },
  },
  'leavers.cancelLeaving': { id: 2 },
  'leavers.listLeavers': {},
  'leavers.getLeaver': { id: 92 },
  'leavers.reinstatePerson': {
    ...{ id: 92, startDate: '2026-05-04', contractTypeID: null, areaID: null, managerID: null, roleIDs: [2] },
  },
}
