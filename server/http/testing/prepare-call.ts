import type { Call } from '#shared/contract/http-call.ts'
import { PERMISSION_ADMINS } from '#shared/domain/permission-admin.ts'
import { addAbsence } from '../../absence/testing/absence-fixture.ts'
import type { Database } from '../../db/database.ts'
import { writeSetting } from '../../db/settings.ts'
import { addPipThings } from '../../development/testing/pip-fixture.ts'
import { addTalkOfBobs } from '../../one-to-ones/testing/one-to-one-fixture.ts'
import { addLeaver } from '../../resource-leavers/testing/leaver-fixture.ts'
import { addReturnThings } from '../../return-to-work/testing/return-fixture.ts'
import { addShift, addShiftRequests } from '../../shifts/testing/shift-fixture.ts'
import { addCampaignThings } from '../../slots/testing/campaign-fixture.ts'
import { addWindow } from '../../slots/testing/window-fixture.ts'
import { reopenSystemIssue, ticketPermissionsFor } from '../../tickets/testing/requests.ts'
import { addTrainingRecord } from '../../training/testing/training-fixture.ts'
import { ANN, BOB, grant, leastFor } from './company.ts'
import { NOON } from './test-server.ts'

/**
 * These need somebody's windows open: other tests make them (server/auth/, server/calls/, server/alerts/,
 * server/session/), or a letter to many that was tested or waits (server/bulk-mail/).
 */
const NEEDS_MORE: readonly string[] = [
  'sso.startSso',
  'sso.finishSso',
  'auth.login',
  'calls.acceptCall',
  'alerts.dialEmergencyNumber',
  'session.sendRemoteCommand',
  'dangerousEmail.sendDangerousEmail',
  'dangerousEmail.approveDangerousEmail',
  'dangerousEmail.stopDangerousEmail',
  // A service outside: server/research/.
  'addressLookup.searchAddress',
  'addressLookup.checkAddresses',
  'setup.setupState',
  'setup.checkSetupCode',
  'setup.checkSetupAddress',
  'setup.checkSetupMail',
  'setup.beginSetupTwoFactor',
  'setup.confirmSetupTwoFactor',
  'setup.finishSetup',
  // A file that was made, and somebody who has left: server/privacy/.
  'exports.exportFile',
  'privacy.downloadExport',
  'privacy.requestErasure',
  'privacy.approveErasure',
]
/** Whether a good request of the call is answered where ann alone has signed in. Set-up is over where a company is: server/setup/. */
export const isMadeAlone = ({ area, name }: { readonly area: string; readonly name: string }): boolean =>
  !NEEDS_MORE.includes(`${area}.${name}`)

/** In these areas she looks after bob. */
const LOOKED_AFTER = [
  ...[
    'absence',
    'activityReport',
    'attendance',
    'coaching',
    'fileNotes',
    'interactions',
    'oneToOnes',
    'supervisorHr',
  ],
  ...['gamification', 'lineHoliday', 'qc', 'teamUsers', 'training'],
]

const TOMORROW = { start: NOON + 24 * 3_600_000, end: NOON + 28 * 3_600_000 }

/** Lets ann do just what the call does. */
export async function readyFor(
  db: Database,
  { area, name, call }: { readonly area: string; readonly name: string; readonly call: Call },
): Promise<void> {
  const id = `${area}.${name}`
  await grant(db, ANN, [...leastFor(call), ...ticketPermissionsFor(id)])
  // The last grantor is looked after, and roles are theirs to give.
  if (area === 'peopleKeeping') await grant(db, ANN, PERMISSION_ADMINS)
  if (id === 'peopleKeeping.liftSuspension')
    await db.updateTable('users').set({ status: 'SUSPENDED', isActive: 0 }).where('id', '=', BOB).execute()
  // The offer that waits is the link's.
  if (id === 'publicPages.answerOffer')
    await db
      .updateTable('applicantOffers')
      .set((eb) => ({ linkID: eb.selectFrom('publicLinks').where('purpose', '=', 'OFFER').select('id') }))
      .execute()
  if (id === 'chatAssistant.searchGifs') await writeSetting(db, 'seedVersion', '1')
  if (area === 'demoClock') {
    await writeSetting(db, 'seedVersion', '1')
    await writeSetting(db, 'demoSize', 'full')
  }
  if (id === 'briefs.openBrief')
    await db
      .insertInto('projectBriefs')
      .values({ projectID: 1, version: 1, text: 'Ask.', isRequired: 1, changedBy: null, changedAt: NOON })
      .execute()
  if (id === 'calendar.readFeed') await grant(db, ANN, ['ITRACKER_CAN_SEE_MY_SCHEDULE'])
  if (id === 'exports.newExport') await grant(db, ANN, ['ADMIN_CAN_MANAGE_SKILLS'])
  if (id === 'views.findNamed') await grant(db, ANN, ['ADMIN_CAN_SEE_USERS'])
  if (area === 'reports') await grant(db, ANN, ['ADMIN_CAN_SEE_USERS'])
  // With less she sees her area and team, and has neither.
  const looksAfter = ['personCatiReport', 'setTarget', 'personTargets', 'withdrawTarget', 'restoreTarget']
  if (looksAfter.some((name) => id === `performance.${name}`)) await grant(db, ANN, ['CAN_SEARCH_ALL_USERS'])
  if (id.startsWith('support.')) await grant(db, ANN, ['SUPPORT_CAN_EDIT_USER_SETTINGS'])
  // She looks after bob; and hasn't begun yet.
  const ofBobs = [
    'activity.forceActivity',
    'myDay.releaseActivity',
    'livePerson.livePerson',
    'livePerson.startFeedback',
    'tickets.raiseTicketFor',
    'liveAlerts.seeLiveAlert',
    'help.lockShift',
  ]
  if (LOOKED_AFTER.includes(area) || id === 'myDay.startShift' || ofBobs.includes(id))
    await db.updateTable('users').set({ managerID: ANN }).where('id', '=', BOB).execute()
  if (id === 'lineHoliday.askHolidayApproval')
    await db
      .insertInto('bookingRequests')
      .values({
        ...{ id: 900, userID: BOB, type: 'HOLIDAY', state: 'PENDING', dayPart: 'DAY', hours: 7.5 },
        ...{ ...TOMORROW, reason: 'A wedding', askedAt: NOON, decisionNote: '' },
      })
      .execute()
  if (area === 'absence') await addAbsence(db)
  if (area === 'returnToWork') await addReturnThings(db)
  if (area === 'pips') await addPipThings(db)
  if (area === 'oneToOnes' || area === 'supervisorHr') await addTalkOfBobs(db)
  if (id === 'qc.newCalibration') {
    await grant(db, ANN, [...leastFor(call), 'ISUPERVISOR_CAN_ACTION_LIVE_QC'])
    await grant(db, 90, ['ISUPERVISOR_CAN_ACTION_LIVE_QC'])
  }
  if (id === 'attendance.attendanceSessions')
    await grant(db, ANN, [...leastFor(call), 'ISUPERVISOR_CAN_SEE_RESOURCE'])
  if (id === 'myDay.startShift') {
    await db.deleteFrom('activitySessions').where('endedAt', 'is', null).execute()
    await addShift(db, { userID: ANN })
  }
  // He is at work, as she set it.
  if (ofBobs.includes(id))
    await db
      .insertInto('activitySessions')
      .values({
        ...{ userID: BOB, activity: 'MEETING', project: null, category: null },
        ...{ startedAt: NOON - 60_000, startedBy: ANN, endedAt: null, endedBy: null },
      })
      .execute()
  if (['shifts.updateShifts', 'shifts.splitShift', 'shifts.deleteShifts'].includes(id))
    await addShift(db, { ...TOMORROW, userID: BOB, state: 'DRAFT' })
  if (['shiftPatterns.assignPattern', 'shiftPatterns.retirePattern'].includes(id))
    await db
      .insertInto('shiftPatterns')
      .values({
        ...{ name: 'Evenings', nameKey: 'evenings', areaID: null, contractTypeID: null, projectID: null },
        ...{ colour: 'BLUE', status: 'ACTIVE', version: 1, changedBy: null, changedAt: NOON },
        versions: JSON.stringify([{ from: '2026-01-01', weeks: 1, days: [] }]),
      })
      .execute()
  if (id === 'shifts.answerShift') {
    const planned = {
      ...TOMORROW,
      breakMinutes: 0,
      projectID: null,
      areaID: null,
      note: '',
      isCancelled: false,
    }
    await addShift(db, {
      ...{
        ...TOMORROW,
        userID: ANN,
        state: 'OFFERED',
        planned: JSON.stringify({ ...planned, location: 'HOME' }),
      },
      ...{ plannedStart: TOMORROW.start, plannedEnd: TOMORROW.end },
    })
  }
  if (id === 'hypervisor.moveOnHypervisor') await addShift(db, { userID: BOB })
  if (id === 'allocation.saveAllocations') await addShift(db, { ...TOMORROW, userID: BOB })
  if (area === 'shiftRequests' || area === 'requestTalk') await addShiftRequests(db)
  // Bob leaves before the shift for which other times are proposed.
  if (id === 'shiftRequests.proposeShiftTimes') await db.deleteFrom('leavings').execute()
  if (area === 'development') {
    const plan = { userID: ANN, ownerID: BOB, reason: 'Quality', start: '2026-05-01', end: '2026-06-01' }
    await db
      .insertInto('pips')
      .values({ ...plan, measures: '[]', state: 'ACTIVE', changedAt: NOON })
      .execute()
    await db.insertInto('pipMeetings').values({ pipID: 1, at: NOON, notes: 'Went well' }).execute()
    await addTrainingRecord(db, { userID: ANN, typeID: 1 })
  }
  if (area === 'gamification') {
    const quest = { name: 'Calm', icon: '🎧', message: 'Reach 90', measure: 'qcScore' as const, aim: 90 }
    await db
      .insertInto('quests')
      .values({
        ...{ ...quest, minQcScore: null, from: NOON - 43_200_000, to: NOON + 86_400_000, rewardXP: 10 },
        ...{ byID: ANN, at: NOON },
      })
      .execute()
    const offered = { questID: 1, state: 'OFFERED' as const, changedAt: NOON }
    await db
      .insertInto('questPeople')
      .values([
        { ...offered, userID: ANN },
        { ...offered, userID: BOB, state: 'ACTIVE' },
      ])
      .execute()
  }
  if (id === 'personSkills.declineSkill')
    await db
      .insertInto('skillProposals')
      .values({ userID: BOB, skillID: 1, note: 'Speaks it', byID: ANN, at: NOON, state: 'PENDING' })
      .execute()
  if (area === 'resourceLeavers') await addLeaver(db)
  if (area === 'campaigns') await addCampaignThings(db, id)
  if (area === 'bookingWindows')
    await addWindow(db, {
      state: id === 'bookingWindows.openWindow' ? 'SCHEDULED' : 'OPEN',
      opensAt: NOON + 1,
    })
  if (id === 'idle.tellIdle')
    await db
      .updateTable('activitySessions')
      .set({ startedAt: NOON - 3_600_000 })
      .where('endedAt', 'is', null)
      .execute()
  if (id === 'broadcast.endDefcon')
    await db
      .insertInto('defconAlerts')
      .values({ startTime: NOON, endedAt: null, raisedBy: ANN, standing: 1 })
      .execute()
  if (id === 'help.endSystemIssue') await reopenSystemIssue(db)
}
