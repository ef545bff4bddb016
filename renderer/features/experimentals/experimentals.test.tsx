import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import {
  type Experimental,
  endExperimental,
  listExperimentals,
  saveExperimental,
  whyHasExperimental,
} from '#shared/contract/experimentals.ts'
import { fakeServices, refused } from '../../testing/fake-services.ts'
import { testToken } from '../../testing/session-token.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { ExperimentalsScreen } from './index.ts'

const ONE: Experimental = {
  ...{ key: 'calendar.weekNumbers', name: 'Week numbers', description: 'Which week it is.' },
  ...{
    state: 'TARGETED',
    people: [{ id: 7, name: 'Bob Birch' }],
    roles: [],
    areas: [{ id: 3, name: 'Leeds' }],
  },
  ...{ percent: 10, endsOn: '2026-12-24', owner: null, version: 4, changedBy: 'Ann Ash' },
  ...{ changedAt: '2026-05-04T12:00:00.000Z', has: 12 },
}

function open(experimentals: Experimental[] = [ONE]) {
  const server = fakeServices()
  server.services.session.signIn(testToken(['ADMIN_CAN_EDIT_SETTINGS']))
  const state = { experimentals }
  server.answer(listExperimentals, () => ({
    ...{ experimentals: state.experimentals, people: 40 },
    ...{ roles: [{ id: 1, name: 'Supervisor' }], areas: [{ id: 3, name: 'Leeds' }] },
  }))
  renderSignedIn(server.services, <ExperimentalsScreen />)
  const sent = (call: { path: string }) =>
    server.made.filter(({ path }) => path === call.path).map(({ request }) => request)
  return { ...server, state, sent, user: userEvent.setup() }
}

test('A128 what is experimental shows for whom it is, how many have it, until when and who changed it', async () => {
  open()
  const one = await screen.findByRole('listitem', { name: 'Week numbers' })
  for (const text of [
    'For some',
    '12 of 40 people',
    '24 December 2026',
    /Bob Birch, Leeds, 10 % of everybody/,
  ])
    expect(within(one).getByText(text)).toBeTruthy()
  expect(one.textContent).toMatch(/Changed 4 May 2026, 13:00 by Ann Ash/)
})

test('A128 without anything the page says so', async () => {
  open([])
  expect(await screen.findByText('Nothing experimental in this version.')).toBeTruthy()
})

test('A128 the share, roles and areas are chosen; why it isn’t saved is told, and what was typed stays', async () => {
  const at = open()
  at.answer(saveExperimental, () => {
    throw refused(400, 'The last day is in the past. Choose a later one, or none.')
  })
  await at.user.click(await screen.findByRole('button', { name: 'Change Week numbers' }))
  const share = screen.getByRole('textbox', { name: 'Share of everybody, in percent' })
  await at.user.clear(share)
  await at.user.type(share, '101')
  expect(screen.getByText('A share is a whole number from 0 to 100.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true)
  await at.user.clear(share)
  await at.user.type(share, '100')
  await at.user.click(screen.getByRole('checkbox', { name: 'Supervisor' }))
  await at.user.click(screen.getByRole('checkbox', { name: 'Leeds' }))
  await at.user.click(screen.getByRole('button', { name: 'Remove Bob Birch' }))
  await at.user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('The last day is in the past. Choose a later one, or none.')).toBeTruthy()
  expect(at.sent(saveExperimental)).toEqual([
    {
      ...{ key: 'calendar.weekNumbers', version: 4, state: 'TARGETED', percent: 100 },
      ...{ people: [], roles: [1], areas: [], endsOn: '2026-12-24', ownerID: null },
    },
  ])
  expect(screen.getByRole('checkbox', { name: 'Supervisor' })).toHaveProperty('checked', true)
})

test('A128 ‘Off for everybody’ is one click, and can be undone', async () => {
  const at = open()
  at.answer(endExperimental, () => {
    at.state.experimentals = [{ ...ONE, state: 'OFF', version: 5, has: 0 }]
    return { done: true }
  })
  at.answer(saveExperimental, () => ({ version: 6 }))
  await at.user.click(await screen.findByRole('button', { name: 'Week numbers: off for everybody' }))
  await at.user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() =>
    expect(at.sent(saveExperimental)).toEqual([
      {
        ...{ key: 'calendar.weekNumbers', version: 5, state: 'TARGETED', percent: 10 },
        ...{ people: [7], roles: [], areas: [3], endsOn: '2026-12-24', ownerID: null },
      },
    ]),
  )
  expect(at.sent(whyHasExperimental)).toEqual([])
})
