import * as z from 'zod/mini'
import { alertSeen } from '../contract/live-alerts.ts'
import { liveStats } from '../contract/live-panel.ts'
import { notificationRow } from '../contract/notifications.ts'
import { recordID, timestamp, userID } from '../contract/primitives.ts'
import { timelineEvent, version } from '../contract/ticket-version.ts'
import { hub } from './hub.ts'

/** How long after a close the live panel reconnects, in milliseconds (spec 3 §4, §9). */
export const LIVE_PANEL_RECONNECT_MS = 5000

/** What happened to a ticket; details are read by its calls. */
export const ticketChange = z.object({
  ticketID: recordID,
  /** The ticket's version after it; whoever has it already needs nothing. */
  version,
  event: timelineEvent,
  by: z.string(),
  byID: userID,
  resolved: z.boolean(),
})
export type TicketChange = z.output<typeof ticketChange>

/** Names of those who handle tickets and have this one open. */
export const ticketLookers = z.object({
  ticketID: recordID,
  lookers: z.array(z.object({ userID, userName: z.string(), since: timestamp })),
})
export type TicketLookers = z.output<typeof ticketLookers>

/**
 * The live panel's hub (spec 3 §7). Anybody signed in may connect; LivePanelDataChange goes to holders of
 * ISUPERVISOR_CAN_SEE_MODULE. All else is an extension.
 */
export const livePanelHub = hub({
  path: '/api/hubs/supervisor/livepanel',
  auth: 'token',
  reconnectMs: LIVE_PANEL_RECONNECT_MS,
  spec: '3 §7',
  methods: {
    /** The person opens the ticket. Refused for one that they may not see. */
    lookAtTicket: { args: z.tuple([recordID]), result: z.void() },
    /** The person closes the ticket. */
    leaveTicket: { args: z.tuple([recordID]), result: z.void() },
    /**
     * The window shows the live panel: it is sent everybody in the viewer's scope, then who changed (spec 4 §4.4.1).
     * Refused without ISUPERVISOR_CAN_SEE_LIVE_PANEL. Answers once everybody was sent.
     */
    watchLivePanel: {
      args: z.tuple([]),
      result: z.object({ areaID: z.nullable(recordID), asOf: timestamp }),
    },
    /**
     * The same for Interviewer manager › Live status: the people of the viewer's line (spec 4 §4.3.2). Refused without
     * IMANAGER_CAN_SEE_LIVE_STATUS.
     */
    watchLiveStatus: {
      args: z.tuple([]),
      result: z.object({ areaID: z.nullable(recordID), asOf: timestamp }),
    },
    /**
     * The window shows somebody's day beside the panel: it is told when what stands there besides the row is otherwise.
     * Refused without ISUPERVISOR_CAN_SEE_LIVE_PANEL and for whom the viewer doesn't see.
     */
    watchLivePerson: { args: z.tuple([userID]), result: z.void() },
    /** The window shows it no longer. */
    leaveLivePerson: { args: z.tuple([userID]), result: z.void() },
    /** The window shows it no longer. */
    leaveLivePanel: { args: z.tuple([]), result: z.void() },
    /** The window shows the hypervisor (spec 4 §4.5.3). Refused without IRESOURCE_CAN_SEE_HYPERVISOR. */
    watchHypervisor: { args: z.tuple([]), result: z.void() },
    /** The window shows it no longer. */
    leaveHypervisor: { args: z.tuple([]), result: z.void() },
  },
  events: {
    /**
     * What people in the viewer's scope are doing, by id: everybody on connecting, then those for whom it changes, at
     * most 10 times a second (spec 4 §4.4.1).
     */
    LivePanelDataChange: z.tuple([liveStats]),
    /** To the viewer's windows: they saw an alert, in whichever of them (spec 4 §5.5). */
    livePanelAlert: z.tuple([alertSeen]),
    /** What the hypervisor shows is otherwise: at once, then at most once a second (spec 4 §4.5.3). */
    hypervisorChange: z.tuple([]),
    /** To windows that show the person beside the panel: a note, a reply or a shared mood is there; they read it. */
    livePersonChange: z.tuple([userID]),
    /** These people aren't in the viewer's scope any more. */
    livePanelGone: z.tuple([z.array(userID)]),
    /** To those who handle tickets, to who raised it, and to whoever has it open. */
    ticketChanged: z.tuple([ticketChange]),
    /** To those who handle tickets and have it open, whenever one of them comes or goes. */
    ticketLookers: z.tuple([ticketLookers]),
    /** The person has a new notification. */
    newNotification: z.tuple([notificationRow]),
  },
})
