import * as z from 'zod/mini'
import { masterActivity } from '../contract/activity.ts'
import { popupMessage, questMessage } from '../contract/alerts.ts'
import {
  callOffer,
  cancelledCall,
  incomingCall,
  meetingAlert,
  meetingPayload,
  meetingRequest,
} from '../contract/call-entities.ts'
import { recordID, userID } from '../contract/primitives.ts'
import { taskEvent } from '../contract/task-entities.ts'
import { version } from '../contract/ticket-version.ts'
import { ACTIVITY_ACTIONS } from '../domain/activity.ts'
import { GENERAL_CALL, GROUP_CALL } from '../domain/calls.ts'
import { MACHINE_AWAY } from '../domain/machine-away.ts'
import { READING_KINDS } from '../domain/recorded-readings.ts'
import { VAULT_SOURCES } from '../domain/vault.ts'
import { WIFI_BANDS } from '../domain/wifi-band.ts'
import { callFigures } from './call-figures.ts'
import { CALL_ROOM_EVENTS, CALL_ROOM_METHODS } from './call-room.ts'
import { callRelayAccess, callSeatID, callSeatState, callSeats, callSignal } from './call-signal.ts'
import { hub } from './hub.ts'
import { planLooker, planSelection } from './plan-looks.ts'
import { COMMAND_OUTCOMES, sentCommand } from './remote-command.ts'

/** Records of the working day that windows follow. */
const WORKING_DAY_ENTITIES = [
  'INTERVIEW_RECORD',
  'ACTIVITY_SESSION',
  'RECORDED_READING',
  'QC_REVIEW',
  'COACHING',
  'SHIFT',
  'SHIFT_REQUEST',
  'BOOKING_WINDOW',
  'ALLOCATION',
  'CAMPAIGN',
  'TRAINING',
  'ABSENCE',
  'RETURN_TO_WORK',
  'PIP',
  'ONE_TO_ONE',
  'QUEST',
  'CALL',
  'MEETING',
] as const

/** What of the working day changed; no ids where it is more than a few. */
const workingDayChange = z.object({ entity: z.enum(WORKING_DAY_ENTITIES), ids: z.array(recordID) })
export type WorkingDayChange = z.output<typeof workingDayChange>

const nothing = z.tuple([])
const count = z.tuple([z.int()])

/** What happened to a task; details are read by its calls. */
export const taskNews = z.object({
  taskID: recordID,
  version,
  event: taskEvent,
  byID: userID,
  by: z.string(),
})
export type TaskNews = z.output<typeof taskNews>

/** Whose vault something happened in. */
export const vaultNews = z.object({ source: z.enum(VAULT_SOURCES), sourceID: recordID })
export type VaultNews = z.output<typeof vaultNews>

/** The person at the other end, by name. */
const person = z.tuple([z.string()])

/**
 * The shell's hub (spec 1 §7). The documents don't give its path, the shape of most events, or the answers to
 * the two status requests; those are ours.
 */
export const mainHub = hub({
  path: '/api/hubs/main',
  auth: 'token',
  spec: '1 §7',
  methods: {
    setAppVersion: { args: z.tuple([z.string().check(z.maxLength(64))]), result: z.void() },
    /** Asks for `primarySessionConnected` or `primarySessionDisconnected`. */
    requestPrimarySessionStatus: { args: nothing, result: z.void() },
    /** Asks for `companionSessionConnected` or `companionSessionDisconnected`. */
    requestCompanionSessionStatus: { args: nothing, result: z.void() },
    /** Declines that person's call, with words for them. */
    declineCallOffer: { args: z.tuple([userID, z.string().check(z.maxLength(200))]), result: z.void() },
    /** Cancels this connection's calls that nobody has answered. */
    cancelCall: { args: nothing, result: z.void() },
    /** What became of a remote command (spec 4 §5): its number, the outcome, and why it failed. */
    remoteCommandDone: {
      args: z.tuple([recordID, z.enum(COMMAND_OUTCOMES), z.string().check(z.maxLength(300))]),
      result: z.void(),
    },
    /** The version of the desktop client that the page runs in. */
    setDesktopVersion: { args: z.tuple([z.string().check(z.maxLength(64))]), result: z.void() },
    /** That this window does what activities ask for, and whether it is the desktop client's. One of a person's does it. */
    takesActivityActions: { args: z.tuple([z.boolean()]), result: z.void() },
    /**
     * This window is about to do what an activity asks for: a name of its own for that, the same when it asks again, and
     * the actions. The answer is whether they are this window's to do: they are one window's, once.
     */
    takeActivityActions: {
      args: z.tuple([z.uuid(), z.array(z.enum(ACTIVITY_ACTIONS)).check(z.maxLength(20))]),
      result: z.boolean(),
    },
    /** The machine of this window can't be used from now on, or can again: null. From the desktop client. */
    setMachineAway: { args: z.tuple([z.nullable(z.enum(MACHINE_AWAY))]), result: z.void() },
    /**
     * This window has the planner open, and that is chosen in it; null for nothing. Again after each reconnect. Needs
     * IRESOURCE_CAN_SEE_PLANNER, and that the caller may plan whose day it is.
     */
    lookAtPlan: { args: z.tuple([z.nullable(planSelection)]), result: z.void() },
    /** It hasn't any more. */
    leavePlan: { args: nothing, result: z.void() },
    setWifiBand: { args: z.tuple([z.enum(WIFI_BANDS)]), result: z.void() },
    /**
     * Calls somebody into a meeting: who, which meeting, title, whether with a screen. Needs CAN_MAKE_CALL.
     */
    makeCall: {
      args: z.tuple([userID, recordID, z.enum([GENERAL_CALL, GROUP_CALL]), z.boolean()]),
      result: z.void(),
    },
    /**
     * This window talks in a meeting of its person: which, and the id that the window made up for itself. Again
     * after each reconnect. Another window of the person in a call is told `callSeatTaken`. The answer is a way
     * through the server.
     */
    takeCallSeat: { args: z.tuple([recordID, callSeatID]), result: callRelayAccess },
    /** It doesn't any more. */
    leaveCallSeat: { args: z.tuple([callSeatID]), result: z.void() },
    /** What the others see of this window's seat. */
    changeCallSeat: { args: z.tuple([callSeatID, callSeatState]), result: z.void() },
    /** From this window's seat to another one of the same call. */
    sendCallSignal: { args: z.tuple([callSeatID, callSeatID, callSignal]), result: z.void() },
    ...CALL_ROOM_METHODS,
    /** How the call of this window's seat went until now, for support: once a minute, and before it leaves. */
    keepCallFigures: { args: z.tuple([callSeatID, callFigures]), result: z.void() },
  },
  events: {
    /** The person's unread chat messages, over all conversations. */
    updateUnreadMessageCount: count,
    /** The same, after a new message. */
    newUnreadMessageCount: count,
    /**
     * What the person is doing: on connecting, and when it changes. Its actions are offered to one of the windows that
     * are open, the desktop client's before others, or to the first that opens, until one takes them
     * (`takeActivityActions`).
     */
    CHANGE_MASTER_ACTIVITY: z.tuple([masterActivity]),
    /** The person now has a connected session that isn't a companion's. */
    primarySessionConnected: nothing,
    /** The person's last such session has disconnected. */
    primarySessionDisconnected: nothing,
    /** The person now has a connected companion session (tokenType COMPANION). */
    companionSessionConnected: nothing,
    companionSessionDisconnected: nothing,
    /** How many people have system issues. To holders of SUPPORT_CAN_SEE_SYSTEM_FLAGS. */
    systemIssuesFlag: count,
    /** Whether there are excessively many of them. */
    excessiveSystemIssuesFlag: z.tuple([z.boolean()]),
    /** How many appointments are at risk. To supervisor level. */
    appointmentsCountUpdate: count,
    refreshBroadcasts: nothing,
    refreshDefconAlerts: nothing,
    /** The number to dial, as it is written. */
    dialEmergencyNumber: z.tuple([z.string().check(z.maxLength(32))]),
    newQuestMessage: z.tuple([questMessage]),
    /** A meeting that the person takes part in begins. */
    meetingStart: z.tuple([meetingAlert]),
    /** This session was ended on the server. */
    loggedOut: nothing,
    /** The person's mobile sessions (tokenType MOBILE_APP) were ended; other sessions ignore it. */
    loggedOutMobile: nothing,
    REMOTE_COMMAND: z.tuple([sentCommand]),
    /** Somebody took the call; `joinMeeting` follows. */
    callOfferAccepted: person,
    /** The call is ringing at that person's. */
    youAreRinging: person,
    /** That person is being reached. */
    youAreConnecting: person,
    recievePopupMessageFromManager: z.tuple([popupMessage]),
    /** Who declined the call, and their words. */
    callOfferDeclined: z.tuple([z.string(), z.string()]),
    /** The window is to open a meeting. */
    joinMeeting: z.tuple([meetingPayload]),
    newMeetingInvite: z.tuple([meetingRequest]),
    cancelIncomingCall: z.tuple([cancelledCall]),
    /** The call was answered in another window or on another device. */
    callRespondedElseWhere: z.tuple([incomingCall]),
    recieveCall: z.tuple([callOffer]),
    /** Who talks in the call that this window is in: whenever that is otherwise. */
    callSeats: z.tuple([callSeats]),
    /** Another window of the person has taken the place of this one, by its id. */
    callSeatTaken: z.tuple([callSeatID]),
    /** From a seat of the same call, to this window's. */
    callSignal: z.tuple([callSeatID, callSeatID, callSignal]),
    ...CALL_ROOM_EVENTS,
    updateOpenMeetingCount: count,
    updateOutstandingTicketsCount: count,
    /** To everybody who may see the task. */
    taskChanged: z.tuple([taskNews]),
    /** What of the working day is otherwise now (spec 4 §5.5). To who may see it. */
    workingDayChange: z.tuple([workingDayChange]),
    /**
     * The windows of other planners that have the planner open, whenever that or what is chosen in them is otherwise. To
     * who has it open; what they may not plan themselves isn't in it.
     */
    planLookers: z.tuple([z.array(planLooker)]),
    /** Something was recorded about the person (spec 4 §5.5). To them alone. */
    recordedReading: z.tuple([z.object({ kind: z.enum(READING_KINDS) })]),
    /** Something in the person's calendar changed. */
    calendarChanged: nothing,
    /** Something in this vault, or among those who read it, is otherwise now. To its people. */
    vaultChanged: z.tuple([vaultNews]),
    /** There is another version of the user agreement. To everybody. */
    agreementPublished: nothing,
    /** Settings of the installation were saved, by key (shared/settings/registry.ts). To everybody. */
    settingsChanged: z.tuple([z.object({ keys: z.array(z.string()) })]),
    /** What is experimental is for others now. To everybody. */
    experimentalsChanged: nothing,
    /** A background service began, ended, was paused or goes on. To holders of ADMIN_CAN_SEE_BACKGROUND_SERVICES. */
    jobChanged: z.tuple([z.object({ key: z.string() })]),
    /** A system flag was raised, changed or cleared. To holders of SUPPORT_CAN_SEE_SYSTEM_FLAGS. */
    systemFlagsChanged: nothing,
    /** Something is new in the error log. To holders of ADMIN_CAN_SEE_ERROR_LOG. */
    errorsChanged: nothing,
    /** Somebody's record, status, lock or sign-ins changed. To holders of ADMIN_CAN_SEE_USERS or SUPPORT_CAN_SEE_MODULE. */
    personChanged: z.tuple([z.object({ userID })]),
    /** How many requests wait for a decision. To holders of IRESOURCE_CAN_SEE_BOOKINGS. */
    updatePendingRequestsCount: count,
    /** How many of the person's tasks are for today, and how many are open. */
    updateTaskCounts: z.tuple([z.object({ toDoCount: z.int(), pendingTasksCount: z.int() })]),
  },
})
