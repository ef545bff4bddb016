import * as z from 'zod/mini'
import { liveStats } from '../contract/live-panel.ts'
import { notificationRow } from '../contract/notifications.ts'
import { recordID, timestamp, userID } from '../contract/primitives.ts'
import { timelineEvent, version } from '../contract/ticket-version.ts'
import { hub } from './hub.ts'

/** How long after a close the live panel connects again, in milliseconds (spec 3 §4, §9). */
export const LIVE_PANEL_RECONNECT_MS = 5000

/** What happened to a ticket; its own calls tell the rest. */
export const ticketChange = z.object({
  ticketID: recordID,
  /** Its version now: whoever has it or a later one needs nothing. */
  version,
  event: timelineEvent,
  by: z.string(),
  byID: userID,
  resolved: z.boolean(),
})
export type TicketChange = z.output<typeof ticketChange>

/** Who handles tickets and has this one open, by name. */
export const ticketLookers = z.object({
  ticketID: recordID,
  lookers: z.array(z.object({ userID, userName: z.string(), since: timestamp })),
})
export type TicketLookers = z.output<typeof ticketLookers>

/**
 * The live panel's hub (spec 3 §7). Whoever is signed in may connect; LivePanelDataChange reaches
 * those with ISUPERVISOR_CAN_SEE_MODULE. All but that event are extensions.
 */
export const livePanelHub = hub({
  path: '/api/hubs/supervisor/livepanel',
  auth: 'token',
  reconnectMs: LIVE_PANEL_RECONNECT_MS,
  spec: '3 §7',
  methods: {
    /** The person has the ticket open. Refused for one that they may not see. */
    lookAtTicket: { args: z.tuple([recordID]), result: z.void() },
    /** Not any more. */
    leaveTicket: { args: z.tuple([recordID]), result: z.void() },
  },
  events: {
    /** What people do, by their ids: everybody upon connecting, then those for whom it changed. */
    LivePanelDataChange: z.tuple([liveStats]),
    /** To those who handle tickets, who raised it, and whoever has it open. */
    ticketChanged: z.tuple([ticketChange]),
    /** To those who handle tickets and have it open, whenever one comes or goes. */
    ticketLookers: z.tuple([ticketLookers]),
    /** The person was told something. */
    newNotification: z.tuple([notificationRow]),
  },
})
