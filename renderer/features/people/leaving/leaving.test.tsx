import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { getPerson, listPeople } from '#shared/contract/admin-users.ts'
import { cancelLeaving, deactivatePerson, deactivatePreview } from '#shared/contract/leavers.ts'
import { getViews } from '#shared/contract/views.ts'
import { MOVING_KINDS, MOVING_WORDS } from '#shared/domain/leaving.ts'
import { fakeLive } from '../../../testing/fake-live.tsx'
import { refused } from '../../../testing/fake-services.ts'
import { testToken } from '../../../testing/session-token.ts'
import { renderSignedIn } from '../../../testing/signed-in.tsx'
import { PeopleTab } from '../index.ts'
import { ANN } from '../testing/ann.ts'

const LEAVING = { leaveDate: '2026-05-29', newHolder: 'Max Moss' }

/** Ann's panel, open for somebody who may let people go, where `hand` is what she has in hand. */
async function open(hand: { kind: 'TICKETS' | 'SHIFTS'; count: number }[], manager = true) {
  const server = fakeLive()
  const messages = new Set<string>()
  heard.set(server.services, messages)
  server.services.notices.store.subscribe((shown) => {
    for (const { message } of shown) messages.add(message)
  })
  server.services.session.signIn(testToken(['ADMIN_CAN_SEE_USERS', 'ADMIN_CAN_EDIT_USERS']))
  const shown = { person: ANN }
  server.answer(getViews, () => ({ views: [] }))
  server.answer(listPeople, () => ({
    ...{ rows: [shown.person], total: 1, isMore: false, columns: ['displayName', 'status'] },
    asOf: '2026-05-04T12:00:00.000Z',
  }))
  server.answer(getPerson, () => shown.person)
  server.answer(deactivatePreview, () => ({
    ...{ displayName: 'Ann Ash', leaveDate: '2026-05-04', moves: hand },
    manager: manager ? { id: 2, displayName: 'Max Moss' } : null,
  }))
  server.answer(deactivatePerson, ({ leaveDate }: { leaveDate: string }) => {
    const outcome = leaveDate > '2026-05-04' ? 'PLANNED' : 'LEFT'
    shown.person = {
      ...ANN,
      version: 2,
      ...(outcome === 'LEFT' ? { status: 'LEAVER' } : { leaving: LEAVING }),
    }
    return { outcome } as const
  })
  server.answer(cancelLeaving, () => {
    shown.person = { ...ANN, version: 3 }
    return { done: true }
  })
  const user = userEvent.setup()
  renderSignedIn(server.services, server.around(<PeopleTab />), '/admin/active-users?open=7')
  const choose = async (name: string) => {
    await user.click(await screen.findByRole('button', { name: 'More' }))
    await user.click(await screen.findByRole('menuitem', { name }))
  }
  await choose('Deactivate')
  const dialog = within(await screen.findByRole('dialog', { name: 'Deactivate Ann Ash' }))
  await dialog.findByLabelText(/Leave date/)
  return { server, user, dialog, choose }
}

/** What was said since it was opened. A notice goes by itself after 2 s, which a busy machine takes for a step. */
const said = ({ services }: ReturnType<typeof fakeLive>) => [...(heard.get(services) ?? [])]
const heard = new WeakMap<object, Set<string>>()

test('A050 the dialog says what changes hands, has today and the manager, and asks for a reason', async () => {
  const { server, user, dialog } = await open([
    { kind: 'TICKETS', count: 2 },
    { kind: 'SHIFTS', count: 1 },
  ])
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '2 tickets in hand',
    '1 future shift (cancelled; planners are told)',
  ])
  expect((dialog.getByLabelText(/Leave date/) as HTMLInputElement).value).toBe('2026-05-04')
  expect((dialog.getByRole('textbox', { name: 'Who takes over' }) as HTMLInputElement).value).toBe('Max Moss')
  const go = dialog.getByRole('button', { name: 'Deactivate' }) as HTMLButtonElement
  expect(go.disabled).toBe(true)
  await user.selectOptions(dialog.getByLabelText(/Reason/), 'REDUNDANT')
  await user.type(dialog.getByLabelText('Note for HR'), 'Site closed')
  await user.click(go)
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Deactivate Ann Ash' })).toBeNull())
  await waitFor(() => expect(said(server)).toEqual(['Ann Ash was deactivated.']))
  // The panel shows the person anew, and says nothing beside it.
  await waitFor(() => expect(server.made.filter(({ path }) => path === getPerson.path)).toHaveLength(2))
  expect(said(server)).toEqual(['Ann Ash was deactivated.'])
  expect(
    server.made.filter(({ path }) => path === deactivatePerson.path).map(({ request }) => request),
  ).toEqual([{ id: 7, leaveDate: '2026-05-04', reason: 'REDUNDANT', note: 'Site closed', newHolder: 2 }])
})

test('A050 each kind that changes hands has its words, for one and for more', () => {
  expect(MOVING_KINDS.map((kind) => [1, 2].map((count) => MOVING_WORDS[kind](count)).join(', '))).toEqual([
    '1 ticket in hand, 2 tickets in hand',
    '1 task, 2 tasks',
    '1 direct report, 2 direct reports',
    '1 QC review, 2 QC reviews',
    '1 job order, 2 job orders',
    '1 case, 2 cases',
    '1 report schedule, 2 report schedules',
    '1 future shift, 2 future shifts',
  ])
})

test('A050 without somebody who takes over open items keep the button shut, and why is said', async () => {
  const { user, dialog } = await open([{ kind: 'TICKETS', count: 2 }], false)
  await user.selectOptions(dialog.getByLabelText(/Reason/), 'RESIGNED')
  expect(dialog.getByText('Choose who takes over 2 open items.')).toBeTruthy()
  expect((dialog.getByRole('button', { name: 'Deactivate' }) as HTMLButtonElement).disabled).toBe(true)
})

test('a refusal is said in the dialog, and what was typed stays', async () => {
  const { server, user, dialog } = await open([])
  server.answer(deactivatePerson, () => {
    throw refused(400, 'At least one active person must be able to grant permissions.')
  })
  await user.selectOptions(dialog.getByLabelText(/Reason/), 'RESIGNED')
  await user.type(dialog.getByLabelText('Note for HR'), 'Gave notice')
  await user.click(dialog.getByRole('button', { name: 'Deactivate' }))
  expect(
    await dialog.findByText('At least one active person must be able to grant permissions.'),
  ).toBeTruthy()
  expect((dialog.getByLabelText('Note for HR') as HTMLTextAreaElement).value).toBe('Gave notice')
})

test('A057 a later date is a plan, which the panel says and ‘Cancel leaving’ undoes', async () => {
  const { server, user, dialog, choose } = await open([])
  const day = dialog.getByLabelText(/Leave date/)
  await user.clear(day)
  await user.type(day, '2026-05-29')
  await user.selectOptions(dialog.getByLabelText(/Reason/), 'RESIGNED')
  expect(dialog.getByText(/They work until 29 May 2026/)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Plan leaving' }))
  expect(await screen.findByText('They leave on 29 May 2026. Max Moss takes over.')).toBeTruthy()
  await choose('Cancel leaving')
  const keep = within(await screen.findByRole('dialog', { name: 'Keep Ann Ash?' }))
  await user.click(keep.getByRole('button', { name: 'Cancel leaving' }))
  await waitFor(() => expect(screen.queryByText(/They leave on/)).toBeNull())
  expect(server.made.filter(({ path }) => path === cancelLeaving.path)).toHaveLength(1)
})
