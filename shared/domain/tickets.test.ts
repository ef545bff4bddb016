import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PERMISSIONS, type PermissionName, permissionsOf } from './permissions.ts'
import {
  DEFAULT_TICKET_FILTER,
  defaultReplySubject,
  escalationProblem,
  hasAbility,
  initialTab,
  MODE_ABILITIES,
  nextStatus,
  resolutionProblem,
  TICKET_EVENTS,
  TICKET_FILTERS,
  TICKET_STATUSES,
  type TicketStatus,
  ticketMode,
  ticketTabs,
  unassignRefusal,
  unassignWords,
} from './tickets.ts'

const modeOf = (...names: PermissionName[]) =>
  ticketMode(permissionsOf(names.map((name) => PERMISSIONS[name])))

describe('modes', () => {
  test('W001 W148 ISUPERVISOR_CAN_SEE_MODULE decides which ticket view opens', () => {
    expect(modeOf('ISUPERVISOR_CAN_SEE_MODULE')).toBe('SUPERVISOR')
    expect(modeOf('ISUPERVISOR_CAN_SEE_MODULE', 'IAGENCY_CAN_SEE_MODULE')).toBe('SUPERVISOR')
    expect(modeOf('IAGENCY_CAN_SEE_MODULE')).toBe('AGENCY')
    expect(modeOf('SUPPORT_HELP_CENTER', 'CAN_REOPEN_TICKET')).toBe('AGENT')
    expect(modeOf()).toBe('AGENT')
  })

  test.each([
    'TIMELINE',
    'SETTINGS',
    'ASSIGN',
    'ESCALATE',
    'CALL',
    'INTERNAL_NOTES',
    'LIVE_PANEL',
    'REVOKE_SYSTEM_ISSUE',
  ] as const)('W144 %s is for the mode SUPERVISOR alone', (ability) => {
    const modes = (['SUPERVISOR', 'AGENT', 'AGENCY'] as const).filter((mode) => hasAbility(mode, ability))
    expect(modes).toEqual(['SUPERVISOR'])
  })

  test('W001 W145 W147 agents give feedback, resolve their own and check system issues; the agency closes', () => {
    expect(MODE_ABILITIES.AGENT).toEqual(['FEEDBACK', 'SELF_RESOLVE', 'SYSTEM_ISSUE_CHECK'])
    expect(MODE_ABILITIES.AGENCY).toEqual(['CLOSE'])
  })

  test('W047 W093 each mode has its tabs, and feedback that is wanted opens first for the agent', () => {
    expect(ticketTabs('SUPERVISOR')).toEqual(['Details', 'Transcript', 'Timeline', 'Settings', 'Resolution'])
    expect(ticketTabs('AGENT')).toEqual(['Details', 'Transcript', 'Resolution', 'Feedback'])
    expect(ticketTabs('AGENCY')).toEqual(['Details', 'Transcript'])
    expect(initialTab('AGENT', { resolved: true, requireFeedback: true })).toBe('Feedback')
    expect(initialTab('AGENT', { resolved: true, requireFeedback: false })).toBe('Details')
    expect(initialTab('AGENT', { resolved: false, requireFeedback: true })).toBe('Details')
    for (const mode of ['SUPERVISOR', 'AGENCY'] as const)
      expect(initialTab(mode, { resolved: true, requireFeedback: true })).toBe('Details')
    expect(initialTab('AGENT', { resolved: false, requireFeedback: false })).toBe('Details')
  })
})

test('W096 the list’s filters are three, and what is unresolved comes first', () => {
  expect(TICKET_FILTERS).toEqual(['All', 'Resolved', 'Unresolved'])
  expect(DEFAULT_TICKET_FILTER).toBe('Unresolved')
})

describe('rules', () => {
  test('W119 W120 W121 unassigning is refused in three cases, each in its words', () => {
    const mine = { userID: 7, name: 'Priya Nair' }
    expect(unassignRefusal({ resolved: true, assigned: mine }, 7)).toEqual({ reason: 'alreadyResolved' })
    expect(unassignRefusal({ resolved: false, assigned: mine }, 8)).toEqual({
      reason: 'belongsTo',
      name: 'Priya Nair',
    })
    expect(unassignRefusal({ resolved: false, assigned: null }, 7)).toEqual({ reason: 'notAssigned' })
    expect(unassignWords({ reason: 'alreadyResolved' })).toBe('Selected ticket is already resolved')
    expect(unassignWords({ reason: 'belongsTo', name: 'Priya Nair' })).toBe(
      'This ticket belongs to Priya Nair',
    )
    expect(unassignWords({ reason: 'notAssigned' })).toBe('This ticket is not currently assigned')
    expect(unassignRefusal({ resolved: false, assigned: mine }, 7)).toBeNull()
  })

  test('W116 W117 a resolution needs a subject, then a comment', () => {
    expect(resolutionProblem({ subject: ' ', body: '' })).toBe('Enter subject')
    expect(resolutionProblem({ subject: 'RE', body: '\n' })).toBe('Please provide a resolution comment')
    expect(resolutionProblem({ subject: 'RE', body: 'done' })).toBeNull()
  })

  test('W118 a reply is called by its ticket until somebody says otherwise', () => {
    expect(defaultReplySubject(1209)).toBe('RE: Ticket - 1209')
  })

  test('W130 a reason needs more than four words, however they are spaced', () => {
    const word = fc.stringMatching(/^[a-z]{1,8}$/)
    const space = fc.constantFrom(' ', '  ', '\n', '\t ')
    fc.assert(
      fc.property(fc.array(word, { maxLength: 9 }), space, space, (words, between, around) => {
        const reason = around + words.join(between) + around
        expect(escalationProblem(reason) === null).toBe(words.length > 4)
      }),
    )
    expect(escalationProblem('one two three four')).toBe(
      'Please include more details in your reason for escalation',
    )
  })

  test('W091 whatever happens to it, a ticket is resolved once, and then only reopened', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...TICKET_EVENTS)), (events) => {
        let status: TicketStatus = 'OPEN'
        for (const event of events) {
          const next = nextStatus(status, event)
          expect(next === null).toBe((status === 'RESOLVED') !== (event === 'REOPEN'))
          if (next === null) continue
          expect(TICKET_STATUSES).toContain(next)
          expect(next === 'RESOLVED').toBe(event === 'RESOLVE')
          status = next
        }
      }),
    )
  })

  test('W091 W092 taking in hand and giving back lead there and back, and leave what is more telling', () => {
    expect(nextStatus('OPEN', 'ASSIGN')).toBe('IN_PROGRESS')
    expect(nextStatus('REOPENED', 'ASSIGN')).toBe('IN_PROGRESS')
    expect(nextStatus('ESCALATED', 'ASSIGN')).toBe('ESCALATED')
    expect(nextStatus('IN_PROGRESS', 'UNASSIGN')).toBe('OPEN')
    expect(nextStatus('WAITING', 'UNASSIGN')).toBe('WAITING')
    expect(nextStatus('WAITING', 'ESCALATE')).toBe('ESCALATED')
  })
})
