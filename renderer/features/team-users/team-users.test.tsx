import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { PersonDetails } from '#shared/contract/admin-users.ts'
import {
  getPlannedPerson,
  listPlannedPeople,
  plannedProjects,
  setEligible,
} from '#shared/contract/planned-users.ts'
import { getTeamPerson, listTeamPeople, proposeSkill, teamOptions } from '#shared/contract/team-users.ts'
import { teamPersonWork } from '#shared/contract/team-work.ts'
import { getViews } from '#shared/contract/views.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { plannedPersonRecord } from '#shared/records/resource/planned-person.ts'
import { teamPersonRecord } from '#shared/records/supervisor/team-person.ts'
import { fakeLive } from '../../testing/fake-live.tsx'
import { testToken } from '../../testing/session-token.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { PlannedUsersScreen, TeamUsersScreen } from './index.ts'

const SOMEBODY: PersonDetails = {
  ...{ id: 7, version: 1, displayName: 'Ann Ash', userName: 'ann', userType: 'INTERVIEWER' },
  ...{ roles: 'Interviewer', areaName: 'Leeds', managerName: 'Tom', agencyName: null },
  ...{ contractTypeName: 'Permanent', status: 'ACTIVE', lastSignInAt: '2026-05-04T12:00:00.000Z' },
  ...{ email: 'ann@mail.example', hasTwoFactor: true, companionDevice: null, isLocked: false },
  ...{ sessions: 2, startDate: '2026-02-03', mobile: '', payrollNumber: null, weeklyHours: 37.5 },
  ...{ workLocation: 'HOME', legalName: 'Anna Ash', knownAs: '', jobTitle: 'Interviewer', areaID: 1 },
  ...{
    managerID: 2,
    agencyID: null,
    contractTypeID: 1,
    skills: [],
    limitedToAreas: [],
    languages: ['Welsh', 'English'],
  },
  roleList: [{ id: 1, name: 'Interviewer', isByHand: true }],
  ...{ coreHours: '', availability: '', isOptedOut48: false, leaveDate: null, leaveReason: null },
  ...{ leaving: null, suspendReason: '', suspendedUntil: null, lockReason: '', mustChangePassword: false },
  ...{ isUnreached: false, emailUnreachedAt: null },
  signInMethod: 'PASSWORD',
} as const
/** Whoever looks is 7. */
const ANN = { ...SOMEBODY, id: 8 }
const FIGURES = {
  ...{ presence: 'ONLINE' as const, plannedHours: 9.5, workedHours: 3, adherence: 75, index: 103.5 },
  ...{ qcScore: 85.5, reviewsDue: 2, coachingActions: 1 },
}
const PLAN = {
  ...{ contractedHours: 30, pattern: 'Evenings', plannedHours: 4, plannedNextWeek: 8, meanHours: 28 },
  ...{ projects: 'Rail', holidayFree: 168 },
}
const AT = '2026-05-04T12:00:00.000Z'
const SUPERVISES: PermissionName[] = [
  ...(['ISUPERVISOR_CAN_SEE_INTERVIEWERS', 'CAN_CHANGE_USER_AREA', 'QC_CAN_ADD'] as const),
  ...(['ISUPERVISOR_CAN_SEE_PERFORMANCE', 'CAN_SEND_MESSAGE', 'ISUPERVISOR_CAN_SEE_LEAVERS'] as const),
]

function open(page: 'supervisor' | 'resource', permissions: PermissionName[]) {
  const server = fakeLive()
  server.answer(getViews, () => ({ views: [] }))
  server.services.session.signIn(testToken(permissions))
  const listed = { total: 1, isMore: false, asOf: AT }
  server.answer(listTeamPeople, () => ({
    ...listed,
    rows: [{ ...ANN, ...FIGURES, skills: 'Welsh' }],
    columns: Object.keys(teamPersonRecord.columns),
  }))
  server.answer(listPlannedPeople, () => ({
    ...listed,
    rows: [{ ...ANN, ...PLAN, skills: 'Welsh' }],
    columns: Object.keys(plannedPersonRecord.columns),
  }))
  server.answer(getTeamPerson, () => ({ ...ANN, ...FIGURES }))
  server.answer(getPlannedPerson, () => ({ ...ANN, ...PLAN }))
  server.answer(teamPersonWork, () => ({
    day: {
      sessions: [
        { id: 1, activity: 'AVAILABLE' as const, project: 'Rail', start: AT, end: null, seconds: 3900 },
      ],
      exceptions: [{ kind: 'LATE_START' as const, start: AT, seconds: 300, excuse: 'NONE' as const }],
      ...{ adherence: 0.75, workedSeconds: 3900 },
    },
    shifts: [
      { id: 3, start: AT, end: '2026-05-04T16:00:00.000Z', project: 'Rail', state: 'PUBLISHED' as const },
    ],
    reviews: [{ id: 4, at: AT, project: 'Rail', score: 85.5, outcome: 'COACHING' as const }],
    coaching: [{ id: 5, at: AT, topics: 'Probing', state: 'HELD' as const, openActions: ['Probe twice'] }],
    tickets: [{ id: 1209, ticketType: 'Dialler', at: AT, resolvedAt: null }],
  }))
  server.answer(teamOptions, () => ({
    areas: [{ id: 1, name: 'North' }],
    skills: [
      { id: 3, name: 'Polish', isProposed: false },
      { id: 4, name: 'Urdu', isProposed: true },
    ],
  }))
  server.answer(proposeSkill, () => ({ done: true }))
  const project = { id: 7, name: 'Rail', status: 'LIVE' as const, needs: [], isEligible: false }
  const lacks = { ...project, id: 8, name: 'Welsh poll', needs: [{ id: 3, name: 'Welsh', isHeld: false }] }
  server.answer(plannedProjects, () => ({ projects: [project, lacks] }))
  server.answer(setEligible, () => ({ projects: [{ ...project, isEligible: true }, lacks] }))
  const sent = ({ path }: { path: string }) =>
    server.made.filter((call) => call.path === path).map(({ request }) => request)
  renderSignedIn(
    server.services,
    server.around(page === 'supervisor' ? <TeamUsersScreen /> : <PlannedUsersScreen />),
    `/${page}/users?open=${ANN.id}`,
  )
  return { ...server, sent, user: userEvent.setup() }
}

test('D149 a person’s panel has Day, Shifts, Quality, Development and Tickets, each read with one call', async () => {
  const { user, sent } = open('supervisor', SUPERVISES)
  const tabs = await screen.findByRole('tablist')
  expect(
    within(tabs)
      .getAllByRole('tab')
      .map((tab) => tab.textContent),
  ).toEqual([...['Overview', 'Day', 'Shifts', 'Quality', 'Development', 'Tickets']])
  const part = async (name: string, list: string) => {
    await user.click(within(tabs).getByRole('tab', { name }))
    return (await screen.findByRole('list', { name: list })).textContent
  }
  expect(await part('Day', 'Out of adherence')).toContain('5 min')
  expect(screen.getByText('Worked 1 h 5 min · Adherence 75 %')).toBeDefined()
  expect(await part('Shifts', 'Shifts')).toBe('Mon 4 May, 13:00–17:00Published · Rail')
  expect(await part('Quality', 'Last reviews')).toContain('Score 85.5')
  expect(await part('Development', 'Coaching')).toContain('Probe twice')
  expect(await part('Tickets', 'Tickets')).toContain('Ticket 1209')
  expect(sent(teamPersonWork)[0]).toEqual({ id: ANN.id })
})

test('D149 the actions are there for who may: message, skill, area, target, coaching; leavers are a filter', async () => {
  const { user, sent } = open('supervisor', SUPERVISES)
  expect(await screen.findByRole('button', { name: 'Message' })).toBeDefined()
  expect(screen.getByRole('link', { name: 'Leavers' }).getAttribute('href')).toContain('LEAVER')
  await user.click(screen.getByRole('button', { name: 'More' }))
  const menu = await screen.findByRole('menu')
  const items = within(menu).getAllByRole('menuitem')
  expect(items.map((item) => item.textContent)).toEqual([
    ...['Propose a skill…', 'Change area…', 'Set target…', 'Plan coaching…', 'File note…'],
  ])
  await user.click(within(menu).getByText('Propose a skill…'))
  const dialog = within(await screen.findByRole('dialog'))
  await waitFor(() => expect(dialog.getByRole('option', { name: 'Polish' })).toBeDefined())
  expect(
    (dialog.getByRole('option', { name: 'Urdu (proposed already)' }) as HTMLOptionElement).disabled,
  ).toBe(true)
  await user.selectOptions(dialog.getByRole('combobox'), 'Polish')
  await user.type(dialog.getByRole('textbox', { name: /^Why/ }), 'Speaks it')
  await user.click(dialog.getByRole('button', { name: 'Propose' }))
  await waitFor(() => expect(sent(proposeSkill)).toEqual([{ id: ANN.id, skillID: 3, note: 'Speaks it' }]))
})

test('D149 who holds nothing but the page has no action but to propose a skill', async () => {
  const { user } = open('supervisor', ['ISUPERVISOR_CAN_SEE_INTERVIEWERS'])
  await user.click(await screen.findByRole('button', { name: 'More' }))
  const items = within(await screen.findByRole('menu')).getAllByRole('menuitem')
  expect(items.map((item) => item.textContent)).toEqual(['Propose a skill…'])
  expect(screen.queryByRole('button', { name: 'Message' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Leavers' })).toBeNull()
})

test('D149 the planner has core hours, pattern, skills, shift lock and leave date, and assigns to projects', async () => {
  const { user, sent } = open('resource', [
    ...(['IRESOURCE_CAN_ASSIGN', 'IRESOURCE_CAN_EDIT_CORE_HOURS', 'IRESOURCE_CAN_SEE_SCHEDULE'] as const),
    ...(['CAN_FORCE_MASTER_ACTIVITY', 'ADMIN_CAN_EDIT_USERS', 'SUPPORT_CAN_DELETE_ACCOUNT'] as const),
  ])
  await user.click(await screen.findByRole('button', { name: 'More' }))
  const items = within(await screen.findByRole('menu')).getAllByRole('menuitem')
  expect(items.map((item) => item.textContent)).toEqual(
    expect.arrayContaining([
      ...['Core hours…', 'Pattern…', 'Propose a skill…', 'Lock shift…', 'Unlock shift…'],
      expect.stringMatching(/^Deactivate|^Cancel the leaving/),
    ]),
  )
  await user.click(screen.getByRole('tab', { name: 'Projects', hidden: true }))
  const projects = within(await screen.findByRole('list', { name: 'Projects' }))
  expect(projects.getByText('Live · Lacks Welsh')).toBeDefined()
  expect(projects.queryByRole('button', { name: 'Assign to Welsh poll' })).toBeNull()
  await user.click(projects.getByRole('button', { name: 'Assign to Rail' }))
  expect(await projects.findByRole('button', { name: 'Take off Rail' })).toBeDefined()
  expect(sent(setEligible)).toEqual([{ id: ANN.id, projectID: 7, isEligible: true }])
})
