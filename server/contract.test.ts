import { afterAll, beforeAll, expect, test } from 'vitest'
import { allCalls } from '#shared/contract/all-calls.ts'
import { PERMISSION_ADMINS } from '#shared/domain/permission-admin.ts'
import { ANN, BOB, type Company, grant, leastFor, make, openCompany } from './http/testing/company.ts'
import { REQUESTS } from './http/testing/good-requests.ts'
import { NOON, signIn } from './http/testing/test-server.ts'
import { reopenSystemIssue, ticketPermissionsFor } from './tickets/testing/requests.ts'

let company: Company
beforeAll(async () => {
  company = await openCompany()
})
afterAll(() => company.server.server.close())

/** These need somebody's windows open: other tests make them (server/auth/, server/calls/, server/alerts/, server/session/), or a letter to many that was tested or waits (server/bulk-mail/). */
const NEEDS_MORE = [
  'sso.startSso',
  'sso.finishSso',
  'auth.login',
  'calls.acceptCall',
  'alerts.dialEmergencyNumber',
  'session.sendRemoteCommand',
  'dangerousEmail.sendDangerousEmail',
  'dangerousEmail.approveDangerousEmail',
  'dangerousEmail.stopDangerousEmail',
  'setup.setupState',
  'setup.checkSetupCode',
  'setup.checkSetupAddress',
  'setup.checkSetupMail',
  'setup.finishSetup',
  // A file that was made, and somebody who has left: server/privacy/.
  'privacy.downloadExport',
  'privacy.requestErasure',
  'privacy.approveErasure',
]
/** Set-up is over where a company is: server/setup/. */
const withoutSignIn = allCalls.filter(({ area, name }) => !NEEDS_MORE.includes(`${area}.${name}`))

test.each(withoutSignIn)(
  '$area $name answers a good request of who may do just that as its contract says',
  async ({ area, name, call }) => {
    const id = `${area}.${name}`
    const { server, restore } = company
    const { db } = server.server
    await restore()
    await grant(db, ANN, [...leastFor(call), ...ticketPermissionsFor(id)])
    // The last grantor is looked after, and roles are theirs to give.
    if (area === 'peopleKeeping') await grant(db, ANN, PERMISSION_ADMINS)
    if (id === 'peopleKeeping.liftSuspension')
      await db.updateTable('users').set({ status: 'SUSPENDED', isActive: 0 }).where('id', '=', BOB).execute()
    if (id === 'calendar.readFeed') await grant(db, ANN, ['ITRACKER_CAN_SEE_MY_SCHEDULE'])
    if (id === 'exports.newExport') await grant(db, ANN, ['ADMIN_CAN_MANAGE_SKILLS'])
    if (area === 'reports') await grant(db, ANN, ['ADMIN_CAN_SEE_USERS'])
    // With less she sees her area and team, and has neither.
    if (id.startsWith('support.')) await grant(db, ANN, ['SUPPORT_CAN_EDIT_USER_SETTINGS'])
    if (id === 'broadcast.endDefcon')
      await db
        .insertInto('defconAlerts')
        .values({ startTime: NOON, endedAt: null, raisedBy: ANN, standing: 1 })
        .execute()
    if (id === 'help.endSystemIssue') await reopenSystemIssue(db)
    const bearer = await signIn(server, 'ann')
    const answer = await make(server, call, REQUESTS[id], call.auth === 'bearer' ? bearer : {})
    expect(answer).toMatchObject({ status: 200 })
    if (call.answers === 'json')
      expect(call.response.safeParse(JSON.parse(answer.body))).toMatchObject({ success: true })
  },
)
