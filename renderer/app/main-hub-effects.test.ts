import { expect, test } from 'vitest'
import { questMessage } from '#shared/contract/alerts.ts'
import { mainHub } from '#shared/hubs/main.ts'
import { fakeLive } from '../testing/fake-live.tsx'

const TIME = '2026-11-21T12:00:00.000Z'
const open = () => {
  const at = fakeLive()
  const banner = (kind: string) => at.live.banners.store.getState().find((one) => one.kind === kind)?.text
  const prompts = () => at.services.prompts.store.getState()
  return { ...at, banner, prompts }
}

test('every event that the hub declares has an effect', () => {
  expect(Object.keys(open().effects).sort()).toEqual(Object.keys(mainHub.events).sort())
})

test('the methods and events are those of the documents, and ours', () => {
  expect(Object.keys(mainHub.methods).sort()).toEqual([
    'askInCall',
    'cancelCall',
    'changeCallSeat',
    'declineCallOffer',
    'keepCallFigures',
    'leaveCallSeat',
    'leavePlan',
    'lookAtPlan',
    'makeCall',
    'raiseCallHand',
    'remoteCommandDone',
    'requestCompanionSessionStatus',
    'requestPrimarySessionStatus',
    'sendCallReaction',
    'sendCallSignal',
    'setAppVersion',
    'setDesktopVersion',
    'setMachineAway',
    'setWifiBand',
    'takeActivityActions',
    'takeCallSeat',
    'takesActivityActions',
  ])
  const listed =
    'updateUnreadMessageCount newUnreadMessageCount CHANGE_MASTER_ACTIVITY systemIssuesFlag excessiveSystemIssuesFlag appointmentsCountUpdate refreshBroadcasts refreshDefconAlerts dialEmergencyNumber newQuestMessage meetingStart loggedOut loggedOutMobile REMOTE_COMMAND callOfferAccepted youAreRinging youAreConnecting recievePopupMessageFromManager callOfferDeclined joinMeeting newMeetingInvite cancelIncomingCall callRespondedElseWhere recieveCall updateOpenMeetingCount updateOutstandingTicketsCount'
  const links = ['primary', 'companion'].flatMap((kind) => [
    `${kind}SessionConnected`,
    `${kind}SessionDisconnected`,
  ])
  expect(Object.keys(mainHub.events).sort()).toEqual(
    [
      ...listed.split(' '),
      ...links,
      'taskChanged',
      'callSeats',
      'planLookers',
      'callSeatTaken',
      'callSignal',
      'callReaction',
      'callMuteAsked',
      'errorsChanged',
      'updateTaskCounts',
      'calendarChanged',
      'updatePendingRequestsCount',
      'vaultChanged',
      'jobChanged',
      'agreementPublished',
      'experimentalsChanged',
      'settingsChanged',
      'systemFlagsChanged',
      'personChanged',
      'workingDayChange',
      'recordedReading',
    ].sort(),
  )
})

test('news of a vault reaches who follows it', () => {
  const at = open()
  const heard: unknown[] = []
  at.live.vaultNews.onChange((news) => void heard.push(news))
  at.hub.fire('vaultChanged', { source: 'TASK', sourceID: 4 })
  expect(heard).toEqual([{ source: 'TASK', sourceID: 4 }])
})

test('news of a background service reaches who follows it', () => {
  const at = open()
  const heard: unknown[] = []
  at.live.jobNews.onChange((news) => void heard.push(news))
  at.hub.fire('jobChanged', { key: 'MAIL_QUEUE' })
  expect(heard).toEqual(['MAIL_QUEUE'])
})

test('news of system flags reaches who follows it', () => {
  const at = open()
  const heard: unknown[] = []
  at.live.flagNews.onChange((news) => void heard.push(news))
  at.hub.fire('systemFlagsChanged')
  expect(heard).toEqual(['CHANGED'])
})

test('A114 news of the error log reaches who follows it', () => {
  const at = open()
  const heard: unknown[] = []
  at.live.errorNews.onChange((news) => void heard.push(news))
  at.hub.fire('errorsChanged')
  expect(heard).toEqual(['CHANGED'])
})

test('news of a person reaches who follows people', () => {
  const at = open()
  const heard: unknown[] = []
  at.live.personNews.onChange((news) => void heard.push(news))
  at.hub.fire('personChanged', { userID: 7 })
  expect(heard).toEqual([7])
})

test('S286 both unread counts feed the unread count', () => {
  const at = open()
  at.hub.fire('updateUnreadMessageCount', 3)
  at.hub.fire('newUnreadMessageCount', 4)
  expect(at.unread).toEqual([3, 4])
})

test('S299 updateOpenMeetingCount and updateOutstandingTicketsCount set their counters', () => {
  const at = open()
  at.hub.fire('updateOpenMeetingCount', 2)
  at.hub.fire('updateOutstandingTicketsCount', 5)
  expect(at.counted).toEqual(['openMeetingCount 2', 'outstandingTickets 5'])
})

test('S289 S290 flags and the appointments count drive their banners', () => {
  const at = open()
  at.hub.fire('systemIssuesFlag', 2)
  at.hub.fire('excessiveSystemIssuesFlag', true)
  at.hub.fire('appointmentsCountUpdate', 1)
  expect(at.banner('system-issues')).toBe('2 people have system issues.')
  expect(at.banner('excessive-system-issues')).toContain('Excessive system issues')
  expect(at.banner('appointments-at-risk')).toBe('1 appointment is at risk.')
  at.hub.fire('systemIssuesFlag', 0)
  at.hub.fire('excessiveSystemIssuesFlag', false)
  at.hub.fire('appointmentsCountUpdate', 0)
  expect(at.live.banners.store.getState()).toEqual([])
})

test('S292 dialEmergencyNumber offers to dial it', () => {
  const at = open()
  at.hub.fire('dialEmergencyNumber', '999')
  expect(at.prompts()).toMatchObject([{ title: 'Emergency call', yes: 'Call 999', href: 'tel:999' }])
})

test('S297 a popup message from a manager is queued as an alert, the same one once', () => {
  const at = open()
  const popup = { name: 'Priya Nair', message: 'Call me.', time: TIME }
  at.hub.fire('recievePopupMessageFromManager', popup)
  at.hub.fire('recievePopupMessageFromManager', popup)
  expect(at.live.alerts.store.getState()).toMatchObject([{ from: 'Priya Nair', message: 'Call me.' }])
  expect(at.played).toEqual(['alert'])
  at.hub.fire('recievePopupMessageFromManager', { ...popup, message: 'Now.' })
  at.hub.fire('recievePopupMessageFromManager', { ...popup, name: 'Dee Desk' })
  expect(at.live.alerts.store.getState()).toMatchObject([
    { from: 'Priya Nair', message: 'Call me.' },
    { from: 'Priya Nair', message: 'Now.' },
    { from: 'Dee Desk', message: 'Call me.' },
  ])
})

test('S298 newMeetingInvite says who invites to what', () => {
  const at = open()
  at.hub.fire('newMeetingInvite', { host: 'Priya Nair', subject: 'Review', agenda: 'Quality' })
  at.hub.fire('newMeetingInvite', { host: 'Priya Nair', subject: 'Chat', agenda: '' })
  expect(at.prompts().map(({ text }) => text)).toEqual([
    'Priya Nair invites you to a meeting: Review. Agenda: Quality',
    'Priya Nair invites you to a meeting: Chat',
  ])
})

test('S117 S293 quest messages hold icon, message and time, and queue', () => {
  const at = open()
  expect(Object.keys(questMessage.shape)).toEqual(['icon', 'message', 'time'])
  at.hub.fire('newQuestMessage', { icon: '🏆', message: 'Ten!', time: TIME })
  at.hub.fire('newQuestMessage', { icon: '⭐', message: 'Twenty!', time: TIME })
  expect(at.live.quests.store.getState().map(({ message }) => message)).toEqual(['Ten!', 'Twenty!'])
})

test('a change of a task reaches whoever listens, and the counts of tasks their badges', () => {
  const at = open()
  const heard: unknown[] = []
  const off = at.live.taskNews.onChange((news) => heard.push(news))
  const news = { taskID: 41, version: 3, event: 'CHANGED', byID: 2, by: 'Bob' } as const
  at.hub.fire('taskChanged', news)
  at.live.taskNews.missed()
  off()
  at.hub.fire('taskChanged', news)
  expect(heard).toEqual([news, null])
  at.hub.fire('updateTaskCounts', { toDoCount: 2, pendingTasksCount: 7 })
  expect(at.counted).toEqual(['toDoCount 2', 'pendingTasksCount 7'])
})

test('what changes the calendar reaches whoever listens, and the count of requests its badge', () => {
  const at = open()
  const heard: unknown[] = []
  at.live.calendarNews.onChange((news) => heard.push(news))
  at.hub.fire('calendarChanged')
  at.hub.fire('updateOpenMeetingCount', 1)
  at.hub.fire('updatePendingRequestsCount', 3)
  expect(heard).toEqual(['CHANGED', 'CHANGED', 'CHANGED'])
  expect(at.counted).toEqual(['openMeetingCount 1', 'pendingRequestsCount 3'])
})

test('what was the last person’s is forgotten', () => {
  const at = open()
  at.hub.fire('appointmentsCountUpdate', 1)
  at.hub.fire('youAreRinging', 'Bob')
  at.hub.fire('joinMeeting', { ID: 1, screenShare: false })
  at.live.reset()
  expect(at.live.banners.store.getState()).toEqual([])
  expect(at.live.calls.store.getState().ringing).toEqual([])
  expect(at.live.meetings.isInMeeting()).toBe(false)
})
