import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as help from '#shared/contract/help.ts'
import type { Call } from '#shared/contract/http-call.ts'
import * as livePanel from '#shared/contract/live-panel.ts'
import {
  feedback,
  helpTicket,
  systemIssueRecord,
  ticket,
  ticketSettings,
} from '#shared/contract/ticket-entities.ts'
import * as tickets from '#shared/contract/tickets.ts'
import { writeTranscript } from '#shared/domain/ticket-transcript.ts'
import { rowOf } from '#shared/settings/registry.ts'
import { NOON } from '../http/testing/test-server.ts'
import { type Caller, type HelpDesk, openHelpDesk } from './testing/company.ts'
import { addTicket } from './testing/ticket-fixture.ts'

let desk: HelpDesk
beforeAll(async () => {
  desk = await openHelpDesk()
})
afterAll(() => desk.server.server.close())

const raise = async (by: Caller, message = 'The dialler does not start.') =>
  (await by.get(tickets.raiseTicket, { ticketType: 'Dialler', message })).id

const read = (by: Caller, ticketID: number) => by.get(tickets.getUserHelpMessageData, { ticketID })

/** A supervisor's resolution of a ticket of Jamie's. */
const resolution = (id: number, some: object = {}) => ({
  id,
  subject: `RE: Ticket - ${id}`,
  body: 'It works now.',
  sendEmail: false,
  internalComment: '',
  interviewerNameID: 'Jamie Whitfield',
  userLoginID: desk.jamie.id,
  ...some,
})

describe('what a ticket is', () => {
  test('W050 a ticket has its ten fields, with the transcript as it was sent', async () => {
    const transcript = writeTranscript([{ message: 'Since when?', value: 'Just now' }])
    const { id } = await desk.jamie.get(tickets.raiseTicket, {
      ticketType: 'Other',
      message: 'Help',
      transcript,
    })
    expect(Object.keys(ticket.shape).slice(0, 10)).toEqual([
      'id',
      'message',
      'date',
      'interviewerName',
      'userLoginID',
      'userName',
      'resolved',
      'requireFeedback',
      'resolvedComment',
      'transcript',
    ])
    expect(await read(desk.jamie, id)).toMatchObject({
      id,
      message: 'Help',
      date: new Date(NOON).toISOString(),
      interviewerName: 'Jamie Whitfield',
      userLoginID: desk.jamie.id,
      userName: 'jamie',
      resolved: false,
      requireFeedback: false,
      resolvedComment: '',
      transcript,
    })
    await desk.priya.get(tickets.assignTicketToMe, { id })
    await desk.priya.get(tickets.resolveHelpRequest, resolution(id))
    expect(await read(desk.jamie, id)).toMatchObject({
      resolved: true,
      requireFeedback: true,
      resolvedComment: 'It works now.',
    })
  })

  test('W052 W053 W054 W055 rows, settings, lost work and feedback have their fields', () => {
    const row = ['id', 'date', 'time', 'ticketType', 'message', 'resolved', 'assign']
    expect(Object.keys(helpTicket.shape).slice(0, 7)).toEqual(row)
    const settings = ['ticketID', 'spec', 'status', 'effort', 'priority', 'type', 'dueby']
    expect(Object.keys(ticketSettings.shape)).toEqual(settings)
    const record = ['recordID', 'activity', 'eventStart', 'eventEnd', 'totalSeconds']
    expect(Object.keys(systemIssueRecord.shape).slice(0, 5)).toEqual(record)
    const ratings = [0, 1, 5, 6, 2.5].map((rating) => feedback.safeParse({ rating, comment: '' }).success)
    expect(ratings).toEqual([false, true, true, false, false])
  })

  test('W001 a ticket needs a message, and a transcript that can be read', async () => {
    const base = { ticketType: 'Dialler', message: 'x' } as const
    const bad = [
      { ...base, message: ' \n' },
      { ...base, transcript: 'no' },
    ]
    const answers = await Promise.all(bad.map((request) => desk.jamie.say(tickets.raiseTicket, request)))
    expect(answers).toEqual([
      { status: 400, value: 'Please describe the problem.' },
      { status: 400, value: 'The transcript cannot be read.' },
    ])
  })
})

describe('the life of a ticket', () => {
  test('W091 W197 W200 it is resolved, which asks for feedback, and reopened', async () => {
    const id = await raise(desk.jamie)
    await desk.priya.get(tickets.assignTicketToMe, { id })
    await desk.priya.get(tickets.resolveHelpRequest, resolution(id))
    expect(await read(desk.jamie, id)).toMatchObject({
      resolved: true,
      status: 'RESOLVED',
      requireFeedback: true,
      resolvedComment: 'It works now.',
      resolvedBy: 'Priya Nair',
    })
    expect(await desk.jamie.get(tickets.isIssueResolved, { issueID: id })).toEqual({ resolved: true })
    await desk.priya.get(tickets.reopenTicket, { id })
    expect(await read(desk.jamie, id)).toMatchObject({
      resolved: false,
      status: 'REOPENED',
      resolvedComment: '',
    })
    const { value } = (await desk.priya.say(tickets.reopenTicket, { id })) as { value: string }
    expect(value).toBe('This ticket is not resolved.')
  })

  test('W007 W092 W178 W194 W195 a supervisor takes it, escalates it, gives it back', async () => {
    const id = await raise(desk.jamie)
    await desk.priya.get(tickets.assignTicketToMe, { id })
    expect(await read(desk.jamie, id)).toMatchObject({ assign: 'Priya Nair', status: 'IN_PROGRESS' })
    await desk.priya.get(tickets.unassignTicket, { id })
    expect(await read(desk.jamie, id)).toMatchObject({ assign: '', assignID: 0, status: 'OPEN' })
    await desk.priya.get(tickets.assignTicketToMe, { id })
    const [team = ''] = await desk.priya.get(tickets.ticketEscalationTypes, undefined)
    // Of those of the team, who escalates it knows, and who raised it is told by the ticket itself.
    const members = [desk.priya.id, desk.callum.id, desk.ellie.id].map((userID) => ({
      team,
      userID,
      addedAt: NOON,
    }))
    await desk.db.insertInto('ticketTeamMembers').values(members).execute()
    const own = await raise(desk.callum)
    for (const ticketID of [id, own])
      await desk.priya.get(tickets.escalateTicket, { ticketID, team, reason: 'all of the floor has it' })
    const told = await desk.db
      .selectFrom('notifications')
      .where('sourceID', 'in', [id, own])
      .where('subject', 'like', '%came to%')
      .select(['userID', 'subject'])
      .execute()
    expect(told).toEqual([{ userID: desk.callum.id, subject: `Ticket: ${id} came to ${team}` }])
    await desk.db.deleteFrom('ticketTeamMembers').where('team', '=', team).execute()
    expect(await read(desk.jamie, id)).toMatchObject({ team, status: 'ESCALATED' })
    const [escalated] = await desk.priya.get(tickets.timeline, { id })
    expect(escalated?.payload).toMatchObject({
      changes: [{ field: 'team', from: expect.any(String), to: team }],
    })
    // From there it goes on to another team.
    await desk.priya.get(tickets.escalateTicket, {
      ...{ ticketID: id, team: 'Payroll', reason: 'it is about last month’s pay' },
    })
    expect(await read(desk.jamie, id)).toMatchObject({ team: 'Payroll', status: 'ESCALATED' })
    await desk.priya.get(tickets.unassignTicket, { id })
    expect(await read(desk.jamie, id)).toMatchObject({ assign: '', assignID: 0 })
    for (const answer of [
      await desk.jamie.say(tickets.assignTicketToMe, { id }),
      await desk.jamie.say(tickets.unassignTicket, { id }),
      await desk.jamie.say(tickets.escalateTicket, { ticketID: id, team, reason: 'my own floor has it too' }),
    ])
      expect(answer).toMatchObject({ status: 403 })
  })

  test('W119 W120 W121 giving back is refused in the words of the case', async () => {
    const id = await raise(desk.jamie)
    const say = (by: Caller) => by.say(tickets.unassignTicket, { id })
    expect(await say(desk.priya)).toEqual({ status: 400, value: 'This ticket is not currently assigned' })
    await desk.callum.get(tickets.assignTicketToMe, { id })
    expect(await say(desk.priya)).toEqual({ status: 400, value: 'This ticket belongs to Callum Reid' })
    // Who may not give back at all isn't told whose it is.
    expect(await say(desk.jamie)).toEqual({ status: 403, value: 'access denied' })
    expect(await read(desk.jamie, id)).toMatchObject({ assign: 'Callum Reid', status: 'IN_PROGRESS' })
    await desk.callum.get(tickets.resolveHelpRequest, resolution(id))
    expect(await say(desk.callum)).toEqual({ status: 400, value: 'Selected ticket is already resolved' })
  })

  test('W116 W117 W130 what is missing is said, and nothing happens', async () => {
    const id = await raise(desk.jamie)
    const team = 'Payroll'
    expect([
      await desk.priya.say(tickets.resolveHelpRequest, resolution(id, { subject: ' ' })),
      await desk.priya.say(tickets.resolveHelpRequest, resolution(id, { body: '' })),
      await desk.priya.say(tickets.escalateTicket, { ticketID: id, team, reason: 'only four words here' }),
      await desk.priya.say(tickets.escalateTicket, {
        ticketID: id,
        team: 'Nobody',
        reason: 'it has more than four words',
      }),
      await desk.priya.say(tickets.resolveHelpRequest, resolution(id, { userLoginID: desk.ellie.id })),
    ]).toEqual([
      { status: 400, value: 'Enter subject' },
      { status: 400, value: 'Please provide a resolution comment' },
      { status: 400, value: 'Please include more details in your reason for escalation' },
      { status: 400, value: 'There is no team of that name.' },
      { status: 400, value: 'This ticket was raised by somebody else.' },
    ])
    expect(await read(desk.jamie, id)).toMatchObject({ resolved: false, version: 1 })
  })

  test('W198 W199 agents resolve their own and the agency closes, without feedback', async () => {
    const own = await raise(desk.jamie)
    await desk.jamie.get(tickets.selfResolveTicket, { id: own, resolveMessage: 'Gone after lunch.' })
    const ofAgency = await raise(desk.andrei)
    await desk.gemma.get(tickets.closeTicket, { id: ofAgency, resolveMessage: 'Sorted by phone.' })
    const closed = await desk.andrei.get(tickets.getAgencyHelpMessageData, { ticketID: ofAgency })
    for (const one of [await read(desk.jamie, own), closed])
      expect(one).toMatchObject({ resolved: true, requireFeedback: false, resolvedSubject: '' })
    expect(closed).toMatchObject({ resolvedBy: 'Gemma Stacey', resolvedComment: 'Sorted by phone.' })
  })

  test('W055 W201 W094 feedback ends the wait for it', async () => {
    const id = await raise(desk.jamie)
    const give = () => desk.jamie.say(tickets.submitFeedback, { ticketID: id, rating: 4, comment: 'Fine' })
    expect(await give()).toEqual({ status: 400, value: 'This ticket does not wait for feedback.' })
    await desk.priya.get(tickets.resolveHelpRequest, resolution(id))
    expect(await give()).toMatchObject({ status: 200 })
    expect(await read(desk.jamie, id)).toMatchObject({
      requireFeedback: false,
      feedback: { rating: 4, comment: 'Fine' },
    })
  })

  test('W197 a mail goes out when it is wanted, once', async () => {
    const id = await raise(desk.jamie)
    const request = resolution(id, { sendEmail: true, internalComment: 'Worn cable.' })
    await desk.priya.get(tickets.resolveHelpRequest, request)
    await desk.priya.get(tickets.resolveHelpRequest, request)
    const { mails } = desk.server
    const unwanted = await raise(desk.jamie)
    await desk.priya.get(tickets.resolveHelpRequest, resolution(unwanted))
    expect(mails.filter(({ subject }) => subject.endsWith(` ${unwanted}`))).toEqual([])
    expect(mails.filter(({ subject }) => subject === `RE: Ticket - ${id}`)).toEqual([
      { to: 'jamie@mail.example', subject: `RE: Ticket - ${id}`, text: 'It works now.' },
    ])
    const notes = await desk.callum.get(tickets.internalNotes, { ticketID: id })
    expect(notes).toMatchObject([{ note: 'Worn cable.', by: 'Priya Nair' }])
  })
})

describe('settings, timeline, notes, merging', () => {
  test('W053 W186 W188 W189 settings are seen, chosen from what there is, and kept', async () => {
    const id = await raise(desk.jamie)
    const choices = await desk.priya.get(tickets.supportSettings, undefined)
    expect(Object.keys(choices)).toEqual(['status', 'effort', 'priority', 'ticketTypes'])
    expect(choices.effort.map(({ value, label }) => `${value} ${label}`)).toEqual([
      '21 Exhausting',
      '13 Very difficult',
      '8 Difficult',
      '5 Moderate',
      '3 Somewhat easy',
      '2 Easy',
      '1 Very easy',
    ])
    // Nobody has written templates of answers yet; then they are there for whoever resolves tickets alone.
    const answers = [{ name: 'New headset', text: 'Dear {name}, a new one is on its way.' }]
    const settings = desk.db.insertInto('settings')
    await settings.values({ name: rowOf('help.answers'), value: JSON.stringify(answers) }).execute()
    expect((await desk.callum.get(tickets.supportSettings, undefined)).answers).toEqual(answers)
    expect(await desk.jamie.get(tickets.supportSettings, undefined)).not.toHaveProperty('answers')
    const dueby = '2026-05-06T12:00:00.000Z'
    const wanted = {
      spec: 'New cable',
      status: 'WAITING',
      effort: '3',
      priority: 'HIGH',
      type: 'Other',
      dueby,
    } as const
    await desk.priya.get(tickets.updateTicket, { ticketID: id, ...wanted })
    expect(await desk.callum.get(tickets.viewSetting, { id })).toEqual({
      ticketID: id,
      ...wanted,
      version: 2,
    })
    const [changed] = await desk.priya.get(tickets.timeline, { id })
    expect(changed?.payload.changes.map(({ field, to }) => [field, to])).toEqual(Object.entries(wanted))
    expect(changed?.payload.changes.map(({ from }) => from)).toEqual([
      '',
      'OPEN',
      '',
      'MEDIUM',
      'Dialler',
      '',
    ])
    // The same settings again change nothing.
    await desk.priya.get(tickets.updateTicket, { ticketID: id, ...wanted })
    expect(await desk.callum.get(tickets.viewSetting, { id })).toMatchObject({ version: 2 })
    const resolved = { ticketID: id, ...wanted, status: 'RESOLVED' } as const
    expect(await desk.priya.say(tickets.updateTicket, resolved)).toMatchObject({ status: 400 })
    expect((await read(desk.jamie, id)).clocks.map(({ clock }) => clock)).toEqual([
      'RESPONSE',
      'RESOLUTION',
      'DUE',
    ])
  })

  test('W055 W187 the timeline tells everything that happened, newest first, in pages too', async () => {
    const id = await raise(desk.jamie)
    await desk.priya.get(tickets.assignTicketToMe, { id })
    await desk.priya.get(tickets.addInternalNote, { ticketID: id, note: 'Third this week' })
    await desk.priya.get(tickets.resolveHelpRequest, resolution(id))
    await desk.jamie.get(tickets.submitFeedback, { ticketID: id, rating: 5, comment: '' })
    await desk.callum.get(tickets.reopenTicket, { id })
    const all = await desk.priya.get(tickets.timeline, { id })
    expect(all.map(({ payload }) => `${payload.event} ${payload.by}`)).toEqual([
      'REOPENED Callum Reid',
      'FEEDBACK_GIVEN Jamie Whitfield',
      'RESOLVED Priya Nair',
      'NOTE_ADDED Priya Nair',
      'ASSIGNED Priya Nair',
      'RAISED Jamie Whitfield',
    ])
    expect(all[1]?.payload.changes).toEqual([{ field: 'rating', from: '', to: '5' }])
    expect(all[4]?.payload.changes).toEqual([{ field: 'assign', from: '', to: 'Priya Nair' }])
    const first = await desk.priya.get(tickets.timeline, { id, limit: 4 })
    const rest = await desk.priya.get(tickets.timeline, { id, limit: 4, before: first.at(-1)?.id ?? 0 })
    expect([...first, ...rest]).toEqual(all)
  })

  test('duplicates are closed for one ticket, whose resolution their people hear of', async () => {
    const [kept, second, third] = [await raise(desk.jamie), await raise(desk.ellie), await raise(desk.ellie)]
    await desk.priya.get(tickets.mergeTickets, { ticketID: third, duplicateIDs: [second] })
    const related = await desk.priya.get(tickets.relatedTickets, { ticketID: kept })
    expect(related.duplicates.map(({ id }) => id)).toContain(third)
    await desk.priya.get(tickets.mergeTickets, { ticketID: kept, duplicateIDs: [third, second] })
    await desk.priya.get(tickets.mergeTickets, { ticketID: kept, duplicateIDs: [third] })
    for (const id of [second, third])
      expect(await read(desk.ellie, id)).toMatchObject({
        resolved: true,
        requireFeedback: false,
        mergedInto: kept,
      })
    await desk.priya.get(tickets.resolveHelpRequest, resolution(kept))
    const told = await desk.db
      .selectFrom('notifications')
      .where('userID', '=', desk.ellie.id)
      .where('subject', 'like', `%with ticket ${kept}%`)
      .select('sourceID')
      .orderBy('sourceID')
      .execute()
    expect(told.map(({ sourceID }) => sourceID)).toEqual([second, third])
    const say = (request: { ticketID: number; duplicateIDs: number[] }) =>
      desk.priya.say(tickets.mergeTickets, request)
    expect(await say({ ticketID: kept, duplicateIDs: [kept] })).toMatchObject({ status: 400 })
    expect(await desk.priya.say(tickets.reopenTicket, { id: third })).toEqual({
      status: 400,
      value: `This ticket was merged into ticket ${kept}.`,
    })
  })

  test('W190 the chat of a ticket is its source id for its members, and -1 for everybody else', async () => {
    const id = await raise(desk.jamie)
    const of = async (by: Caller) => (await by.get(tickets.getChatThread, { id })).sourceID
    expect(await of(desk.jamie)).toBe(-1)
    // Whoever may not see the ticket isn't told of its chat either.
    expect(await desk.ellie.say(tickets.getChatThread, { id })).toMatchObject({ status: 400 })
    await desk.priya.get(tickets.startTicketChat, { id })
    expect([await of(desk.jamie), await of(desk.priya), await of(desk.callum)]).toEqual([id, id, -1])
    await desk.callum.get(tickets.startTicketChat, { id })
    expect(await of(desk.callum)).toBe(id)
  })
})

describe('who may', () => {
  const SUPERVISORS: readonly (readonly [string, Call, (id: number) => object])[] = [
    ['issue data', tickets.ticketIssueData, (ticketID) => ({ ticketID })],
    ['timeline', tickets.timeline, (id) => ({ id })],
    ['settings', tickets.viewSetting, (id) => ({ id })],
    [
      'change of settings',
      tickets.updateTicket,
      (ticketID) => ({
        ticketID,
        spec: '',
        status: 'OPEN',
        effort: null,
        priority: 'LOW',
        type: 'Other',
        dueby: null,
      }),
    ],
    ['assign', tickets.assignTicketToMe, (id) => ({ id })],
    ['unassign', tickets.unassignTicket, (id) => ({ id })],
    [
      'escalate',
      tickets.escalateTicket,
      (ticketID) => ({ ticketID, team: 'Payroll', reason: 'more than four words here' }),
    ],
    ['resolve', tickets.resolveHelpRequest, (id) => resolution(id)],
    ['internal notes', tickets.internalNotes, (ticketID) => ({ ticketID })],
    ['adding notes', tickets.addInternalNote, (ticketID) => ({ ticketID, note: 'x' })],
    ['merge', tickets.mergeTickets, (ticketID) => ({ ticketID, duplicateIDs: [1] })],
    ['call', tickets.startTicketChat, (id) => ({ id })],
    ['live panel', livePanel.getLiveData, () => ({})],
    ['revoke', help.revokeSystemIssue, (ticketID) => ({ ticketID, recordID: 1, reason: 'x' })],
  ]
  test.each(SUPERVISORS)(
    'W144 %s is refused to agents and the agency, of their own ticket too',
    async (_, call, requestFor) => {
      for (const person of [desk.jamie, desk.gemma]) {
        const id = await raise(person)
        expect(await person.say(call, requestFor(id) as never)).toEqual({
          status: 403,
          value: 'access denied',
        })
      }
    },
  )

  test('W145 W147 what agents and the agency do is refused to the others', async () => {
    const id = await raise(desk.priya)
    const denied = { status: 403, value: 'access denied' }
    const ending = { id, resolveMessage: 'x' }
    expect(await desk.priya.say(tickets.selfResolveTicket, ending)).toEqual(denied)
    expect(await desk.priya.say(tickets.submitFeedback, { ticketID: id, rating: 5, comment: '' })).toEqual(
      denied,
    )
    for (const call of [help.canUseSystemIssue, help.startSystemIssue, help.endSystemIssue])
      for (const person of [desk.priya, desk.gemma])
        expect(await person.say(call, { ticketID: id })).toEqual(denied)
    expect(await desk.priya.say(tickets.closeTicket, ending)).toEqual(denied)
    expect(await desk.jamie.say(tickets.closeTicket, ending)).toEqual(denied)
    expect(await desk.gemma.say(tickets.selfResolveTicket, ending)).toEqual(denied)
  })

  test('W149 CAN_REOPEN_TICKET allows reopening, and nothing else does', async () => {
    const id = await raise(desk.jamie)
    await desk.jamie.get(tickets.selfResolveTicket, { id, resolveMessage: 'x' })
    expect(await desk.jamie.say(tickets.reopenTicket, { id })).toMatchObject({ status: 403 })
    expect(await desk.callum.say(tickets.reopenTicket, { id })).toMatchObject({ status: 200 })
  })

  test('W148 W183 W184 W185 who sees a ticket: its raiser, supervisors, the agency that manages them', async () => {
    const [jamies, andreis] = [await raise(desk.jamie), await raise(desk.andrei)]
    const gone = { status: 400, value: 'This ticket is gone, or you may no longer see it.' }
    const see = (by: Caller, ticketID: number) => by.say(tickets.getUserHelpMessageData, { ticketID })
    expect(await see(desk.ellie, jamies)).toEqual(gone)
    expect(await see(desk.gemma, jamies)).toEqual(gone)
    expect(await see(desk.priya, 999_999)).toEqual(gone)
    expect(await see(desk.jamie, jamies)).toMatchObject({ status: 200 })
    expect(await desk.callum.say(tickets.ticketIssueData, { ticketID: andreis })).toMatchObject({
      status: 200,
    })
    // Whom she manages, and her own.
    for (const ticketID of [andreis, await raise(desk.gemma)])
      expect(await desk.gemma.say(tickets.getAgencyHelpMessageData, { ticketID })).toMatchObject({
        status: 200,
        answer: { id: ticketID },
      })
    expect(await desk.jamie.say(tickets.getAgencyHelpMessageData, { ticketID: jamies })).toMatchObject({
      status: 403,
    })
  })
})

describe('faults', () => {
  test('two people resolve at once: one does, the other is told who', async () => {
    const id = await raise(desk.jamie)
    const answers = await Promise.all([
      desk.priya.say(tickets.resolveHelpRequest, resolution(id, { body: 'By Priya', version: 1 })),
      desk.callum.say(tickets.resolveHelpRequest, resolution(id, { body: 'By Callum', version: 1 })),
    ])
    const winner = answers[0]?.status === 200 ? 'Priya' : 'Callum'
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)).toMatchObject({
      value: expect.stringMatching(`^Ticket ${id} was resolved by ${winner} \\w+ in the meantime.$`),
    })
    expect((await read(desk.jamie, id)).resolvedComment).toBe(`By ${winner}`)
    const events = await desk.priya.get(tickets.timeline, { id })
    expect(events.filter(({ payload }) => payload.event === 'RESOLVED')).toHaveLength(1)
  })

  test('a change over one that was not seen is refused, and goes through once it was', async () => {
    const id = await raise(desk.jamie)
    const settings = {
      ticketID: id,
      spec: '',
      status: 'OPEN',
      effort: null,
      type: 'Dialler',
      dueby: null,
    } as const
    await desk.callum.get(tickets.updateTicket, { ...settings, priority: 'HIGH', version: 1 })
    const stale = { ...settings, priority: 'LOW', version: 1 } as const
    expect(await desk.priya.say(tickets.updateTicket, stale)).toEqual({
      status: 409,
      value: `Ticket ${id} was changed by Callum Reid in the meantime. Look at it again before you save.`,
    })
    const { version } = await read(desk.priya, id)
    expect(await desk.priya.say(tickets.updateTicket, { ...stale, version })).toMatchObject({ status: 200 })
  })

  test('a ticket in hand is taken over only by who saw whose it is', async () => {
    const id = await raise(desk.jamie)
    await desk.callum.get(tickets.assignTicketToMe, { id, version: 1 })
    expect(await desk.priya.say(tickets.assignTicketToMe, { id })).toEqual({
      status: 409,
      value: 'This ticket belongs to Callum Reid',
    })
    expect(await desk.priya.say(tickets.assignTicketToMe, { id, version: 1 })).toMatchObject({ status: 409 })
    expect(await desk.priya.say(tickets.assignTicketToMe, { id, version: 2 })).toMatchObject({ status: 200 })
    expect(await desk.priya.get(tickets.assignTicketToMe, { id })).toEqual({ done: true, version: 3 })
  })

  test('W201 feedback that comes twice is one; other feedback is told that the first counts', async () => {
    const id = await raise(desk.jamie)
    await desk.priya.get(tickets.resolveHelpRequest, resolution(id))
    const given = { ticketID: id, rating: 2, comment: 'Slow' }
    const answers = await Promise.all([1, 2].map(() => desk.jamie.say(tickets.submitFeedback, given)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await desk.jamie.say(tickets.submitFeedback, { ...given, rating: 5 })).toEqual({
      status: 409,
      value: 'Feedback for this ticket was given before. The first one counts.',
    })
    expect((await read(desk.jamie, id)).feedback).toEqual({ rating: 2, comment: 'Slow' })
  })

  test('W007 W178 an escalation that is tried again, with its key or without, is one, and somebody else’s is another', async () => {
    const id = await raise(desk.jamie)
    const escalation = { ticketID: id, team: 'Payroll', reason: 'it has to be this month', version: 1 }
    for (const key of ['escalate-1', 'escalate-1', 'escalate-2'])
      expect(await desk.priya.say(tickets.escalateTicket, escalation, key)).toMatchObject({ status: 200 })
    const rows = await desk.db
      .selectFrom('ticketEscalations')
      .where('ticketID', '=', id)
      .selectAll()
      .execute()
    expect(rows).toHaveLength(1)
    const { version: _, ...again } = escalation
    // The same from another person, and another reason to the same team.
    await desk.callum.get(tickets.escalateTicket, again)
    await desk.callum.get(tickets.escalateTicket, { ...again, reason: 'it has to be today I fear' })
    const all = await desk.db
      .selectFrom('ticketEscalations')
      .where('ticketID', '=', id)
      .orderBy('id')
      .select(['byID', 'team', 'reason'])
      .execute()
    const { team, reason } = escalation
    expect(all).toEqual([
      { byID: desk.priya.id, team, reason },
      { byID: desk.callum.id, team, reason },
      { byID: desk.callum.id, team, reason: 'it has to be today I fear' },
    ])
  })

  test('a ticket that vanished is said to be gone, whatever is done to it', async () => {
    const id = await raise(desk.jamie)
    await desk.db.deleteFrom('tickets').where('id', '=', id).execute()
    const gone = { status: 400, value: 'This ticket is gone, or you may no longer see it.' }
    expect(await desk.priya.say(tickets.assignTicketToMe, { id, version: 1 })).toEqual(gone)
    expect(await desk.priya.say(tickets.resolveHelpRequest, resolution(id))).toEqual(gone)
    expect(await desk.jamie.say(tickets.selfResolveTicket, { id, resolveMessage: 'x' })).toEqual(gone)
    expect(await desk.jamie.say(tickets.getChatThread, { id })).toEqual(gone)
    expect(await raise(desk.jamie)).toBeGreaterThan(id)
  })
})

describe('lists', () => {
  test('W052 W096 W174 the list shows unresolved tickets until it is asked for others', async () => {
    const [open, done] = [await raise(desk.ellie, 'Echo on the line'), await raise(desk.ellie, 'No echo')]
    await desk.ellie.get(tickets.selfResolveTicket, { id: done, resolveMessage: 'x' })
    const ids = async (request: Parameters<typeof desk.ellie.get<typeof tickets.searchTickets>>[1]) =>
      (await desk.ellie.get(tickets.searchTickets, { searchTerm: 'echo', ...request })).tickets.map(
        ({ id }) => id,
      )
    expect(await ids({})).toEqual([open])
    expect(await ids({ filter: 'Unresolved' })).toEqual([open])
    expect(await ids({ filter: 'Resolved' })).toEqual([done])
    expect(await ids({ filter: 'All' })).toEqual([done, open])
    expect(await ids({ filter: 'All', order: 'asc' })).toEqual([open, done])
    // Each column sorts, and a ticket is found by its type.
    await desk.db.updateTable('tickets').set({ ticketType: 'Zebra' }).where('id', '=', open).execute()
    for (const sort of tickets.ticketSort.options) expect(await ids({ filter: 'All', sort })).toHaveLength(2)
    expect(await ids({ filter: 'All', sort: 'ticketType', order: 'asc' })).toEqual([done, open])
    expect(await ids({ searchTerm: 'zebra' })).toEqual([open])
    const own = await desk.ellie.get(tickets.getAllUserHelpMessages, undefined)
    expect(own.map(({ id }) => id).slice(0, 2)).toEqual([done, open])
    expect(own[0]).toMatchObject({ date: '2026-05-04', time: '12:00', resolved: true, assign: '' })
  })

  test('W096 W052 supervisors page, sort and search through all; others through their own only', async () => {
    const made: number[] = []
    for (let place = 0; place < 12; place++)
      made.push(
        await addTicket(desk.db, {
          raisedBy: desk.ellie.id,
          message: `Paging 100% ${place}`,
          raisedAt: NOON + place,
        }),
      )
    const search = {
      searchTerm: 'paging 100%',
      scope: 'ALL',
      sort: 'raisedTime',
      order: 'asc',
      pageSize: 10,
    } as const
    const [one, two] = await Promise.all(
      [1, 2].map((page) => desk.priya.get(tickets.searchTickets, { ...search, page })),
    )
    expect([one?.total, two?.total]).toEqual([12, 12])
    expect([...(one?.tickets ?? []), ...(two?.tickets ?? [])].map(({ id }) => id)).toEqual(made)
    expect(await desk.jamie.get(tickets.searchTickets, search)).toEqual({ total: 0, tickets: [] })
    const [first = 0] = made
    const byNumber = await desk.priya.get(tickets.searchTickets, { scope: 'ALL', searchTerm: `#${first}` })
    expect(byNumber.tickets.map(({ id }) => id)).toContain(first)
    const byType = await desk.priya.get(tickets.searchTickets, {
      ...search,
      searchTerm: 'dialler',
      pageSize: 100,
    })
    expect(byType.tickets.some(({ message }) => !/dialler/i.test(message))).toBe(true)
    for (const sort of tickets.ticketSort.options)
      expect((await desk.priya.get(tickets.searchTickets, { ...search, sort })).tickets).toHaveLength(10)
    const size = await desk.priya.say(tickets.searchTickets, { pageSize: 11 as 10 })
    expect(size.status).toBe(400)
  })

  test('late tickets say by which clock and since when, and are found', async () => {
    const id = await addTicket(desk.db, {
      raisedBy: desk.ellie.id,
      message: 'Late one',
      raisedAt: NOON - 3 * 3_600_000,
    })
    const search = { scope: 'ALL', searchTerm: 'Late one', lateOnly: true } as const
    const { tickets: found } = await desk.priya.get(tickets.searchTickets, search)
    const since = new Date(NOON - 3_600_000).toISOString()
    expect(found).toMatchObject([{ id, lateness: { clock: 'RESPONSE', since } }])
    await desk.priya.get(tickets.assignTicketToMe, { id })
    expect((await desk.priya.get(tickets.searchTickets, search)).total).toBe(0)
  })
})

describe('lost work', () => {
  test('W054 W095 W182 W192 W196 it is reported, counted and revoked for good', async () => {
    const id = await raise(desk.jamie)
    const can = async () =>
      (await desk.jamie.get(help.canUseSystemIssue, { ticketID: id })).canStartSystemIssue
    expect(await can()).toBe(true)
    const { recordID } = await desk.jamie.get(help.startSystemIssue, { ticketID: id })
    expect(await can()).toBe(false)
    expect(await desk.jamie.say(help.startSystemIssue, { ticketID: id })).toEqual({
      status: 400,
      value: 'You cannot report a system issue for this ticket now.',
    })
    desk.server.clock.now += 90_000
    await desk.jamie.get(help.endSystemIssue, { ticketID: id })
    desk.server.clock.now -= 90_000
    const report = () => desk.priya.get(help.systemIssuesReport, { ticketID: id })
    expect(await report()).toMatchObject([
      {
        recordID,
        activity: 'SYSTEM ISSUES',
        eventStart: new Date(NOON).toISOString(),
        eventEnd: new Date(NOON + 90_000).toISOString(),
        totalSeconds: 90,
        revoked: null,
      },
    ])
    const revocation = { ticketID: id, recordID, reason: 'On a briefing.' }
    for (const by of [desk.jamie, desk.ellie, desk.gemma])
      expect(await by.say(help.revokeSystemIssue, revocation)).toEqual({
        status: 403,
        value: 'access denied',
      })
    await desk.priya.get(help.revokeSystemIssue, revocation)
    const revoked = await report()
    expect(revoked).toMatchObject([{ revoked: { by: 'Priya Nair', reason: 'On a briefing.' } }])
    expect(await desk.callum.say(help.revokeSystemIssue, { ...revocation, reason: 'Other' })).toEqual({
      status: 409,
      value: 'This record was revoked by Priya Nair before.',
    })
    // The same again changes nothing; another person or another reason is refused.
    await desk.priya.get(help.revokeSystemIssue, revocation)
    expect(await desk.callum.say(help.revokeSystemIssue, revocation)).toMatchObject({ status: 409 })
    const other = { ...revocation, reason: 'Other' }
    expect(await desk.priya.say(help.revokeSystemIssue, other)).toMatchObject({ status: 409 })
    expect(await report()).toEqual(revoked)
  })

  test('W054 W182 what still lasts ends with the ticket, whose chat shows how far it is', async () => {
    const id = await raise(desk.jamie)
    await desk.priya.get(tickets.startTicketChat, { id })
    await desk.jamie.get(help.startSystemIssue, { ticketID: id })
    await desk.priya.get(tickets.resolveHelpRequest, resolution(id))
    const [record] = await desk.jamie.get(help.systemIssuesReport, { ticketID: id })
    expect(record).toMatchObject({ eventEnd: new Date(NOON).toISOString(), totalSeconds: 0 })
    const room = await desk.db
      .selectFrom('threads')
      .where('source', '=', 'TICKET_CHAT')
      .where('sourceID', '=', id)
      .select('status')
      .executeTakeFirst()
    expect(room?.status).toBe('Resolved')
  })

  test('D090 W146 while the shift is locked an agent is refused with words', async () => {
    const id = await raise(desk.ellie)
    await desk.priya.get(help.lockShift, { userID: desk.ellie.id, locked: true, reason: 'Training' })
    for (const call of [help.canUseSystemIssue, help.startSystemIssue])
      expect(await desk.ellie.say(call, { ticketID: id })).toEqual({ status: 403, value: 'Shift locked' })
    await desk.priya.get(help.lockShift, { userID: desk.ellie.id, locked: false })
    expect(await desk.ellie.say(help.canUseSystemIssue, { ticketID: id })).toMatchObject({ status: 200 })
  })
})

describe('people', () => {
  test('W180 a search gives who is selected, then who has the term', async () => {
    const search = { selectedIDs: [desk.ellie.id], searchTerm: 'reid' }
    const found = await desk.priya.get(help.searchUsers, search)
    expect(found.map(({ displayName }) => displayName)).toEqual(['Ellie Thornton'])
    await desk.db.insertInto('userPermissions').values({ userID: desk.priya.id, permission: 305 }).execute()
    const wider = await desk.priya.get(help.searchUsers, search)
    expect(wider.map(({ displayName }) => displayName)).toEqual(['Ellie Thornton', 'Callum Reid'])
  })

  test('W181 a tour is answered as a string of JSON', async () => {
    await desk.db.insertInto('tours').values({ id: 1, payload: '{"steps":[]}' }).execute()
    expect(await desk.jamie.get(help.fetchTour, { tourID: 1 })).toEqual({ payload: '{"steps":[]}' })
    expect(await desk.jamie.say(help.fetchTour, { tourID: 2 })).toMatchObject({ status: 400 })
  })

  test('W191 W210 what people do, by their ids, and for a card', async () => {
    const live = await desk.priya.get(livePanel.getLiveData, {})
    expect(live[String(desk.jamie.id)]).toMatchObject({
      wurkforceStatus: 'OFFLINE',
      masterActivity: 'AVAILABLE',
      diallerStatus: 'UNKNOWN',
      areaName: 'UNKNOWN',
      manager: 'Priya Nair',
      machineStatus: 'UNKNOWN',
      userName: 'Jamie Whitfield',
    })
    const card = await desk.ellie.get(livePanel.agentProfile, { userID: desk.jamie.id })
    expect(card).toEqual(live[String(desk.jamie.id)])
    expect(await desk.ellie.say(livePanel.agentProfile, { userID: 999 })).toMatchObject({ status: 400 })
  })
})

test('W179 W193 the teams and whether an issue is resolved', async () => {
  expect(await desk.jamie.get(tickets.ticketEscalationTypes, undefined)).toContain('Service desk')
  const id = await raise(desk.jamie)
  expect(await desk.jamie.get(tickets.isIssueResolved, { issueID: id })).toEqual({ resolved: false })
})
