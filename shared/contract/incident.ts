import * as z from 'zod/mini'
import { call } from './http-call.ts'
import { noPayload, recordID } from './primitives.ts'

export const liveProject = z.object({ id: recordID, name: z.string() })
export type LiveProject = z.output<typeof liveProject>

const filled = (length: number, error: string) =>
  z.string().check(
    z.maxLength(length),
    z.refine((text) => text.trim() !== '', { error }),
  )

export const getLiveProjects = call({
  path: '/api/communication/notification/incident-form/get-live-projects',
  request: noPayload,
  response: z.array(liveProject),
  summary: 'The projects that are in field, by name.',
  spec: '3 §7',
})

export const newIncident = call({
  path: '/api/communication/notification/incident-form/new',
  request: z.object({
    selectedProject: recordID,
    callID: filled(100, 'Please give the call ID.'),
    respondentName: filled(200, "Please give the respondent's name."),
    phoneNumber: filled(50, 'Please give the phone number.'),
    details: filled(10_000, 'Please say what happened.'),
  }),
  /** `sentTo` is the name of who is told; '' for nobody. */
  response: z.object({ id: recordID, sentTo: z.string() }),
  summary: "Files an incident in an interview, and tells the person's manager.",
  spec: '3 §7',
})
