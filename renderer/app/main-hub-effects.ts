import type { MasterActivity } from '#shared/contract/activity.ts'
import type { mainHub } from '#shared/hubs/main.ts'
import type { CommandOutcome, SentCommand } from '#shared/hubs/remote-command.ts'
import type { HubEffects } from '../services/hubs/hub-effects.ts'
import type { LiveServices } from '../services/live.tsx'
import type { Services } from '../services/services.ts'
import type { CompanionSessions } from '../services/session/companion.ts'
import { createRemoteCommands, type MachineWork } from '../services/session/remote-commands.ts'

export const HUB_TEXT = {
  emergencyTitle: 'Emergency call',
  emergency: (number: string) => `You are asked to call the emergency number: ${number}.`,
  dial: (number: string) => `Call ${number}`,
  invite: (host: string, subject: string, agenda: string) =>
    `${host} invites you to a meeting: ${subject}${agenda === '' ? '' : `. Agenda: ${agenda}`}`,
} as const

const ANSWER_MAX = 300

interface EffectParts {
  readonly live: LiveServices
  readonly companion: Pick<CompanionSessions, 'effects'>
  /** Told of the server's count of unread messages. */
  readonly setUnread: (count: number) => void
  /** Null for a window that leaves what others begin at this machine to another. */
  readonly work: MachineWork | null
}

/** What each event of the shell's hub does (spec 1 §7), one line for each event. */
export function mainHubEffects(
  services: Services,
  { live, companion, setUnread, work }: EffectParts,
): HubEffects<typeof mainHub> {
  const {
    calls,
    meetings,
    activity,
    announcements,
    flags,
    alerts,
    quests,
    setCount,
    taskNews,
    calendarNews,
    vaultNews,
    flagNews,
    errorNews,
    jobNews,
    settingNews,
    experimentalNews,
    agreementNews,
    personNews,
    workingDayNews,
  } = live
  const { prompts, session, life } = services
  const answer = (commandID: number, outcome: CommandOutcome, why = '') =>
    live.hub.invoke('remoteCommandDone', commandID, outcome, why.slice(0, ANSWER_MAX)).then(
      () => {},
      // The sender sees that nobody answered.
      () => {},
    )
  const command = createRemoteCommands({ ...services, work, answer })
  const obey = (order: SentCommand) => void command(order)
  const changeActivity = (next: MasterActivity) => void activity.change(next)
  const over = () => {
    const { token } = session.store.getState()
    if (token !== null) life.invalid(token)
  }
  const isMobile = () => session.store.getState().user?.claims.tokenType === 'MOBILE_APP'

  return {
    updateUnreadMessageCount: setUnread,
    newUnreadMessageCount: setUnread,
    CHANGE_MASTER_ACTIVITY: changeActivity,
    ...companion.effects,
    systemIssuesFlag: flags.systemIssues,
    excessiveSystemIssuesFlag: flags.excessiveSystemIssues,
    appointmentsCountUpdate: flags.appointmentsAtRisk,
    refreshBroadcasts: () => void announcements.refreshBroadcasts(),
    refreshDefconAlerts: () => void announcements.refreshDefcon(),
    dialEmergencyNumber: (number) =>
      void prompts.ok({
        title: HUB_TEXT.emergencyTitle,
        text: HUB_TEXT.emergency(number),
        yes: HUB_TEXT.dial(number),
        href: `tel:${number}`,
      }),
    newQuestMessage: quests.add,
    meetingStart: calls.meetingStarts,
    loggedOut: over,
    loggedOutMobile: () => {
      if (isMobile()) over()
    },
    REMOTE_COMMAND: obey,
    callOfferAccepted: calls.offerAccepted,
    youAreRinging: (name) => calls.setRinging({ name, status: 'RINGING' }),
    youAreConnecting: (name) => calls.setRinging({ name, status: 'CONNECTING' }),
    recievePopupMessageFromManager: ({ name, message }) => alerts.show({ from: name, message }),
    callOfferDeclined: calls.offerDeclined,
    joinMeeting: (payload) => meetings.join(payload, 'CALL'),
    newMeetingInvite: ({ host, subject, agenda }) => prompts.tell(HUB_TEXT.invite(host, subject, agenda)),
    cancelIncomingCall: calls.cancelled,
    callRespondedElseWhere: ({ callerID }) => calls.answeredElsewhere(callerID),
    recieveCall: calls.recieve,
    // The window that is in a call hears these itself (services/calls/media).
    callSeats: () => {},
    callSeatTaken: () => {},
    callSignal: () => {},
    callReaction: () => {},
    callMuteAsked: () => {},
    // The planner that is open hears it itself (features/planner).
    planLookers: () => {},
    updateOpenMeetingCount: (count) => {
      setCount('openMeetingCount', count)
      // Meetings are in the calendar, too.
      calendarNews.tell('CHANGED')
    },
    calendarChanged: () => calendarNews.tell('CHANGED'),
    updatePendingRequestsCount: (count) => {
      setCount('pendingRequestsCount', count)
      calendarNews.tell('CHANGED')
    },
    updateOutstandingTicketsCount: (count) => setCount('outstandingTickets', count),
    taskChanged: taskNews.tell,
    vaultChanged: vaultNews.tell,
    agreementPublished: () => agreementNews.tell('CHANGED'),
    settingsChanged: ({ keys }) => settingNews.tell(keys),
    experimentalsChanged: () => experimentalNews.tell('CHANGED'),
    jobChanged: ({ key }) => jobNews.tell(key),
    systemFlagsChanged: () => flagNews.tell('CHANGED'),
    errorsChanged: () => errorNews.tell('CHANGED'),
    recordedReading: () => workingDayNews.tell({ entity: 'RECORDED_READING', ids: [] }),
    workingDayChange: (change) => workingDayNews.tell(change),
    personChanged: ({ userID }) => personNews.tell(userID),
    updateTaskCounts: ({ toDoCount, pendingTasksCount }) => {
      setCount('toDoCount', toDoCount)
      setCount('pendingTasksCount', pendingTasksCount)
    },
  }
}
