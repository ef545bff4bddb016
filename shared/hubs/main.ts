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
import { GENERAL_CALL, GROUP_CALL } from '../domain/calls.ts'
import { WIFI_BANDS } from '../domain/wifi-band.ts'
import { hub } from './hub.ts'
import { remoteCommand } from './remote-command.ts'

const nothing = z.tuple([])
const count = z.tuple([z.int()])

/** What happened to a task; its own calls tell the rest. */
export const taskNews = z.object({
  taskID: recordID,
  version,
  event: taskEvent,
  byID: userID,
  by: z.string(),
})
export type TaskNews = z.output<typeof taskNews>

/** The person at the other end, by name. */
const person = z.tuple([z.string()])

/**
 * The shell's hub (spec 1 §7). The documents show neither its path, nor the shape of most events,
 * nor how the two status requests are answered: all of it is decided here.
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
    /** Refuses the call of that person, with words for them. */
    declineCallOffer: { args: z.tuple([userID, z.string().check(z.maxLength(200))]), result: z.void() },
    /** Gives up the calls that this connection made and nobody answered yet. */
    cancelCall: { args: nothing, result: z.void() },
    setWifiBand: { args: z.tuple([z.enum(WIFI_BANDS)]), result: z.void() },
    /** Calls somebody into a meeting: who, which, title, whether with the screen. Needs CAN_MAKE_CALL. */
    makeCall: {
      args: z.tuple([userID, recordID, z.enum([GENERAL_CALL, GROUP_CALL]), z.boolean()]),
      result: z.void(),
    },
  },
  events: {
    /** How many chat messages this person hasn't read, over all conversations. */
    updateUnreadMessageCount: count,
    /** The same, when it grew by a new message. */
    newUnreadMessageCount: count,
    /**
     * What the person does: on connecting, and when it changes. Its actions come once: to the windows
     * that are open then, or to the first that opens.
     */
    CHANGE_MASTER_ACTIVITY: z.tuple([masterActivity]),
    /** The first connection of a session of the person that is no companion's stands. */
    primarySessionConnected: nothing,
    /** The last such connection is gone. */
    primarySessionDisconnected: nothing,
    /** The first connection of a companion session (tokenType COMPANION) of the person stands. */
    companionSessionConnected: nothing,
    companionSessionDisconnected: nothing,
    /** How many people have system issues now. To who has SUPPORT_CAN_SEE_SYSTEM_FLAGS. */
    systemIssuesFlag: count,
    /** Whether those are excessively many. */
    excessiveSystemIssuesFlag: z.tuple([z.boolean()]),
    /** How many appointments are at risk. To who is at supervisor level. */
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
    /** The person's mobile sessions (tokenType MOBILE_APP) were ended; others pass it over. */
    loggedOutMobile: nothing,
    REMOTE_COMMAND: z.tuple([remoteCommand]),
    /** Somebody took the call; `joinMeeting` follows. */
    callOfferAccepted: person,
    /** It rings at somebody's. */
    youAreRinging: person,
    /** Somebody is being reached. */
    youAreConnecting: person,
    recievePopupMessageFromManager: z.tuple([popupMessage]),
    /** Somebody refused the call, and with which words. */
    callOfferDeclined: z.tuple([z.string(), z.string()]),
    /** The window goes to a meeting. */
    joinMeeting: z.tuple([meetingPayload]),
    newMeetingInvite: z.tuple([meetingRequest]),
    cancelIncomingCall: z.tuple([cancelledCall]),
    /** The call was answered in another window or on another device. */
    callRespondedElseWhere: z.tuple([incomingCall]),
    recieveCall: z.tuple([callOffer]),
    updateOpenMeetingCount: count,
    updateOutstandingTicketsCount: count,
    /** To everybody who may see the task. */
    taskChanged: z.tuple([taskNews]),
    /** Something in the person's calendar is otherwise now. */
    calendarChanged: nothing,
    /** How many requests wait for a decision. To who has IRESOURCE_CAN_SEE_BOOKINGS. */
    updatePendingRequestsCount: count,
    /** How many of the person's tasks are for today, and how many are open. */
    updateTaskCounts: z.tuple([z.object({ toDoCount: z.int(), pendingTasksCount: z.int() })]),
  },
})
